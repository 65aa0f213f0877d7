// Result<T>: a value or an Error, and the macros that pass errors up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace syn {

/// Either a T or an Error. Made implicitly from both, so that `return value;` and
/// `return Error(kRow, {…});` read alike.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T&& value() && { return std::move(*value_); }
  Error& error() & { return *error_; }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<T> value_;
  std::optional<Error> error_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  Error& error() & { return *error_; }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace syn

#define SYN_CONCAT_INNER(a, b) a##b
#define SYN_CONCAT(a, b) SYN_CONCAT_INNER(a, b)

/// Runs an expression that gives Result<void>; passes an error up.
#define TRY(expression)                                                                            \
  do {                                                                                             \
    if (auto try_result_ = (expression); !try_result_.ok()) return std::move(try_result_).error(); \
  } while (false)

/// `TRY_ASSIGN(auto x, f());` — declares or assigns x, or passes the error up. One per statement.
#define TRY_ASSIGN(target, expression) \
  TRY_ASSIGN_INNER(SYN_CONCAT(try_assign_, __LINE__), target, expression)
#define TRY_ASSIGN_INNER(name, target, expression) \
  auto name = (expression);                        \
  if (!name.ok()) return std::move(name).error();  \
  target = std::move(name).value()
