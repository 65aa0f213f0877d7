-- The least program that says something.
-- SPDX-License-Identifier: Apache-2.0
print("hello, world")
