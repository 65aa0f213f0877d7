# Third-party libraries, one target syn_dep_NAME each, and the table of which module uses which. Archives are
# preferred to shared objects, since every shared object costs start-up time; libraries that Debian packages
# without an archive are compiled here or linked as shared objects where nothing else is possible.
# SPDX-License-Identifier: Apache-2.0

set(SYN_USES_base fmt)
set(SYN_USES_num gmp fast_float)
set(SYN_USES_json fast_float simdjson)
set(SYN_USES_tableio fast_float zlib zstd)
set(SYN_USES_duck duckdb)
set(SYN_USES_value gmp re2 utf8proc date)
set(SYN_USES_builtins gmp re2 utf8proc date boost eigen)
set(SYN_USES_cli cli11)

# syn_find_library(VAR NAME): the archive libNAME.a if there is one, else the shared object.
function(syn_find_library var name)
  if(SYN_ASAN)
    find_library(SYN_LIBRARY_${name} NAMES ${name} lib${name}.a)
  else()
    find_library(SYN_LIBRARY_${name} NAMES lib${name}.a ${name})
  endif()
  if(NOT SYN_LIBRARY_${name})
    message(FATAL_ERROR "the library ${name} is missing: run tools/bootstrap")
  endif()
  mark_as_advanced(SYN_LIBRARY_${name})
  set(${var} ${SYN_LIBRARY_${name}} PARENT_SCOPE)
endfunction()

# syn_need_header(HEADER): stops with a clear message when it is not installed.
function(syn_need_header header)
  string(MAKE_C_IDENTIFIER ${header} id)
  find_path(SYN_HEADER_${id} ${header} PATH_SUFFIXES eigen3)
  if(NOT SYN_HEADER_${id})
    message(FATAL_ERROR "the header ${header} is missing: run tools/bootstrap")
  endif()
  mark_as_advanced(SYN_HEADER_${id})
endfunction()

function(syn_add_dep name)
  cmake_parse_arguments(arg "" "HEADER;LIBRARY" "" ${ARGN})
  add_library(syn_dep_${name} INTERFACE)
  syn_need_header(${arg_HEADER})
  string(MAKE_C_IDENTIFIER ${arg_HEADER} id)
  if(NOT SYN_HEADER_${id} STREQUAL "/usr/include")
    target_include_directories(syn_dep_${name} SYSTEM INTERFACE ${SYN_HEADER_${id}})
  endif()
  if(arg_LIBRARY)
    syn_find_library(path ${arg_LIBRARY})
    target_link_libraries(syn_dep_${name} INTERFACE ${path})
  endif()
endfunction()

syn_add_dep(gmp HEADER gmp.h LIBRARY gmp)
syn_add_dep(re2 HEADER re2/re2.h LIBRARY re2)
syn_add_dep(utf8proc HEADER utf8proc.h LIBRARY utf8proc)
syn_add_dep(simdjson HEADER simdjson.h LIBRARY simdjson)
syn_add_dep(fast_float HEADER fast_float/fast_float.h)
syn_add_dep(date HEADER date/date.h)
syn_add_dep(boost HEADER boost/math/distributions.hpp)
syn_add_dep(eigen HEADER Eigen/Core)
syn_add_dep(zlib HEADER zlib.h LIBRARY z)
syn_add_dep(zstd HEADER zstd.h LIBRARY zstd)
syn_add_dep(cli11 HEADER CLI/CLI.hpp)

# Only the header of DuckDB is used here (SYN_HAS_DUCKDB); the library is opened when it is first needed. Without it
# everything builds, and what needs it says so.
if(DEFINED ENV{DUCKDB_ROOT})
  set(SYN_DUCKDB_ROOT $ENV{DUCKDB_ROOT})
else()
  set(SYN_DUCKDB_ROOT ${CMAKE_CURRENT_SOURCE_DIR}/third_party/duckdb)
endif()
add_library(syn_dep_duckdb INTERFACE)
if(EXISTS ${SYN_DUCKDB_ROOT}/duckdb.h)
  target_include_directories(syn_dep_duckdb SYSTEM INTERFACE ${SYN_DUCKDB_ROOT})
  target_compile_definitions(syn_dep_duckdb INTERFACE SYN_HAS_DUCKDB=1
    SYN_DUCKDB_ROOT="${SYN_DUCKDB_ROOT}")
endif()
target_link_libraries(syn_dep_duckdb INTERFACE ${CMAKE_DL_LIBS})

# {fmt} has no archive in Debian: its own inline sources are compiled once.
syn_need_header(fmt/format-inl.h)
add_library(syn_dep_fmt STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt_archive.cpp)
target_compile_options(syn_dep_fmt PRIVATE -ffunction-sections -fdata-sections)

# The seccomp programs of src/sandbox are made by libseccomp while the project is built; the binary does not link it.
syn_need_header(seccomp.h)
syn_find_library(SYN_SECCOMP seccomp)
set(SYN_SECCOMP ${SYN_SECCOMP} CACHE INTERNAL "")
