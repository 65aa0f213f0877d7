// One visitor over the kinds of a parameter.
// SPDX-License-Identifier: Apache-2.0
#include "duck/parameter_value.h"

#ifdef SYN_HAS_DUCKDB

namespace syn::duck {
namespace {

duckdb_hugeint wide_of(int128 value) {
  WideCell cell = WideCell::of(value);
  return {cell.low, static_cast<int64_t>(cell.high)};
}

class ValueMaker {
 public:
  explicit ValueMaker(const Api& api) : api_(api) {}

  duckdb_value operator()(std::monostate) const { return api_.create_null_value(); }
  duckdb_value operator()(bool value) const { return api_.create_bool(value); }
  duckdb_value operator()(int64_t value) const { return api_.create_int64(value); }
  duckdb_value operator()(int128 value) const { return api_.create_hugeint(wide_of(value)); }
  duckdb_value operator()(double value) const { return api_.create_double(value); }
  duckdb_value operator()(const Parameter::Exact& value) const {
    return api_.create_decimal({value.width, value.scale, wide_of(value.value)});
  }
  duckdb_value operator()(const std::string& value) const {
    return api_.create_varchar_length(value.data(), value.size());
  }
  duckdb_value operator()(const Parameter::Blob& value) const {
    return api_.create_blob(reinterpret_cast<const uint8_t*>(value.bytes.data()),
                            value.bytes.size());
  }
  duckdb_value operator()(const Parameter::Day& value) const {
    return api_.create_date({value.days});
  }
  duckdb_value operator()(const Parameter::Moment& value) const {
    if (value.is_nanos) return api_.create_timestamp_ns({value.count});
    return api_.create_timestamp({value.count});
  }
  duckdb_value operator()(const Parameter::Span& value) const {
    return api_.create_interval({0, 0, value.micros});
  }
  /// The items of a list have one kind, that of the first which is not missing.
  duckdb_value operator()(const std::vector<Parameter>& items) const {
    std::vector<ValueHandle> held;
    std::vector<duckdb_value> values;
    duckdb_type kind = DUCKDB_TYPE_SQLNULL;
    for (const Parameter& item : items) {
      held.push_back(make_value(api_, item));
      values.push_back(held.back().get());
      if (kind == DUCKDB_TYPE_SQLNULL) kind = kind_of(item);
      if (kind == DUCKDB_TYPE_BIGINT && kind_of(item) == DUCKDB_TYPE_DOUBLE) kind = kind_of(item);
    }
    TypeHandle type(
        api_, kind == DUCKDB_TYPE_DECIMAL ? decimal_type(items) : api_.create_logical_type(kind));
    return api_.create_list_value(type.get(), values.data(), values.size());
  }

 private:
  static duckdb_type kind_of(const Parameter& item) {
    constexpr duckdb_type kKinds[] = {
        DUCKDB_TYPE_SQLNULL, DUCKDB_TYPE_BOOLEAN,   DUCKDB_TYPE_BIGINT,   DUCKDB_TYPE_HUGEINT,
        DUCKDB_TYPE_DOUBLE,  DUCKDB_TYPE_DECIMAL,   DUCKDB_TYPE_VARCHAR,  DUCKDB_TYPE_BLOB,
        DUCKDB_TYPE_DATE,    DUCKDB_TYPE_TIMESTAMP, DUCKDB_TYPE_INTERVAL, DUCKDB_TYPE_VARCHAR};
    return kKinds[item.value.index()];
  }
  duckdb_logical_type decimal_type(const std::vector<Parameter>& items) const {
    uint8_t scale = 0;
    for (const Parameter& item : items) {
      if (const auto* exact = std::get_if<Parameter::Exact>(&item.value)) {
        scale = exact->scale > scale ? exact->scale : scale;
      }
    }
    constexpr uint8_t kMaxWidth = 38;
    return api_.create_decimal_type(kMaxWidth, scale);
  }

  const Api& api_;
};

}  // namespace

ValueHandle make_value(const Api& api, const Parameter& parameter) {
  return ValueHandle(api, std::visit(ValueMaker(api), parameter.value));
}

}  // namespace syn::duck
#endif
