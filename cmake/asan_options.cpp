// Options of AddressSanitizer for the binary: what is alive when a program ends is not freed, which
// is no leak. SPDX-License-Identifier: Apache-2.0
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:detect_stack_use_after_return=0";
}
