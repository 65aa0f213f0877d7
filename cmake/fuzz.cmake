# Fuzz drivers: fuzz/NAME.cpp is the program fuzz_NAME (libFuzzer). Its first comment names the modules that it needs in a
# line "// needs: MODULE MODULE". Built in the preset fuzz only.
# SPDX-License-Identifier: Apache-2.0

function(syn_add_fuzz_drivers)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/*.cpp)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    file(STRINGS ${source} needs REGEX "^// needs:" LIMIT_COUNT 1)
    string(REGEX REPLACE "^// needs: *" "" needs "${needs}")
    string(REPLACE " " ";" needs "${needs}")
    add_executable(fuzz_${name} ${source})
    syn_link_modules(fuzz_${name} PRIVATE "${needs}")
    target_link_libraries(fuzz_${name} PRIVATE syn_flags ${CMAKE_DL_LIBS})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  endforeach()
endfunction()
