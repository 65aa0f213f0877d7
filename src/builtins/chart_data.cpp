// The data of chart_svg, in the forms that its kinds take.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/chart.h"
#include "builtins/errors_a.h"
#include "builtins/group_keys.h"
#include "builtins/time_moment.h"
#include "value/arithmetic.h"
#include "value/civil_time.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr std::string_view kNoLabel = "(missing)";

/// Whether a value that is missing leaves a gap; elsewhere there is nothing to leave one in.
bool takes_gaps(ChartKind kind) {
  return kind == ChartKind::Area || kind == ChartKind::Bar || kind == ChartKind::Line ||
         kind == ChartKind::Scatter || kind == ChartKind::Heatmap;
}

/// What is said of a number, for messages: `the y field "v" in row 1`.
std::string at_field(std::string_view role, std::string_view column, size_t row) {
  std::string text = "the " + std::string(role) + " field ";
  append_quoted(text, column);
  return text + " in row " + count_text(row + 1);
}

/// A finite number, or a gap.
Result<std::optional<double>> number_at(const ChartOptions& options, const Value& value,
                                        const std::string& place) {
  if (value.is_nothing() && takes_gaps(options.kind)) return std::optional<double>();
  if (!is_real_number(value)) return Error(builtin_errors::kChartNumber, {place, type_name(value)});
  double number = to_double(value);
  if (std::isnan(number)) return Error(builtin_errors::kChartNan, {place});
  if (std::isinf(number)) return Error(builtin_errors::kChartInfinite, {place});
  return std::optional<double>(number);
}

std::string label_of(const Value& value) {
  return value.is_nothing() ? std::string(kNoLabel) : display(value);
}

class DataReader {
 public:
  DataReader(Call& call, const ChartOptions& options) : call_(call), options_(options) {}

  Result<ChartData> read() {
    const Value& given = call_[1];
    if (given.is_map()) {
      TRY(read_map(given.map()));
    } else if (given.is(Tag::Array)) {
      TRY(read_array(given.array()));
    } else if (given.is_list()) {
      TRY(read_list(given.list().items()));
    } else {
      return Error(builtin_errors::kChartData, {type_name(given)});
    }
    if (data_.series.empty() || data_.series[0].values.empty())
      return Error(builtin_errors::kChartEmpty);
    return std::move(data_);
  }

 private:
  Result<void> read_list(std::span<const Value> items) {
    if (items.empty()) return Error(builtin_errors::kChartEmpty);
    if (items[0].is_map()) return read_rows(items);
    if (items[0].is_list()) return read_pairs(items);
    return read_numbers(items);
  }

  /// One number after another.
  Result<void> read_numbers(std::span<const Value> items) {
    bool fits = options_.kind == ChartKind::Bar || options_.kind == ChartKind::Line ||
                options_.kind == ChartKind::Area || options_.kind == ChartKind::Histogram ||
                options_.kind == ChartKind::Boxplot || options_.kind == ChartKind::Waterfall;
    if (!fits) return Error(builtin_errors::kChartPlainList, {options_.kind_name()});
    ChartSeries series;
    for (size_t i = 0; i < items.size(); ++i) {
      TRY(call_.tick());
      TRY_ASSIGN(auto number, number_at(options_, items[i], "the item at index " + count_text(i)));
      series.values.push_back(number);
      data_.labels.push_back(count_text(i + 1));
    }
    // A line over positions has an axis of numbers.
    if (options_.kind == ChartKind::Line || options_.kind == ChartKind::Area) {
      data_.axis = ChartAxis::Numbers;
      for (size_t i = 0; i < items.size(); ++i) data_.places.push_back(static_cast<double>(i + 1));
      data_.labels.clear();
    }
    data_.series.push_back(std::move(series));
    return {};
  }

  Result<void> read_array(const ArrayObject& array) {
    if (array.shape.size() != 1) return Error(builtin_errors::kChartData, {"array"});
    std::vector<Value> items;
    for (double number : array.data) items.push_back(Value::number(number));
    if (items.empty()) return Error(builtin_errors::kChartEmpty);
    return read_numbers(items);
  }

