// What a terminal would obey, escaped; and everything else as it is.
// SPDX-License-Identifier: Apache-2.0
#include "host/terminal_text.h"

#include <gtest/gtest.h>

namespace syn::host {
namespace {

TEST(EscapeControls, WhatATerminalObeys) {
  EXPECT_EQ(escape_controls("\x1b]0;x\x07"), "\\u001b]0;x\\u0007");
  EXPECT_EQ(escape_controls("a\rb\bc\x7f"), "a\\u000db\\u0008c\\u007f");
  EXPECT_EQ(escape_controls("\xc2\x9b[2J"), "\\u009b[2J");
  EXPECT_EQ(escape_controls("\u202eevil\u2066"), "\\u202eevil\\u2066");
  EXPECT_EQ(escape_controls(std::string("\0", 1)), "\\u0000");
}

TEST(EscapeControls, BytesThatAreNoText) {
  EXPECT_EQ(escape_controls("a\x9b\xffz"), "a\\x9b\\xffz");
  EXPECT_EQ(escape_controls("\xc2"), "\\xc2");
}

TEST(EscapeControls, OrdinaryText) {
  EXPECT_EQ(escape_controls(""), "");
  EXPECT_EQ(escape_controls("tab\tline\nñ – 日本 😀\\u001b"), "tab\tline\nñ – 日本 😀\\u001b");
}

}  // namespace
}  // namespace syn::host
