// Charts over two axes: bars, lines, areas, points, histograms.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "builtins/chart.h"
#include "builtins/histogram_bins.h"

namespace syn {
namespace {

constexpr size_t kValueTicks = 5;
constexpr size_t kPlaceTicks = 6;
/// Lines with more points than this have no dots.
constexpr size_t kDots = 60;

struct Range {
  double low = 0;
  double high = 0;
  bool empty = true;
  void add(double value) {
    low = empty ? value : std::min(low, value);
    high = empty ? value : std::max(high, value);
    empty = false;
  }
};

/// Steps of whole days, hours, minutes where the axis holds times.
Scale place_scale(const Range& range, ChartAxis axis) {
  Scale scale = Scale::over(range.low, range.high, kPlaceTicks);
  if (axis == ChartAxis::Numbers) return scale;
  constexpr double kSteps[] = {60,       300,      900,      1800,      3600,     7200,    21600,
                               43200,    86400,    172800,   604800,    1209600,  2592000, 7776000,
                               15768000, 31536000, 63072000, 157680000, 315360000};
  double unit = axis == ChartAxis::Dates ? 86400 : 1;
  double wanted = std::max((range.high - range.low) * unit, 1.0) / kPlaceTicks;
  for (double step : kSteps) {
    if (step / unit < 1 && axis == ChartAxis::Dates) continue;
    scale.step = step / unit;
    if (step >= wanted) break;
  }
  scale.step = std::max(scale.step, std::ceil(wanted / 3153600000.0));
  scale.low = std::floor(range.low / scale.step) * scale.step;
  scale.high = std::ceil(range.high / scale.step) * scale.step;
  if (scale.low == scale.high) scale.high += scale.step;
  return scale;
}

class SeriesPainter {
 public:
  SeriesPainter(Call& call, SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                const ChartData& data)
      : call_(call), out_(out), frame_(frame), options_(options), data_(data) {}
  Result<void> paint();

 private:
  bool is(ChartKind kind) const { return options_.kind == kind; }
  bool stacks() const { return options_.stack && data_.series.size() > 1; }
  void measure();
  double place(size_t index) const;
  Result<void> paint_bars();
  Result<void> paint_line(size_t series);
  Result<void> paint_area(size_t series, std::vector<double>& below);
  Result<void> paint_points(size_t series);
  Result<void> paint_dot(size_t series, size_t index, double radius);

