// Charts of a form of their own: pies and donuts, boxes, waterfalls, heatmaps.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "builtins/argument_checks.h"
#include "builtins/chart.h"
#include "builtins/errors_a.h"
#include "builtins/number_series.h"
#include "value/display.h"

namespace syn {
namespace {

struct Slices {
  double x;
  double y;
  double radius;
  double hole;  ///< inner radius of a donut
};

/// A point on the circle; `part` 0 is at the top, clockwise.
void write_point(SvgWriter& out, const Slices& pie, double radius, double part) {
  double angle = (part - 0.25) * 2 * std::numbers::pi;
  out << pie.x + radius * std::cos(angle) << " " << pie.y + radius * std::sin(angle);
}

void write_slice(SvgWriter& out, const Slices& pie, double from, double to) {
  // A whole circle has no arc of its own: it is drawn as two halves.
  if (to - from > 0.9999) {
    double middle = (from + to) / 2;
    write_slice(out, pie, from, middle);
    out << " ";
    write_slice(out, pie, middle, to);
    return;
  }
  const char* large = to - from > 0.5 ? "1" : "0";
  out << "M";
  write_point(out, pie, pie.radius, from);
  out << "A" << pie.radius << " " << pie.radius << " 0 " << large << " 1 ";
  write_point(out, pie, pie.radius, to);
  out << "L";
  write_point(out, pie, pie.hole, to);
  if (pie.hole > 0) {
    out << "A" << pie.hole << " " << pie.hole << " 0 " << large << " 0 ";
    write_point(out, pie, pie.hole, from);
  }
  out << "Z";
}

Result<double> total_of(const ChartOptions& options, const ChartData& data) {
  FloatSum total;
  for (size_t i = 0; i < data.labels.size(); ++i) {
    double value = *data.series[0].values[i];
    if (value < 0) {
      std::string label;
      append_quoted(label, data.labels[i]);
      return Error(builtin_errors::kChartNegativeSlice,
                   {options.kind_name(), display(Value::number(value)), label});
    }
    total.add(value);
  }
  if (total.result() == 0) return Error(builtin_errors::kChartNoSlices, {options.kind_name()});
  return total.result();
}

std::string percent_text(double part) { return chart_number(std::round(part * 1000) / 10) + " %"; }

struct FiveNumbers {
  double low;  ///< ends of the whiskers: the last values within 1.5 times the box
  double first;
  double middle;
  double third;
  double high;
  std::vector<double> outside;
};

FiveNumbers five_numbers(const ChartSeries& series) {
  std::vector<double> values;
  for (const auto& value : series.values) values.push_back(*value);
  std::sort(values.begin(), values.end());
  FiveNumbers box{};
  box.first = float_quantile(values, 0.25);
  std::sort(values.begin(), values.end());
  box.middle = float_median(values);
  std::sort(values.begin(), values.end());
  box.third = float_quantile(values, 0.75);
  std::sort(values.begin(), values.end());
  double reach = 1.5 * (box.third - box.first);
  box.low = box.first;
  box.high = box.third;
  for (double value : values) {
    if (value < box.first - reach || value > box.third + reach) {
      box.outside.push_back(value);
    } else {
      box.low = std::min(box.low, value);
      box.high = std::max(box.high, value);
    }
  }
  return box;
}

/// A colour between two, as hex; `part` from 0 to 1.
std::string blend(std::array<int, 3> from, std::array<int, 3> to, double part) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string color = "#";
  for (size_t i = 0; i < 3; ++i) {
    auto level = static_cast<int>(std::lround(from[i] + (to[i] - from[i]) * part));
    color += kHex[level / 16];
    color += kHex[level % 16];
  }
  return color;
}

constexpr std::array<int, 3> kPale{239, 243, 248};
constexpr std::array<int, 3> kStrong{8, 69, 148};
constexpr std::array<int, 3> kOpposite{178, 24, 43};

std::string cell_color(const ChartOptions& options, double value, double least, double greatest) {
  if (options.scale == ColorScale::Sequential && !options.center) {
    return blend(kPale, kStrong, greatest == least ? 0.5 : (value - least) / (greatest - least));
  }
  double center = options.center.value_or(0);
  double reach = std::max(std::fabs(greatest - center), std::fabs(center - least));
  double part = reach == 0 ? 0 : (value - center) / reach;
  return blend(kPale, part < 0 ? kOpposite : kStrong, std::fabs(part));
}

}  // namespace

