// The options of chart_svg.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/chart.h"
#include "builtins/csv_options.h"
#include "builtins/errors_a.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kOptionNames =
    "title, x, y, width, height, colors, x_label, y_label, legend, background, theme, stack, "
    "value, "
    "x_labels, y_labels, scale, center, bins, total";

/// Options that only some kinds have.
struct OwnOption {
  std::string_view name;
  ChartKind first;
  ChartKind second;  ///< the same where there is one
};
constexpr std::array<OwnOption, 8> kOwnOptions{{
    {"stack", ChartKind::Area, ChartKind::Bar},
    {"value", ChartKind::Heatmap, ChartKind::Heatmap},
    {"x_labels", ChartKind::Heatmap, ChartKind::Heatmap},
    {"y_labels", ChartKind::Heatmap, ChartKind::Heatmap},
    {"scale", ChartKind::Heatmap, ChartKind::Heatmap},
    {"center", ChartKind::Heatmap, ChartKind::Heatmap},
    {"bins", ChartKind::Histogram, ChartKind::Histogram},
    {"total", ChartKind::Waterfall, ChartKind::Waterfall},
}};

bool is_hex_color(std::string_view text) {
  if (text.size() != 4 && text.size() != 7) return false;
  return text[0] == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

class OptionReader {
 public:
  explicit OptionReader(ChartKind kind) { options_.kind = kind; }
  Result<void> read(std::string_view name, const Value& value);
  ChartOptions take() { return std::move(options_); }

 private:
  Result<void> check_kind(std::string_view name) const;
  Result<void> read_own(std::string_view name, const Value& value);
  Result<void> text(std::string_view name, const Value& value, std::string& out);
  Result<void> texts(std::string_view name, const Value& value, std::vector<std::string>& out);
  Result<void> flag(std::string_view name, const Value& value, bool& out);
  Result<void> size(std::string_view name, const Value& value, double& out);
  Result<void> color_list(const Value& value);
  Result<void> background(const Value& value);
  Result<void> theme(const Value& value);
  Result<void> color_scale(const Value& value);
  ChartOptions options_;
};

Result<void> OptionReader::check_kind(std::string_view name) const {
  auto own = std::find_if(kOwnOptions.begin(), kOwnOptions.end(),
                          [name](const OwnOption& option) { return option.name == name; });
  if (own == kOwnOptions.end() || options_.kind == own->first || options_.kind == own->second)
    return {};
  std::string names(kChartKinds[static_cast<size_t>(own->first)]);
  if (own->second != own->first) {
    names += ", ";
    names += kChartKinds[static_cast<size_t>(own->second)];
  }
  return Error(builtin_errors::kChartOptionKind, {name, options_.kind_name(), names});
}

Result<void> OptionReader::read(std::string_view name, const Value& value) {
  TRY(check_kind(name));
  if (value.is_nothing()) return {};
  if (name == "title") return text(name, value, options_.title);
  if (name == "x") return text(name, value, options_.x);
  if (name == "y") return texts(name, value, options_.y);
  if (name == "x_label") return text(name, value, options_.x_label);
  if (name == "y_label") return text(name, value, options_.y_label);
  if (name == "width") return size(name, value, options_.width);
  if (name == "height") return size(name, value, options_.height);
  if (name == "colors") return color_list(value);
  if (name == "background") return background(value);
  if (name == "theme") return theme(value);
  if (name == "legend") {
    bool shown = true;
    TRY(flag(name, value, shown));
    options_.legend = shown;
    return {};
  }
  return read_own(name, value);
}

Result<void> OptionReader::read_own(std::string_view name, const Value& value) {
  if (name == "stack") return flag(name, value, options_.stack);
  if (name == "value") return text(name, value, options_.value);
  if (name == "x_labels") return texts(name, value, options_.x_labels);
  if (name == "y_labels") return texts(name, value, options_.y_labels);
  if (name == "total") return text(name, value, options_.total);
  if (name == "scale") return color_scale(value);
  if (name == "bins") {
    options_.bins = &value;
    return {};
  }
  if (name == "center") {
    if (!is_real_number(value) || !std::isfinite(to_double(value))) {
      return Error(builtin_errors::kChartOptionNumber, {name, short_display(value)});
    }
    options_.center = to_double(value);
    return {};
  }
  return Error(builtin_errors::kChartUnknownOption, {name, kOptionNames});
}

Result<void> OptionReader::text(std::string_view name, const Value& value, std::string& out) {
  if (!value.is_text()) return Error(builtin_errors::kChartOptionText, {name, type_name(value)});
  out = value.view();
  return {};
}

/// A text, or a list of texts.
Result<void> OptionReader::texts(std::string_view name, const Value& value,
                                 std::vector<std::string>& out) {
  if (value.is_text()) {
    out.emplace_back(value.view());
    return {};
  }
  if (!value.is_list()) return Error(builtin_errors::kChartOptionText, {name, type_name(value)});
  for (const Value& item : value.list().items()) {
    if (!item.is_text()) return Error(builtin_errors::kChartOptionText, {name, type_name(item)});
    out.emplace_back(item.view());
  }
  return {};
}

Result<void> OptionReader::flag(std::string_view name, const Value& value, bool& out) {
  if (!value.is(Tag::Bool))
    return Error(builtin_errors::kChartOptionBool, {name, type_name(value)});
  out = value.as_bool();
  return {};
}

Result<void> OptionReader::size(std::string_view name, const Value& value, double& out) {
  double wanted = is_real_number(value) ? to_double(value) : -1;
  if (!(wanted >= 16 && wanted <= 8192)) {
    std::string got =
        is_real_number(value) ? display(Value::number(wanted)) : std::string(type_name(value));
    return Error(builtin_errors::kChartOptionSize, {name, got});
  }
  out = wanted;
  return {};
}

Result<void> OptionReader::color_list(const Value& value) {
  TRY(texts("colors", value, options_.colors));
  for (const std::string& color : options_.colors) {
    if (!is_hex_color(color)) return Error(builtin_errors::kChartColor, {color});
  }
  return {};
}

Result<void> OptionReader::background(const Value& value) {
  TRY(text("background", value, options_.background));
  bool fits = options_.background == "none" || is_hex_color(options_.background);
  return fits ? Result<void>() : Error(builtin_errors::kChartColor, {options_.background});
}

Result<void> OptionReader::theme(const Value& value) {
  bool dark = value.is_text() && value.view() == "dark";
  if (!dark && !(value.is_text() && value.view() == "light")) {
    return Error(builtin_errors::kChartTheme, {short_display(value)});
  }
  options_.dark = dark;
  return {};
}

Result<void> OptionReader::color_scale(const Value& value) {
  bool diverging = value.is_text() && value.view() == "diverging";
  if (!diverging && !(value.is_text() && value.view() == "sequential")) {
    return Error(builtin_errors::kChartScale, {short_display(value)});
  }
  options_.scale = diverging ? ColorScale::Diverging : ColorScale::Sequential;
  return {};
}

}  // namespace

Result<ChartOptions> chart_options(Call& call) {
  std::optional<ChartKind> kind;
  for (size_t i = 0; call[0].is_text() && i < kChartKinds.size(); ++i) {
    if (call[0].view() == kChartKinds[i]) kind = static_cast<ChartKind>(i);
  }
  if (!kind) {
    std::string names;
    for (std::string_view name : kChartKinds) {
      if (!names.empty()) names += ", ";
      names += name;
    }
    std::string got = call[0].is_text() ? "\"" + std::string(call[0].view()) + "\""
                                        : std::string(type_name(call[0]));
    return Error(builtin_errors::kChartKind, {got, names});
  }
  OptionReader reader(*kind);
  TRY_ASSIGN(const Map* given, options_map(call.optional(2), call.name()));
  for (size_t i = 0; given != nullptr && i < given->size(); ++i) {
    TRY(reader.read(given->key(i)->view(), given->value(i)));
  }
  return reader.take();
}

}  // namespace syn
