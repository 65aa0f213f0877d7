// Charts as SVG text (data.md §3.20): what `chart_svg` draws, once its arguments are read.
//
// chart_options.cpp reads the options, chart_data.cpp the data in the forms that the kinds take,
// chart_frame.cpp draws what all share (title, legend, axes, ticks), chart_series.cpp the marks
// over axes, chart_shapes.cpp the kinds of a form of their own. Same arguments give the same text:
// no clock, no random numbers, coordinates with two decimals.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/argument_checks.h"
#include "vm/call.h"

namespace syn {

enum class ChartKind : uint8_t {
  Area,
  Bar,
  Boxplot,
  Donut,
  Heatmap,
  Histogram,
  Line,
  Pie,
  Scatter,
  Waterfall
};
constexpr std::array<std::string_view, 10> kChartKinds{"area",    "bar",       "boxplot", "donut",
                                                       "heatmap", "histogram", "line",    "pie",
                                                       "scatter", "waterfall"};

enum class ColorScale : uint8_t { Sequential, Diverging };

struct ChartOptions {
  ChartKind kind = ChartKind::Bar;
  std::string title;
  std::string x;               ///< column of the rows
  std::vector<std::string> y;  ///< columns of the rows
  std::string value;           ///< column of a heatmap's rows
  std::string x_label;
  std::string y_label;
  double width = 640;
  double height = 360;
  std::vector<std::string> colors;
  std::optional<bool> legend;  ///< by default where there are several series
  std::string background;      ///< empty: by the theme
  bool dark = false;
  bool stack = false;
  std::vector<std::string> x_labels;
  std::vector<std::string> y_labels;
  ColorScale scale = ColorScale::Sequential;
  std::optional<double> center;
  const Value* bins = nullptr;  ///< as given; outlives the chart
  std::string total;            ///< name of a waterfall's last bar; empty for none

  std::string_view kind_name() const { return kChartKinds[static_cast<size_t>(kind)]; }
};
Result<ChartOptions> chart_options(Call& call);

/// What stands on the horizontal axis.
enum class ChartAxis : uint8_t { Labels, Numbers, Dates, DateTimes };

/// A value that is missing leaves a gap.
struct ChartSeries {
  std::string name;
  std::vector<std::optional<double>> values;
};

struct ChartData {
  ChartAxis axis = ChartAxis::Labels;
  std::vector<std::string> labels;  ///< of Labels
  std::vector<double> places;       ///< of the others: numbers, days or seconds since 1970
  std::vector<ChartSeries> series;
  size_t num_places() const { return axis == ChartAxis::Labels ? labels.size() : places.size(); }
};
/// Of all kinds but heatmaps. A boxplot has one series for each label; their lengths differ. A
/// histogram has one series, pairs have places, and rows of a pie are labels with one series.
Result<ChartData> chart_data(Call& call, const ChartOptions& options);

/// Rows of cells, from the top.
struct ChartMatrix {
  std::vector<std::string> x_labels;
  std::vector<std::string> y_labels;
  std::vector<std::vector<std::optional<double>>> cells;
};
Result<ChartMatrix> chart_matrix(Call& call, const ChartOptions& options);

struct ChartTheme {
  std::string_view background;
  std::string_view text;
  std::string_view quiet;  ///< tick labels
  std::string_view grid;
  std::string_view axis;
};
const ChartTheme& chart_theme(const ChartOptions& options);

/// Builds the text; what it holds is charged to the run.
class SvgWriter {
 public:
  explicit SvgWriter(Call& call) : call_(call), charge_(call.heap()) {}

  SvgWriter& operator<<(std::string_view markup) {
    text_ += markup;
    return *this;
  }
  /// A coordinate: two decimals at most.
  SvgWriter& operator<<(double number);
  /// Text of the program: marked-up characters escaped, those that XML forbids replaced.
  SvgWriter& escaped(std::string_view text);
  /// After each mark: charges its work and its memory.
  Result<void> settle();
  const std::string& text() const { return text_; }

 private:
  Call& call_;
  ScratchCharge charge_;
  size_t charged_ = 0;
  std::string text_;
};

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// An axis of numbers between two round ends, with ticks at round places.
struct Scale {
  double low = 0;
  double high = 1;
  double step = 1;
  /// Ticks from `low` to `high`, about `count` of them; values that are all equal get room around.
  static Scale over(double least, double greatest, size_t count);
  double part(double value) const { return (value - low) / (high - low); }
  std::vector<double> ticks() const;
  /// With as many decimals as the step needs.
  std::string label(double tick) const;
};

/// Where the marks go, and the text around them.
class ChartFrame {
 public:
  ChartFrame(SvgWriter& out, const ChartOptions& options, const ChartTheme& theme)
      : out_(out), options_(options), theme_(theme) {}
  void open();
  void close();
  /// Title and legend; the room that is left is `plot()`.
  void draw_head(std::span<const std::string> legend);
  /// The axis on the left, and the axis at the bottom with labels or round numbers.
  void draw_value_axis(const Scale& scale, double room_below);
  void draw_labels(std::span<const std::string> labels);
  /// Names of rows on the left, for cells; the room for labels is below.
  void draw_row_labels(std::span<const std::string> labels, double room_below);
  void draw_number_axis(const Scale& scale, ChartAxis axis);
  /// Room for the labels of the bottom axis.
  double room_for(std::span<const std::string> labels) const;
  double room_for_numbers() const;

  const Box& plot() const { return plot_; }
  double y_of(const Scale& scale, double value) const {
    return plot_.bottom - scale.part(value) * plot_.height();
  }
  double x_of(const Scale& scale, double value) const {
    return plot_.left + scale.part(value) * plot_.width();
  }
  /// The middle of a label's band, and the width of each.
  double band_middle(size_t index, size_t count) const {
    return plot_.left + (static_cast<double>(index) + 0.5) * band_width(count);
  }
  double band_width(size_t count) const { return plot_.width() / static_cast<double>(count); }
  std::string_view color(size_t index) const;
  void write_text(double x, double y, std::string_view anchor, std::string_view fill,
                  std::string_view text);

 private:
  void draw_axis_names();
  SvgWriter& out_;
  const ChartOptions& options_;
  const ChartTheme& theme_;
  Box plot_;
};

/// `9 slices but only 8 colors are available; …` where there are more things than colours.
Result<void> check_colors(const ChartOptions& options, size_t count, std::string_view what);
/// A number as a label: shortest digits, `,` between thousands.
std::string chart_number(double value);
/// A day or a moment as a label.
std::string chart_date(double days);
std::string chart_moment(double seconds, bool with_time);

Result<void> draw_series(Call& call, SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                         const ChartData& data);
Result<void> draw_histogram(Call& call, SvgWriter& out, ChartFrame& frame,
                            const ChartOptions& options, const ChartData& data);
Result<void> draw_slices(SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                         const ChartData& data);
Result<void> draw_boxes(Call& call, SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                        const ChartData& data);
Result<void> draw_steps(SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                        const ChartData& data);
Result<void> draw_cells(SvgWriter& out, ChartFrame& frame, const ChartOptions& options,
                        const ChartMatrix& matrix);

}  // namespace syn