Result<void> draw_slices(SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                         const ChartData& data) {
  TRY(check_colors(options, data.labels.size(), "slices"));
  TRY_ASSIGN(double total, total_of(options, data));
  frame.draw_head(data.labels);
  const Box& plot = frame.plot();
  double radius = std::max(1.0, std::min(plot.width(), plot.height()) / 2 - 4);
  Slices pie{(plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2, radius,
             options.kind == ChartKind::Donut ? radius * 0.55 : 0};
  double from = 0;
  for (size_t i = 0; i < data.labels.size(); ++i) {
    double value = *data.series[0].values[i];
    double part = value / total;
    if (part == 0) continue;
    out << "<path fill=\"" << frame.color(i) << "\" stroke=\""
        << (options.background.empty() || options.background == "none"
                ? chart_theme(options).background
                : std::string_view(options.background))
        << "\" d=\"";
    write_slice(out, pie, from, from + part);
    out << "\"><title>";
    out.escaped(data.labels[i] + ": " + chart_number(value) + " (" + percent_text(part) + ")")
        << "</title></path>\n";
    if (part >= 0.05) {
      double angle = (from + part / 2 - 0.25) * 2 * std::numbers::pi;
      double at = (pie.hole > 0 ? pie.radius + pie.hole : pie.radius * 1.3) / 2;
      frame.write_text(pie.x + at * std::cos(angle), pie.y + at * std::sin(angle) + 4, "middle",
                       "#ffffff", percent_text(part));
    }
    from += part;
    TRY(out.settle());
  }
  return {};
}

Result<void> draw_boxes(Call& call, SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                        const ChartData& data) {
  double least = *data.series[0].values[0];
  double greatest = least;
  for (const ChartSeries& series : data.series) {
    TRY(call.tick(series.values.size() * 4));
    for (const auto& value : series.values) {
      least = std::min(least, *value);
      greatest = std::max(greatest, *value);
    }
  }
  std::vector<std::string> labels;
  for (const ChartSeries& series : data.series) labels.push_back(series.name);
  Scale scale = Scale::over(least, greatest, 5);
  frame.draw_head({});
  frame.draw_value_axis(scale, frame.room_for(labels));
  frame.draw_labels(labels);
  const ChartTheme& theme = chart_theme(options);
  for (size_t i = 0; i < data.series.size(); ++i) {
    FiveNumbers box = five_numbers(data.series[i]);
    double x = frame.band_middle(i, labels.size());
    double half = std::min(frame.band_width(labels.size()) * 0.3, 40.0);
    double top = frame.y_of(scale, box.third);
    double bottom = frame.y_of(scale, box.first);
    out << "<path d=\"M" << x << " " << frame.y_of(scale, box.high) << "V"
        << frame.y_of(scale, box.low) << "\" stroke=\"" << theme.text << "\"/>\n<rect x=\""
        << x - half << "\" y=\"" << top << "\" width=\"" << 2 * half << "\" height=\""
        << bottom - top << "\" fill=\"" << frame.color(0) << "\" stroke=\"" << theme.text
        << "\"/>\n<path d=\"M" << x - half << " " << frame.y_of(scale, box.middle) << "h"
        << 2 * half << "\" stroke=\"" << theme.text << "\" stroke-width=\"2\"/>\n";
    for (double value : box.outside) {
      out << "<circle cx=\"" << x << "\" cy=\"" << frame.y_of(scale, value)
          << "\" r=\"3\" fill=\"none\" stroke=\"" << theme.text << "\"/>\n";
      TRY(out.settle());
    }
    TRY(out.settle());
  }
  return {};
}

/// Each bar begins where the one before ended; the last may be the total.
Result<void> draw_steps(SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                        const ChartData& data) {
  std::vector<std::string> labels = data.labels;
  if (!options.total.empty()) labels.push_back(options.total);
  double least = 0;
  double greatest = 0;
  FloatSum sum;
  for (const auto& value : data.series[0].values) {
    sum.add(*value);
    least = std::min(least, sum.result());
    greatest = std::max(greatest, sum.result());
  }
  Scale scale = Scale::over(least, greatest, 5);
  frame.draw_head({});
  frame.draw_value_axis(scale, frame.room_for(labels));
  frame.draw_labels(labels);
  FloatSum running;
  for (size_t i = 0; i < labels.size(); ++i) {
    bool is_total = i == data.labels.size();
    double from = is_total ? 0 : running.result();
    if (!is_total) running.add(*data.series[0].values[i]);
    double to = running.result();
    double top = frame.y_of(scale, std::max(from, to));
    double width = frame.band_width(labels.size()) * 0.7;
    // Blue up, red down, the total in a colour of its own.
    size_t color = is_total ? 1 : to < from ? 3 : 0;
    out << "<rect x=\"" << frame.band_middle(i, labels.size()) - width / 2 << "\" y=\"" << top
        << "\" width=\"" << width << "\" height=\"" << frame.y_of(scale, std::min(from, to)) - top
        << "\" fill=\"" << frame.color(color) << "\"><title>";
    out.escaped(labels[i] + ": " + chart_number(is_total ? to : to - from)) << "</title></rect>\n";
    TRY(out.settle());
  }
  return {};
}

Result<void> draw_cells(SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                        const ChartMatrix& matrix) {
  std::optional<double> least;
  std::optional<double> greatest;
  for (const auto& row : matrix.cells) {
    for (const auto& cell : row) {
      if (!cell) continue;
      least = std::min(least.value_or(*cell), *cell);
      greatest = std::max(greatest.value_or(*cell), *cell);
    }
  }
  frame.draw_head({});
  frame.draw_row_labels(matrix.y_labels, frame.room_for(matrix.x_labels));
  frame.draw_labels(matrix.x_labels);
  const Box& plot = frame.plot();
  double width = plot.width() / static_cast<double>(matrix.x_labels.size());
  double height = plot.height() / static_cast<double>(matrix.y_labels.size());
  for (size_t y = 0; y < matrix.cells.size(); ++y) {
    for (size_t x = 0; x < matrix.cells[y].size(); ++x) {
      if (!matrix.cells[y][x]) continue;
      double value = *matrix.cells[y][x];
      double left = plot.left + static_cast<double>(x) * width;
      double top = plot.top + static_cast<double>(y) * height;
      std::string color = cell_color(options, value, *least, *greatest);
      out << "<rect x=\"" << left << "\" y=\"" << top << "\" width=\"" << std::max(width - 1, 0.5)
          << "\" height=\"" << std::max(height - 1, 0.5) << "\" fill=\"" << color << "\"><title>";
      out.escaped(matrix.x_labels[x] + ", " + matrix.y_labels[y] + ": " + chart_number(value))
          << "</title></rect>\n";
      TRY(out.settle());
    }
  }
  return {};
}

}  // namespace syn