  /// [x, y] each.
  Result<void> read_pairs(std::span<const Value> items) {
    if (options_.kind != ChartKind::Scatter && options_.kind != ChartKind::Line)
      return Error(builtin_errors::kChartPairs, {options_.kind_name()});
    std::vector<const Value*> xs;
    ChartSeries series;
    for (size_t i = 0; i < items.size(); ++i) {
      TRY(call_.tick());
      bool pair = items[i].is_list() && items[i].list().size() == 2;
      if (!pair) return Error(builtin_errors::kChartPair, {count_text(i), short_display(items[i])});
      xs.push_back(&items[i].list().at(0));
      TRY_ASSIGN(auto y, number_at(options_, items[i].list().at(1),
                                   "the y of the pair at index " + count_text(i)));
      series.values.push_back(y);
    }
    TRY(take_places(xs, "the x of the pair at index "));
    data_.series.push_back(std::move(series));
    return {};
  }

  /// Label → number, or label → list of numbers.
  Result<void> read_map(const Map& map) {
    if (options_.kind == ChartKind::Histogram || options_.kind == ChartKind::Scatter)
      return Error(builtin_errors::kChartMap, {options_.kind_name()});
    if (map.size() == 0) return Error(builtin_errors::kChartEmpty);
    ChartSeries single;
    for (size_t i = 0; i < map.size(); ++i) {
      TRY(call_.tick());
      std::string label(map.key(i)->view());
      std::string place = "the value of ";
      append_quoted(place, label);
      if (options_.kind == ChartKind::Boxplot) {
        TRY(add_box(label, map.value(i), place));
        continue;
      }
      TRY_ASSIGN(auto number, number_at(options_, map.value(i), place));
      single.values.push_back(number);
      data_.labels.push_back(std::move(label));
    }
    if (options_.kind != ChartKind::Boxplot) data_.series.push_back(std::move(single));
    return {};
  }

  Result<void> add_box(const std::string& label, const Value& list, const std::string& place) {
    if (!list.is_list()) return Error(builtin_errors::kChartBox, {place, type_name(list)});
    ChartSeries series{label, {}};
    for (const Value& item : list.list().items()) {
      TRY(call_.tick());
      TRY_ASSIGN(auto number, number_at(options_, item, place));
      series.values.push_back(number);
    }
    if (series.values.empty()) return Error(builtin_errors::kChartEmpty);
    data_.labels.push_back(label);
    data_.series.push_back(std::move(series));
    return {};
  }

  Result<void> read_rows(std::span<const Value> rows) {
    bool only_x = options_.kind == ChartKind::Histogram;
    bool only_y = options_.kind == ChartKind::Boxplot;
    bool named = (only_x && (!options_.x.empty() || !options_.y.empty())) ||
                 (only_y && !options_.y.empty()) || (!options_.x.empty() && !options_.y.empty());
    if (!named) return Error(builtin_errors::kChartColumns);
    if (only_x) return read_one_column(rows);
    if (only_y) return read_boxes(rows);
    std::vector<const Value*> xs;
    TRY(cells_of(rows, options_.x, "x", xs));
    for (const std::string& column : options_.y) {
      std::vector<const Value*> cells;
      TRY(cells_of(rows, column, "y", cells));
      ChartSeries series{column, {}};
      for (size_t i = 0; i < cells.size(); ++i) {
        TRY_ASSIGN(auto number, number_at(options_, *cells[i], at_field("y", column, i)));
        series.values.push_back(number);
      }
      data_.series.push_back(std::move(series));
    }
    return take_places(xs, {});
  }

  Result<void> cells_of(std::span<const Value> rows, const std::string& column,
                        std::string_view role, std::vector<const Value*>& out) {
    ColumnReader reader(column);
    for (size_t i = 0; i < rows.size(); ++i) {
      TRY(call_.tick());
      if (!rows[i].is_map()) return not_a_row(call_.name(), i, rows[i]);
      const Value* cell = reader.find(rows[i].map());
      if (cell == nullptr)
        return Error(builtin_errors::kChartField, {role, column, count_text(i + 1)});
      out.push_back(cell);
    }
    return {};
  }

  Result<void> read_one_column(std::span<const Value> rows) {
    const std::string& column = options_.x.empty() ? options_.y[0] : options_.x;
    std::string_view role = options_.x.empty() ? "y" : "x";
    std::vector<const Value*> cells;
    TRY(cells_of(rows, column, role, cells));
    ChartSeries series{column, {}};
    for (size_t i = 0; i < cells.size(); ++i) {
      TRY_ASSIGN(auto number, number_at(options_, *cells[i], at_field(role, column, i)));
      series.values.push_back(number);
    }
    data_.series.push_back(std::move(series));
    return {};
  }

