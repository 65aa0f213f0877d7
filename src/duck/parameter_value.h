// Values of parameters in the library's form. Internal to duck/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef SYN_HAS_DUCKDB
#include "duck/api.h"
#include "duck/engine.h"

namespace syn::duck {

ValueHandle make_value(const Api& api, const Parameter& parameter);

}  // namespace syn::duck
#endif
