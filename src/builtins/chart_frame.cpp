// What all charts share: text of SVG, round scales, title, legend, axes with ticks.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/chart.h"
#include "builtins/errors_a.h"
#include "value/civil_time.h"

namespace syn {
namespace {

constexpr double kTextSize = 12;
constexpr double kTitleSize = 15;
/// Width of a character of a sans-serif face, as a part of its size.
constexpr double kCharacter = 0.56;
constexpr size_t kLongestLabel = 24;
constexpr double kEdge = 12;

constexpr std::array<std::string_view, 8> kColors{"#4e79a7", "#f28e2b", "#59a14f", "#e15759",
                                                  "#76b7b2", "#b07aa1", "#edc948", "#9c755f"};
constexpr ChartTheme kLight{"#ffffff", "#1f2328", "#59636e", "#dfe3e8", "#8b949e"};
constexpr ChartTheme kDark{"#0d1117", "#e6edf3", "#9198a1", "#262c34", "#6e7681"};

double text_width(std::string_view text) {
  return static_cast<double>(count_code_points(text)) * kTextSize * kCharacter;
}

std::string shortened(std::string_view text) {
  std::string out;
  size_t count = 0;
  for (size_t i = 0; i < text.size();) {
    if (count++ == kLongestLabel) return out + "…";
    append_code_point(out, next_code_point(text, i));
  }
  return out;
}

/// Whether XML may hold the character at all.
bool is_xml_character(uint32_t c) {
  if (c == 0xFFFE || c == 0xFFFF) return false;
  return c >= 0x20 || c == '\t' || c == '\n';
}

}  // namespace

const ChartTheme& chart_theme(const ChartOptions& options) { return options.dark ? kDark : kLight; }

SvgWriter& SvgWriter::operator<<(double number) {
  char buffer[64];
  double shown = std::fabs(number) < 0.005 ? 0.0 : number;
  auto end = std::to_chars(buffer, buffer + sizeof(buffer), shown, std::chars_format::fixed, 2).ptr;
  while (end[-1] == '0') --end;
  if (end[-1] == '.') --end;
  text_.append(buffer, end);
  return *this;
}

SvgWriter& SvgWriter::escaped(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    uint32_t c = next_code_point(text, i);
    switch (c) {
      case '&': text_ += "&amp;"; break;
      case '<': text_ += "&lt;"; break;
      case '>': text_ += "&gt;"; break;
      case '"': text_ += "&quot;"; break;
      case '\'': text_ += "&#39;"; break;
      default: append_code_point(text_, is_xml_character(c) ? c : 0xFFFD);
    }
  }
  return *this;
}

Result<void> SvgWriter::settle() {
  TRY(call_.tick());
  if (text_.capacity() <= charged_) return {};
  TRY(charge_.add(call_, text_.capacity() - charged_));
  charged_ = text_.capacity();
  return {};
}

Scale Scale::over(double least, double greatest, size_t count) {
  if (least == greatest) {
    double room = least == 0 ? 1 : std::fabs(least) / 2;
    least -= room;
    greatest += room;
  }
  double raw = greatest / static_cast<double>(count) - least / static_cast<double>(count);
  double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = power;
  for (double times : {1.0, 2.0, 5.0, 10.0}) {
    step = times * power;
    if (step >= raw * 0.999) break;
  }
  return {std::floor(least / step + 1e-9) * step, std::ceil(greatest / step - 1e-9) * step, step};
}

std::vector<double> Scale::ticks() const {
  std::vector<double> ticks;
  double first = std::round(low / step);
  double last = std::round(high / step);
  for (double i = first; i <= last && ticks.size() < 100; i += 1) ticks.push_back(i * step);
  return ticks;
}

std::string chart_number(double value) {
  char buffer[64];
  double magnitude = std::fabs(value);
  bool plain = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e15);
  auto end = plain ? std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed)
                   : std::to_chars(buffer, buffer + sizeof(buffer), value);
  std::string text(buffer, end.ptr);
  size_t start = text[0] == '-' ? 1 : 0;
  size_t whole = text.find_first_of(".e");
  if (whole == std::string::npos) whole = text.size();
  if (!plain || whole - start < 5) return text;
  for (size_t i = whole; i > start + 3;) {
    i -= 3;
    text.insert(i, ",");
  }
  return text;
}

