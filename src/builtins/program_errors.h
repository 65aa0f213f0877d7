// Errors of the builtins about the running program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace syn::program_errors {

SYN_ERROR_ROW(ExitCode, "B901", Program, "exit: the code must be an integer from 0 to 255, got {0}",
              "exit: el código debe ser un entero de 0 a 255, no {0}", "", "")
SYN_ERROR_ROW(ToolArguments, "B902", Program, "call_tool expects a map of named args, got {0}",
              "call_tool espera un mapa de argumentos con nombre, no {0}",
              "call_tool(task, {{\"name\": value}})", "call_tool(tarea, {{\"nombre\": valor}})")

}  // namespace syn::program_errors