  Call& call_;
  SvgWriter& out_;
  ChartFrame& frame_;
  const ChartOptions& options_;
  const ChartData& data_;
  Scale values_;
  Scale places_;
};

/// Bars and areas stand on zero.
void SeriesPainter::measure() {
  Range range;
  if (is(ChartKind::Bar) || is(ChartKind::Area)) range.add(0);
  for (size_t i = 0; i < data_.num_places(); ++i) {
    double above = 0;
    double below = 0;
    for (const ChartSeries& series : data_.series) {
      if (!series.values[i]) continue;
      double value = *series.values[i];
      if (!stacks()) range.add(value);
      (value < 0 ? below : above) += value;
    }
    if (!stacks()) continue;
    range.add(above);
    range.add(below);
  }
  if (range.empty) range.add(0);
  values_ = Scale::over(range.low, range.high, kValueTicks);
  if (data_.axis == ChartAxis::Labels) return;
  Range across;
  for (double place : data_.places) across.add(place);
  places_ = place_scale(across, data_.axis);
}

double SeriesPainter::place(size_t index) const {
  if (data_.axis == ChartAxis::Labels) return frame_.band_middle(index, data_.labels.size());
  return frame_.x_of(places_, data_.places[index]);
}

Result<void> SeriesPainter::paint() {
  std::vector<std::string> names;
  for (const ChartSeries& series : data_.series) names.push_back(series.name);
  TRY(check_colors(options_, data_.series.size(), "series"));
  TRY(call_.tick(data_.num_places() * data_.series.size()));
  measure();
  frame_.draw_head(names);
  bool labels = data_.axis == ChartAxis::Labels;
  frame_.draw_value_axis(values_,
                         labels ? frame_.room_for(data_.labels) : frame_.room_for_numbers());
  if (labels) {
    frame_.draw_labels(data_.labels);
  } else {
    frame_.draw_number_axis(places_, data_.axis);
  }
  if (is(ChartKind::Bar)) return paint_bars();
  std::vector<double> below(data_.num_places(), 0.0);
  for (size_t i = 0; i < data_.series.size(); ++i) {
    if (is(ChartKind::Scatter)) TRY(paint_points(i));
    if (is(ChartKind::Area)) TRY(paint_area(i, below));
    if (is(ChartKind::Line)) TRY(paint_line(i));
  }
  return {};
}

Result<void> SeriesPainter::paint_bars() {
  double band = frame_.band_width(data_.labels.size());
  double group = band * 0.8;
  size_t across = stacks() ? 1 : data_.series.size();
  double width = group / static_cast<double>(across);
  for (size_t i = 0; i < data_.labels.size(); ++i) {
    double left = frame_.band_middle(i, data_.labels.size()) - group / 2;
    double above = 0;
    double below = 0;
    for (size_t k = 0; k < data_.series.size(); ++k) {
      if (!data_.series[k].values[i]) continue;
      double value = *data_.series[k].values[i];
      double& base = value < 0 ? below : above;
      double from = stacks() ? base : 0;
      base += value;
      double top = frame_.y_of(values_, std::max(from, from + value));
      double bottom = frame_.y_of(values_, std::min(from, from + value));
      double x = left + (stacks() ? 0 : static_cast<double>(k) * width);
      out_ << "<rect x=\"" << x << "\" y=\"" << top << "\" width=\"" << width * 0.94
           << "\" height=\"" << bottom - top << "\" fill=\"" << frame_.color(k) << "\"><title>";
      out_.escaped(data_.labels[i]);
      if (!data_.series[k].name.empty()) out_.escaped(" " + data_.series[k].name);
      out_.escaped(": " + chart_number(value)) << "</title></rect>\n";
      TRY(out_.settle());
    }
  }
  return {};
}

Result<void> SeriesPainter::paint_dot(size_t series, size_t index, double radius) {
  out_ << "<circle cx=\"" << place(index) << "\" cy=\""
       << frame_.y_of(values_, *data_.series[series].values[index]) << "\" r=\"" << radius
       << "\" fill=\"" << frame_.color(series) << "\"/>\n";
  return out_.settle();
}

/// One polyline for each stretch without a gap; a point between two gaps is a dot.
Result<void> SeriesPainter::paint_line(size_t series) {
  const auto& values = data_.series[series].values;
  for (size_t start = 0; start < values.size();) {
    if (!values[start]) {
      ++start;
      continue;
    }
    size_t end = start;
    while (end < values.size() && values[end]) ++end;
    if (end - start > 1) {
      out_ << "<polyline fill=\"none\" stroke=\"" << frame_.color(series)
           << "\" stroke-width=\"2\" stroke-linejoin=\"round\" points=\"";
      for (size_t i = start; i < end; ++i) {
        out_ << (i == start ? "" : " ") << place(i) << "," << frame_.y_of(values_, *values[i]);
        TRY(out_.settle());
      }
      out_ << "\"/>\n";
    }
    bool dots = values.size() <= kDots || end - start == 1;
    for (size_t i = start; dots && i < end; ++i) TRY(paint_dot(series, i, 2.5));
    start = end;
  }
  return {};
}

/// A band down to zero, or to the areas below it.
Result<void> SeriesPainter::paint_area(size_t series, std::vector<double>& below) {
  const auto& values = data_.series[series].values;
  if (values.empty()) return {};
  out_ << "<path fill=\"" << frame_.color(series) << "\" fill-opacity=\"0.55\" stroke=\""
       << frame_.color(series) << "\" d=\"M";
  std::vector<double> base = stacks() ? below : std::vector<double>(values.size(), 0.0);
  for (size_t i = 0; i < values.size(); ++i) {
    double top = base[i] + values[i].value_or(0);
    out_ << (i == 0 ? "" : "L") << place(i) << " " << frame_.y_of(values_, top);
    below[i] = top;
    TRY(out_.settle());
  }
  for (size_t i = values.size(); i-- > 0;) {
    out_ << "L" << place(i) << " " << frame_.y_of(values_, base[i]);
    TRY(out_.settle());
  }
  out_ << "Z\"/>\n";
  return {};
}

Result<void> SeriesPainter::paint_points(size_t series) {
  for (size_t i = 0; i < data_.series[series].values.size(); ++i) {
    if (data_.series[series].values[i]) TRY(paint_dot(series, i, 3.5));
  }
  return {};
}

}  // namespace

Result<void> draw_series(Call& call, SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                         const ChartData& data) {
  return SeriesPainter(call, out, frame, options, data).paint();
}

Result<void> draw_histogram(Call& call, SvgWriter& out, ChartFrame& frame,
                            const ChartOptions& options, const ChartData& data) {
  std::vector<double> values;
  for (const auto& value : data.series[0].values) values.push_back(*value);
  Value ten = Value::integer(10);
  const Value& bins = options.bins == nullptr ? ten : *options.bins;
  TRY_ASSIGN(std::vector<double> edges, histogram_edges(call, bins, values));
  std::vector<int64_t> counts = count_in_bins(edges, values);
  int64_t most = *std::max_element(counts.begin(), counts.end());
  Scale heights = Scale::over(0, static_cast<double>(std::max<int64_t>(most, 1)), kValueTicks);
  Scale across = Scale::over(edges.front(), edges.back(), kPlaceTicks);
  frame.draw_head({});
  frame.draw_value_axis(heights, frame.room_for_numbers());
  frame.draw_number_axis(across, ChartAxis::Numbers);
  for (size_t i = 0; i < counts.size(); ++i) {
    double left = frame.x_of(across, edges[i]);
    double right = frame.x_of(across, edges[i + 1]);
    double top = frame.y_of(heights, static_cast<double>(counts[i]));
    double gap = right - left > 3 ? 1 : 0;
    out << "<rect x=\"" << left << "\" y=\"" << top << "\" width=\"" << right - left - gap
        << "\" height=\"" << frame.plot().bottom - top << "\" fill=\"" << frame.color(0)
        << "\"><title>";
    out.escaped(chart_number(edges[i]) + " – " + chart_number(edges[i + 1]) + ": " +
                chart_number(static_cast<double>(counts[i])))
        << "</title></rect>\n";
    TRY(out.settle());
  }
  return {};
}

}  // namespace syn
