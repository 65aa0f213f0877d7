// chart_svg (data.md §3.20).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/chart.h"
#include "builtins/families_a.h"
#include "builtins/text_arguments.h"

namespace syn {
namespace {

Result<void> draw(Call& call, SvgWriter& out, ChartFrame& frame, const ChartOptions& options) {
  if (options.kind == ChartKind::Heatmap) {
    TRY_ASSIGN(ChartMatrix matrix, chart_matrix(call, options));
    frame.open();
    return draw_cells(out, frame, options, matrix);
  }
  ScratchCharge charge(call.heap());
  uint64_t items = call[1].is_list() ? call[1].list().size() : 0;
  TRY(charge.add(call, items * (sizeof(std::optional<double>) * (1 + options.y.size()) +
                                sizeof(std::string))));
  TRY_ASSIGN(ChartData data, chart_data(call, options));
  frame.open();
  switch (options.kind) {
    case ChartKind::Area:
    case ChartKind::Bar:
    case ChartKind::Line:
    case ChartKind::Scatter: return draw_series(call, out, frame, options, data);
    case ChartKind::Histogram: return draw_histogram(call, out, frame, options, data);
    case ChartKind::Pie:
    case ChartKind::Donut: return draw_slices(out, frame, options, data);
    case ChartKind::Boxplot: return draw_boxes(call, out, frame, options, data);
    case ChartKind::Waterfall: return draw_steps(out, frame, options, data);
    case ChartKind::Heatmap: break;
  }
  return {};
}

Result<Value> chart_svg(Call& call) {
  TRY_ASSIGN(ChartOptions options, chart_options(call));
  SvgWriter out(call);
  ChartFrame frame(out, options, chart_theme(options));
  TRY(draw(call, out, frame, options));
  frame.close();
  return finish_text(call, out.text());
}

constexpr BuiltinSpec kRows[] = {
    {"chart_svg", "kind, data, options = {}", 2, 3, "", Purity::Pure, "",
     "A chart as SVG text: area, bar, boxplot, donut, heatmap, histogram, line, pie, scatter or "
     "waterfall.",
     "starts_with(chart_svg(\"bar\", {\"a\": 1, \"b\": 3}), \"<svg \") → true",
     "chart_svg(\"bar\", rows, {\"x\": \"region\", \"y\": \"total\"})", chart_svg},
};

}  // namespace

const BuiltinTable kChartBuiltins(kRows);

}  // namespace syn