std::string Scale::label(double tick) const {
  // A tick is a whole number of steps; its digits beyond those of the step are noise.
  double power = std::floor(std::log10(step) + 1e-9);
  if (power < 0 && power > -12) {
    double factor = std::pow(10.0, -power);
    tick = std::round(tick * factor) / factor;
  }
  return chart_number(tick == 0 ? 0.0 : tick);
}

std::string chart_date(double days) {
  std::string text;
  append_date(text, static_cast<int64_t>(std::llround(days)));
  return text;
}

std::string chart_moment(double seconds, bool with_time) {
  double days = std::floor(seconds / 86400.0);
  std::string text = chart_date(days);
  if (!with_time) return text;
  auto minutes = static_cast<int>((seconds - days * 86400.0) / 60.0);
  auto two = [](int number) {
    return std::string(number < 10 ? "0" : "") + std::to_string(number);
  };
  return text + " " + two(minutes / 60) + ":" + two(minutes % 60);
}

std::string_view ChartFrame::color(size_t index) const {
  return options_.colors.empty()
             ? kColors[index % kColors.size()]
             : std::string_view(options_.colors[index % options_.colors.size()]);
}

Result<void> check_colors(const ChartOptions& options, size_t count, std::string_view what) {
  size_t available = options.colors.empty() ? kColors.size() : options.colors.size();
  if (count <= available) return {};
  return Error(builtin_errors::kChartColorCount,
               {count_text(count), what, count_text(available), count_text(count)});
}

void ChartFrame::write_text(double x, double y, std::string_view anchor, std::string_view fill,
                            std::string_view text) {
  out_ << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\" fill=\""
       << fill << "\">";
  out_.escaped(text) << "</text>\n";
}

void ChartFrame::open() {
  out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << options_.width << "\" height=\""
       << options_.height << "\" viewBox=\"0 0 " << options_.width << " " << options_.height
       << "\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n";
  if (!options_.title.empty()) {
    out_ << "<title>";
    out_.escaped(options_.title) << "</title>\n";
  }
  std::string_view background =
      options_.background.empty() ? theme_.background : std::string_view(options_.background);
  if (background != "none") {
    out_ << "<rect width=\"100%\" height=\"100%\" fill=\"" << background << "\"/>\n";
  }
  plot_ = {kEdge, kEdge, options_.width - kEdge, options_.height - kEdge};
}

void ChartFrame::close() { out_ << "</svg>\n"; }

void ChartFrame::draw_head(std::span<const std::string> legend) {
  if (!options_.title.empty()) {
    out_ << "<text x=\"" << options_.width / 2 << "\" y=\"" << plot_.top + kTitleSize - 2
         << "\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"600\" fill=\"" << theme_.text
         << "\">";
    out_.escaped(options_.title) << "</text>\n";
    plot_.top += kTitleSize + 10;
  }
  if (!options_.legend.value_or(legend.size() > 1) || legend.empty()) return;
  double x = plot_.left;
  double y = plot_.top + 10;
  for (size_t i = 0; i < legend.size(); ++i) {
    std::string name = shortened(legend[i]);
    double width = 18 + text_width(name) + 14;
    if (x > plot_.left && x + width > plot_.right) {
      x = plot_.left;
      y += 18;
    }
    out_ << "<rect x=\"" << x << "\" y=\"" << y - 9
         << "\" width=\"11\" height=\"11\" rx=\"2\" fill=\"" << color(i) << "\"/>\n";
    write_text(x + 16, y + 1, "start", theme_.text, name);
    x += width;
  }
  plot_.top = y + 14;
}

/// Names of the axes, and the room that they take.
void ChartFrame::draw_axis_names() {
  if (!options_.y_label.empty()) {
    double x = plot_.left + 10;
    double y = (plot_.top + plot_.bottom) / 2;
    out_ << "<text transform=\"translate(" << x << " " << y
         << ") rotate(-90)\" text-anchor=\"middle\" fill=\"" << theme_.text << "\">";
    out_.escaped(options_.y_label) << "</text>\n";
    plot_.left += 18;
  }
  if (!options_.x_label.empty()) {
    write_text((plot_.left + plot_.right) / 2, plot_.bottom, "middle", theme_.text,
               options_.x_label);
    plot_.bottom -= 18;
  }
}

