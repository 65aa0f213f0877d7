// Types of the library and ours, both ways. Internal to duck/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef SYN_HAS_DUCKDB
#include "duck/api.h"
#include "duck/column_type.h"

namespace syn::duck {

Type type_of(const Api& api, duckdb_logical_type type);
/// Of types that a TableSource may have.
TypeHandle make_type(const Api& api, const Type& type);
/// `type` outlives the view.
VectorView view_of(const Api& api, duckdb_vector vector, const Type& type);

}  // namespace syn::duck
#endif
