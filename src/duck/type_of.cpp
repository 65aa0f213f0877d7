// One table of kinds, and the nested types.
// SPDX-License-Identifier: Apache-2.0
#include "duck/type_of.h"

#ifdef SYN_HAS_DUCKDB
#include "base/check.h"

namespace syn::duck {
namespace {

struct KindRow {
  duckdb_type library;
  Kind kind;
  const char* name;
};

constexpr KindRow kKinds[] = {
    {DUCKDB_TYPE_SQLNULL, Kind::Null, "NULL"},
    {DUCKDB_TYPE_BOOLEAN, Kind::Bool, "BOOLEAN"},
    {DUCKDB_TYPE_TINYINT, Kind::Int8, "TINYINT"},
    {DUCKDB_TYPE_SMALLINT, Kind::Int16, "SMALLINT"},
    {DUCKDB_TYPE_INTEGER, Kind::Int32, "INTEGER"},
    {DUCKDB_TYPE_BIGINT, Kind::Int64, "BIGINT"},
    {DUCKDB_TYPE_UTINYINT, Kind::UInt8, "UTINYINT"},
    {DUCKDB_TYPE_USMALLINT, Kind::UInt16, "USMALLINT"},
    {DUCKDB_TYPE_UINTEGER, Kind::UInt32, "UINTEGER"},
    {DUCKDB_TYPE_UBIGINT, Kind::UInt64, "UBIGINT"},
    {DUCKDB_TYPE_HUGEINT, Kind::Int128, "HUGEINT"},
    {DUCKDB_TYPE_UHUGEINT, Kind::UInt128, "UHUGEINT"},
    {DUCKDB_TYPE_FLOAT, Kind::Float, "FLOAT"},
    {DUCKDB_TYPE_DOUBLE, Kind::Double, "DOUBLE"},
    {DUCKDB_TYPE_DECIMAL, Kind::Decimal, "DECIMAL"},
    {DUCKDB_TYPE_VARCHAR, Kind::Text, "VARCHAR"},
    {DUCKDB_TYPE_BLOB, Kind::Bytes, "BLOB"},
    {DUCKDB_TYPE_DATE, Kind::Date, "DATE"},
    {DUCKDB_TYPE_TIME, Kind::Time, "TIME"},
    {DUCKDB_TYPE_TIME_NS, Kind::TimeNanos, "TIME_NS"},
    {DUCKDB_TYPE_TIMESTAMP_S, Kind::TimestampSeconds, "TIMESTAMP_S"},
    {DUCKDB_TYPE_TIMESTAMP_MS, Kind::TimestampMillis, "TIMESTAMP_MS"},
    {DUCKDB_TYPE_TIMESTAMP, Kind::Timestamp, "TIMESTAMP"},
    {DUCKDB_TYPE_TIMESTAMP_NS, Kind::TimestampNanos, "TIMESTAMP_NS"},
    {DUCKDB_TYPE_TIMESTAMP_TZ, Kind::TimestampZone, "TIMESTAMP WITH TIME ZONE"},
    {DUCKDB_TYPE_INTERVAL, Kind::Interval, "INTERVAL"},
    {DUCKDB_TYPE_LIST, Kind::List, "LIST"},
    {DUCKDB_TYPE_ARRAY, Kind::Array, "ARRAY"},
    {DUCKDB_TYPE_STRUCT, Kind::Struct, "STRUCT"},
    {DUCKDB_TYPE_MAP, Kind::Map, "MAP"},
    {DUCKDB_TYPE_ENUM, Kind::Enum, "ENUM"},
    {DUCKDB_TYPE_UUID, Kind::Uuid, "UUID"},
    {DUCKDB_TYPE_UNION, Kind::Other, "UNION"},
    {DUCKDB_TYPE_BIT, Kind::Other, "BIT"},
    {DUCKDB_TYPE_TIME_TZ, Kind::Other, "TIME WITH TIME ZONE"},
    {DUCKDB_TYPE_BIGNUM, Kind::Other, "BIGNUM"},
};

using ChildType = duckdb_logical_type (*)(duckdb_logical_type);

void add_child(const Api& api, Type& type, duckdb_logical_type child) {
  TypeHandle held(api, child);
  type.children.push_back(type_of(api, held.get()));
}

void add_struct(const Api& api, Type& type, duckdb_logical_type library) {
  idx_t count = api.struct_type_child_count(library);
  for (idx_t i = 0; i < count; ++i) {
    type.names.push_back(take_text(api, api.struct_type_child_name(library, i)));
    add_child(api, type, api.struct_type_child_type(library, i));
  }
}

/// The entries of a map are rows of key and value.
void add_map(const Api& api, Type& type, duckdb_logical_type library) {
  Type entry;
  entry.kind = Kind::Struct;
  entry.names = {"key", "value"};
  add_child(api, entry, api.map_type_key_type(library));
  add_child(api, entry, api.map_type_value_type(library));
  type.children.push_back(std::move(entry));
}

void add_words(const Api& api, Type& type, duckdb_logical_type library) {
  uint32_t count = api.enum_dictionary_size(library);
  for (uint32_t i = 0; i < count; ++i) {
    type.names.push_back(take_text(api, api.enum_dictionary_value(library, i)));
  }
}

}  // namespace

Type type_of(const Api& api, duckdb_logical_type library) {
  duckdb_type id = api.get_type_id(library);
  Type type;
  type.other_name = "of the engine's own";
  for (const KindRow& row : kKinds) {
    if (row.library != id) continue;
    type.kind = row.kind;
    type.other_name = row.name;
  }
  switch (type.kind) {
    case Kind::Decimal:
      type.width = api.decimal_width(library);
      type.scale = api.decimal_scale(library);
      break;
    case Kind::List: add_child(api, type, api.list_type_child_type(library)); break;
    case Kind::Array:
      type.array_size = api.array_type_array_size(library);
      add_child(api, type, api.array_type_child_type(library));
      break;
    case Kind::Struct: add_struct(api, type, library); break;
    case Kind::Map: add_map(api, type, library); break;
    case Kind::Enum: add_words(api, type, library); break;
    case Kind::Other:
    case Kind::Null:
    case Kind::Bool:
    case Kind::Int8:
    case Kind::Int16:
    case Kind::Int32:
    case Kind::Int64:
    case Kind::UInt8:
    case Kind::UInt16:
    case Kind::UInt32:
    case Kind::UInt64:
    case Kind::Int128:
    case Kind::UInt128:
    case Kind::Float:
    case Kind::Double:
    case Kind::Text:
    case Kind::Bytes:
    case Kind::Date:
    case Kind::Time:
    case Kind::TimeNanos:
    case Kind::TimestampSeconds:
    case Kind::TimestampMillis:
    case Kind::Timestamp:
    case Kind::TimestampNanos:
    case Kind::TimestampZone:
    case Kind::Interval:
    case Kind::Uuid: break;
  }
  return type;
}

TypeHandle make_type(const Api& api, const Type& type) {
  if (type.kind == Kind::Decimal) {
    return TypeHandle(api, api.create_decimal_type(type.width, type.scale));
  }
  if (type.kind == Kind::List) {
    TypeHandle child = make_type(api, type.children[0]);
    return TypeHandle(api, api.create_list_type(child.get()));
  }
  if (type.kind == Kind::Struct) {
    std::vector<TypeHandle> held;
    std::vector<duckdb_logical_type> types;
    std::vector<const char*> names;
    for (size_t i = 0; i < type.children.size(); ++i) {
      held.push_back(make_type(api, type.children[i]));
      types.push_back(held.back().get());
      names.push_back(type.names[i].c_str());
    }
    return TypeHandle(api, api.create_struct_type(types.data(), names.data(), types.size()));
  }
  for (const KindRow& row : kKinds) {
    if (row.kind == type.kind) return TypeHandle(api, api.create_logical_type(row.library));
  }
  CHECK(false);
  return TypeHandle(api);
}

VectorView view_of(const Api& api, duckdb_vector vector, const Type& type) {
  VectorView view;
  view.type = &type;
  view.data = api.vector_get_data(vector);
  view.validity = api.vector_get_validity(vector);
  if (type.kind == Kind::List || type.kind == Kind::Map) {
    view.children.push_back(view_of(api, api.list_vector_get_child(vector), type.children[0]));
  } else if (type.kind == Kind::Array) {
    view.children.push_back(view_of(api, api.array_vector_get_child(vector), type.children[0]));
  } else if (type.kind == Kind::Struct) {
    for (size_t i = 0; i < type.children.size(); ++i) {
      duckdb_vector child = api.struct_vector_get_child(vector, i);
      view.children.push_back(view_of(api, child, type.children[i]));
    }
  }
  return view;
}

}  // namespace syn::duck
#endif
