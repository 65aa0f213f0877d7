// Part of vm/loop.cpp: comparisons and conditions on fields that hardly mean what they say
// (vm/field_text.h). Each runs off the fast path only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vm/field_text.h"

#define CHECK_ORDER(left, right, first, second)                                             \
  do {                                                                                      \
    if ((left).is_text() && (right).is_text()) {                                            \
      auto doubt = field_order_error(*code, *(pc - 1), (first), (second), (left), (right)); \
      if (doubt) RAISE(std::move(*doubt));                                                  \
    }                                                                                       \
  } while (false)
#define CHECK_TWINS(left, right, first, second)                                            \
  do {                                                                                     \
    if ((left).is_text() != (right).is_text()) {                                           \
      auto doubt = field_twin_error(*code, *(pc - 1), (first), (second), (left), (right)); \
      if (doubt) RAISE(std::move(*doubt));                                                 \
    }                                                                                      \
  } while (false)
#define CHECK_TRUTH(value, reg)                                               \
  do {                                                                        \
    if ((value).is_text()) [[unlikely]] {                                     \
      if (auto doubt = field_truth_error(*code, *(pc - 1), (reg), (value))) { \
        SAVE();                                                               \
        RAISE(std::move(*doubt));                                             \
      }                                                                       \
    }                                                                         \
  } while (false)
