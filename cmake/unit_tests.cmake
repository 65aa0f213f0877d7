# One GoogleTest program a module: unit_<module>, from tests/unit/<module>/*_test.cpp. It links its module (and so what
# that may include); tests that need more name the modules in tests/unit/<module>/needs.txt, one a line.
# SPDX-License-Identifier: Apache-2.0

function(syn_add_unit_tests)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    message(FATAL_ERROR "GoogleTest is missing: run tools/bootstrap")
  endif()
  find_path(SYN_RAPIDCHECK_INCLUDE rapidcheck.h)
  find_library(SYN_RAPIDCHECK_LIBRARY rapidcheck)
  foreach(module IN LISTS SYN_MODULES ITEMS cli)
    set(folder ${CMAKE_CURRENT_SOURCE_DIR}/tests/unit/${module})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*_test.cpp)
    if(sources AND TARGET syn_${module})
      syn_add_unit_test(${module} ${folder} "${sources}")
    endif()
  endforeach()
endfunction()

function(syn_add_unit_test module folder sources)
  set(target unit_${module})
  add_executable(${target} ${sources})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/tests/unit)
  set(needs "")
  if(EXISTS ${folder}/needs.txt)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/needs.txt)
    file(STRINGS ${folder}/needs.txt needs)
  endif()
  syn_link_modules(${target} PRIVATE "${needs}")
  target_link_libraries(${target} PRIVATE syn_${module} syn_flags GTest::gtest GTest::gtest_main
    ${CMAKE_DL_LIBS})
  if(SYN_RAPIDCHECK_INCLUDE AND SYN_RAPIDCHECK_LIBRARY)
    target_link_libraries(${target} PRIVATE ${SYN_RAPIDCHECK_LIBRARY})
  endif()
  target_compile_definitions(${target} PRIVATE
    SYN_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}" SYN_BINARY="${CMAKE_BINARY_DIR}/synsema")
  target_link_options(${target} PRIVATE ${SYN_LINK_FLAGS})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unit)
  add_test(NAME ${target} COMMAND ${target} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(${target} PROPERTIES LABELS unit TIMEOUT 120
    ENVIRONMENT "GTEST_OUTPUT=xml:${CMAKE_BINARY_DIR}/unit/results/;LC_ALL=C.UTF-8")
endfunction()

# escape_native: attacks by native code in a child's place (tests/escape).
function(syn_add_escape_tests)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/tests/escape/native/*.cpp)
  add_executable(escape_native ${sources})
  target_link_libraries(escape_native PRIVATE syn_sandbox syn_flags)
  target_link_options(escape_native PRIVATE ${SYN_LINK_FLAGS})
  set_target_properties(escape_native PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
endfunction()

# soak: long tests of running children (tests/soak), a host of its own.
function(syn_add_soak)
  add_executable(soak ${CMAKE_CURRENT_SOURCE_DIR}/tests/soak/soak.cpp)
  target_link_libraries(soak PRIVATE syn_run syn_flags ${CMAKE_DL_LIBS})
  target_link_options(soak PRIVATE ${SYN_LINK_FLAGS})
  set_target_properties(soak PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
endfunction()