  /// A box for each value of x, or one for each y column.
  Result<void> read_boxes(std::span<const Value> rows) {
    for (const std::string& column : options_.y) {
      std::vector<const Value*> cells;
      TRY(cells_of(rows, column, "y", cells));
      std::vector<const Value*> xs;
      if (!options_.x.empty()) TRY(cells_of(rows, options_.x, "x", xs));
      for (size_t i = 0; i < cells.size(); ++i) {
        std::string label = xs.empty() ? column : label_of(*xs[i]);
        TRY_ASSIGN(auto number, number_at(options_, *cells[i], at_field("y", column, i)));
        auto found = std::find(data_.labels.begin(), data_.labels.end(), label);
        auto at = static_cast<size_t>(found - data_.labels.begin());
        if (found == data_.labels.end()) {
          data_.labels.push_back(label);
          data_.series.push_back({label, {}});
        }
        TRY(call_.tick(1 + at / 8));
        data_.series[at].values.push_back(number);
      }
    }
    return {};
  }

  /// The horizontal axis: numbers or dates where all are, and the kind draws over numbers.
  Result<void> take_places(std::span<const Value* const> xs, std::string_view pair) {
    bool over_numbers = options_.kind == ChartKind::Line || options_.kind == ChartKind::Area ||
                        options_.kind == ChartKind::Scatter;
    ChartAxis axis = over_numbers ? axis_of(xs) : ChartAxis::Labels;
    if (options_.kind == ChartKind::Scatter && axis == ChartAxis::Labels) {
      return wrong_scatter(xs, pair);
    }
    data_.axis = axis;
    std::vector<bool> keep(xs.size(), true);
    for (size_t i = 0; i < xs.size(); ++i) {
      TRY(call_.tick());
      if (axis == ChartAxis::Labels) {
        data_.labels.push_back(label_of(*xs[i]));
      } else if (xs[i]->is_nothing()) {
        keep[i] = false;  // a point without a place
      } else {
        TRY_ASSIGN(double place, place_of(*xs[i], axis, i, pair));
        data_.places.push_back(place);
      }
    }
    for (ChartSeries& series : data_.series) drop(series, keep);
    return {};
  }

  static void drop(ChartSeries& series, const std::vector<bool>& keep) {
    size_t kept = 0;
    for (size_t i = 0; i < series.values.size(); ++i) {
      if (keep[i]) series.values[kept++] = series.values[i];
    }
    series.values.resize(kept);
  }

  static ChartAxis axis_of(std::span<const Value* const> xs) {
    std::optional<ChartAxis> axis;
    for (const Value* x : xs) {
      if (x->is_nothing()) continue;
      ChartAxis own = is_real_number(*x)     ? ChartAxis::Numbers
                      : x->is(Tag::Date)     ? ChartAxis::Dates
                      : x->is(Tag::DateTime) ? ChartAxis::DateTimes
                                             : ChartAxis::Labels;
      if (axis && *axis != own) return ChartAxis::Labels;
      axis = own;
    }
    return axis.value_or(ChartAxis::Labels);
  }

  Error wrong_scatter(std::span<const Value* const> xs, std::string_view pair) const {
    for (size_t i = 0; i < xs.size(); ++i) {
      if (is_real_number(*xs[i]) || xs[i]->is_nothing()) continue;
      std::string place =
          pair.empty() ? at_field("x", options_.x, i) : std::string(pair) + count_text(i);
      return Error(builtin_errors::kChartNumber, {place, type_name(*xs[i])});
    }
    return Error(builtin_errors::kChartEmpty);
  }

  Result<double> place_of(const Value& x, ChartAxis axis, size_t index, std::string_view pair) {
    if (axis == ChartAxis::Numbers) {
      std::string place =
          pair.empty() ? at_field("x", options_.x, index) : std::string(pair) + count_text(index);
      TRY_ASSIGN(auto number, number_at(options_, x, place));
      return *number;
    }
    TRY_ASSIGN(Moment moment, moment_of(call_, x));
    if (axis == ChartAxis::Dates) return static_cast<double>(moment.days);
    return static_cast<double>(moment.days) * 86400.0 + moment.seconds_of_day -
           moment.offset_seconds + moment.nanoseconds / 1e9;
  }

  Call& call_;
  const ChartOptions& options_;
  ChartData data_;
};

size_t position_of(std::vector<std::string>& labels, const std::string& label) {
  auto found = std::find(labels.begin(), labels.end(), label);
  auto position = static_cast<size_t>(found - labels.begin());
  if (found == labels.end()) labels.push_back(label);
  return position;
}