double ChartFrame::room_for_numbers() const { return 20; }

double ChartFrame::room_for(std::span<const std::string> labels) const {
  double widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, text_width(shortened(label)));
  // Before the left axis is known, a band is at most this wide.
  double band = plot_.width() / static_cast<double>(std::max<size_t>(1, labels.size()));
  return widest + 6 <= std::max(band, 0.0) ? 20 : 14 + std::min(widest, 170.0) * 0.72;
}

void ChartFrame::draw_value_axis(const Scale& scale, double room_below) {
  draw_axis_names();
  plot_.bottom -= room_below;
  double widest = 0;
  for (double tick : scale.ticks()) widest = std::max(widest, text_width(scale.label(tick)));
  plot_.left += widest + 10;
  plot_.right -= 6;
  plot_.top += 6;
  plot_.right = std::max(plot_.right, plot_.left + 1);
  plot_.bottom = std::max(plot_.bottom, plot_.top + 1);
  for (double tick : scale.ticks()) {
    double y = y_of(scale, tick);
    out_ << "<path d=\"M" << plot_.left << " " << y << "H" << plot_.right << "\" stroke=\""
         << (tick == 0 ? theme_.axis : theme_.grid) << "\"/>\n";
    write_text(plot_.left - 6, y + 4, "end", theme_.quiet, scale.label(tick));
  }
}

void ChartFrame::draw_row_labels(std::span<const std::string> labels, double room_below) {
  draw_axis_names();
  plot_.bottom = std::max(plot_.bottom - room_below, plot_.top + 1);
  double widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, text_width(shortened(label)));
  plot_.left += widest + 10;
  plot_.right = std::max(plot_.right, plot_.left + 1);
  double height = plot_.height() / static_cast<double>(labels.size());
  auto every = static_cast<size_t>(std::max(1.0, std::ceil((kTextSize + 1) / height)));
  for (size_t i = 0; i < labels.size(); i += every) {
    double y = plot_.top + (static_cast<double>(i) + 0.5) * height + 4;
    write_text(plot_.left - 6, y, "end", theme_.quiet, shortened(labels[i]));
  }
}

void ChartFrame::draw_labels(std::span<const std::string> labels) {
  double band = band_width(labels.size());
  double widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, text_width(shortened(label)));
  bool slanted = widest + 6 > band;
  double needed = slanted ? kTextSize + 2 : widest + 6;
  auto every = static_cast<size_t>(std::max(1.0, std::ceil(needed / band)));
  out_ << "<path d=\"M" << plot_.left << " " << plot_.bottom << "H" << plot_.right << "\" stroke=\""
       << theme_.axis << "\"/>\n";
  for (size_t i = 0; i < labels.size(); i += every) {
    double x = band_middle(i, labels.size());
    if (!slanted) {
      write_text(x, plot_.bottom + 16, "middle", theme_.quiet, shortened(labels[i]));
      continue;
    }
    out_ << "<text transform=\"translate(" << x + 4 << " " << plot_.bottom + 12
         << ") rotate(-40)\" text-anchor=\"end\" fill=\"" << theme_.quiet << "\">";
    out_.escaped(shortened(labels[i])) << "</text>\n";
  }
}

void ChartFrame::draw_number_axis(const Scale& scale, ChartAxis axis) {
  out_ << "<path d=\"M" << plot_.left << " " << plot_.bottom << "H" << plot_.right << "\" stroke=\""
       << theme_.axis << "\"/>\n";
  double last = -1e9;
  for (double tick : scale.ticks()) {
    double x = x_of(scale, tick);
    std::string label = scale.label(tick);
    if (axis == ChartAxis::Dates) label = chart_date(tick);
    if (axis == ChartAxis::DateTimes) label = chart_moment(tick, scale.step < 86400.0);
    double half = text_width(label) / 2;
    out_ << "<path d=\"M" << x << " " << plot_.bottom << "v4\" stroke=\"" << theme_.axis
         << "\"/>\n";
    if (x - half < last + 4 || x + half > options_.width) continue;
    write_text(x, plot_.bottom + 16, "middle", theme_.quiet, label);
    last = x + half;
  }
}

}  // namespace syn
