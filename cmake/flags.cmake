# Compiler and linker flags of every target of ours, on the interface target syn_flags.
# SPDX-License-Identifier: Apache-2.0
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g")

add_library(syn_flags INTERFACE)
target_include_directories(syn_flags INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_compile_options(syn_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wswitch-enum -Werror
  -ffunction-sections -fdata-sections -fno-math-errno)

# Start-up is a feature: only the C library is loaded at start, and its symbols are bound when first used.
set(SYN_LINK_FLAGS -Wl,--gc-sections -Wl,--as-needed -Wl,-z,lazy)
if(SYN_ASAN)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer -O1 -g)
  add_link_options(-fsanitize=address,undefined)
  target_compile_definitions(syn_flags INTERFACE SYN_ASAN=1)
  if(SYN_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
  endif()
else()
  # Not position independent: the tables of builtins and errors hold 12,000 addresses, and relocating them costs as
  # much as starting does otherwise (bench/run.py start: 2.1 against 1.6 times an empty C++ program).
  list(APPEND SYN_LINK_FLAGS -static-libstdc++ -static-libgcc -no-pie)
endif()