/// Rows with the columns x, y and value.
Result<ChartMatrix> matrix_of_rows(Call& call, const ChartOptions& options,
                                   std::span<const Value> rows) {
  if (options.x.empty() || options.y.size() != 1 || options.value.empty())
    return Error(builtin_errors::kChartHeatmapColumns);
  ChartMatrix matrix;
  const std::string names[] = {options.x, options.y[0], options.value};
  constexpr std::string_view kRoles[] = {"x", "y", "value"};
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_map()) return not_a_row(call.name(), i, rows[i]);
    const Value* cells[3];
    for (size_t k = 0; k < 3; ++k) {
      cells[k] = rows[i].map().get(names[k]);
      if (cells[k] == nullptr)
        return Error(builtin_errors::kChartField, {kRoles[k], names[k], count_text(i + 1)});
    }
    TRY_ASSIGN(auto number, number_at(options, *cells[2], at_field("value", options.value, i)));
    size_t x = position_of(matrix.x_labels, label_of(*cells[0]));
    size_t y = position_of(matrix.y_labels, label_of(*cells[1]));
    TRY(call.tick(1 + (x + y) / 8));
    if (y >= matrix.cells.size()) matrix.cells.resize(y + 1);
    if (x >= matrix.cells[y].size()) {
      TRY(call.reserve((x + 1) * sizeof(std::optional<double>)));
      matrix.cells[y].resize(x + 1);
    }
    matrix.cells[y][x] = number;
  }
  for (auto& row : matrix.cells) row.resize(matrix.x_labels.size());
  return matrix;
}

Result<ChartMatrix> matrix_of_lists(Call& call, const ChartOptions& options,
                                    std::span<const Value> rows) {
  ChartMatrix matrix;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_list()) return Error(builtin_errors::kChartMatrixRow, {type_name(rows[i])});
    matrix.cells.emplace_back();
    for (const Value& cell : rows[i].list().items()) {
      TRY(call.tick());
      TRY_ASSIGN(auto number, number_at(options, cell, "a cell of row " + count_text(i + 1)));
      matrix.cells.back().push_back(number);
    }
    if (matrix.cells.back().size() != matrix.cells[0].size())
      return Error(builtin_errors::kChartMatrixWidth,
                   {count_text(i + 1), count_text(matrix.cells.back().size()),
                    count_text(matrix.cells[0].size())});
  }
  return matrix;
}

Result<void> name_cells(std::string_view option, const std::vector<std::string>& given,
                        size_t count, std::vector<std::string>& labels) {
  if (!given.empty() && given.size() != count) {
    return Error(builtin_errors::kChartLabelCount,
                 {option, count_text(given.size()), count_text(count)});
  }
  if (!given.empty()) labels = given;
  for (size_t i = labels.size(); i < count; ++i) labels.push_back(count_text(i + 1));
  return {};
}

}  // namespace

Result<ChartData> chart_data(Call& call, const ChartOptions& options) {
  return DataReader(call, options).read();
}

Result<ChartMatrix> chart_matrix(Call& call, const ChartOptions& options) {
  ChartMatrix matrix;
  const Value& given = call[1];
  if (given.is(Tag::Array) && given.array().shape.size() == 2) {
    const ArrayObject& array = given.array();
    for (size_t i = 0; i < array.shape[0]; ++i) {
      auto first = array.data.begin() + static_cast<ptrdiff_t>(i * array.shape[1]);
      matrix.cells.emplace_back(first, first + static_cast<ptrdiff_t>(array.shape[1]));
    }
  } else if (!given.is_list()) {
    return Error(builtin_errors::kChartData, {type_name(given)});
  } else {
    std::span<const Value> rows = given.list().items();
    if (rows.empty()) return Error(builtin_errors::kChartEmpty);
    TRY_ASSIGN(matrix, rows[0].is_map() ? matrix_of_rows(call, options, rows)
                                        : matrix_of_lists(call, options, rows));
  }
  if (matrix.cells.empty() || matrix.cells[0].empty()) return Error(builtin_errors::kChartEmpty);
  TRY(name_cells("x_labels", options.x_labels, matrix.cells[0].size(), matrix.x_labels));
  TRY(name_cells("y_labels", options.y_labels, matrix.cells.size(), matrix.y_labels));
  return matrix;
}

}  // namespace syn
