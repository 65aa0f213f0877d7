// Finds the delimiter of CSV text: each candidate reads the first records, and the one under which
// most of them have as many fields as the header wins; among equals the one with more fields.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_dialect.h"

namespace syn::tableio {
namespace {

constexpr size_t kRecords = 200;
constexpr size_t kSampleBytes = 256 * 1024;

struct Score {
  size_t even = 0;   ///< records as wide as the first
  size_t total = 0;  ///< records read
  size_t width = 0;

  /// A wider table wins where both are equally even; an uneven one loses to an even one.
  bool beats(const Score& other) const {
    if (width < 2) return false;
    if (other.width < 2) return true;
    size_t mine = even * other.total;
    size_t theirs = other.even * total;
    return mine != theirs ? mine > theirs : width > other.width;
  }
};

Score score(std::string_view sample, CsvDialect dialect) {
  CsvReader reader(sample, dialect);
  Score score;
  while (score.total < kRecords && reader.next()) {
    if (score.total == 0) score.width = reader.fields().size();
    score.even += reader.fields().size() == score.width ? 1 : 0;
    ++score.total;
  }
  return score;
}

}  // namespace

char guess_delimiter(std::string_view text, CsvDialect dialect) {
  std::string_view sample = text.substr(0, kSampleBytes);
  if (sample.size() < text.size()) {
    // The last record is cut: leave it out.
    size_t end = sample.find_last_of("\r\n");
    if (end != std::string_view::npos) sample = sample.substr(0, end);
  }
  char best = ',';
  Score best_score;
  for (char candidate : {',', ';', '\t', '|'}) {
    dialect.delimiter = candidate;
    Score found = score(sample, dialect);
    if (!found.beats(best_score)) continue;
    best = candidate;
    best_score = found;
  }
  return best;
}

std::optional<char> declared_delimiter(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"')
    line = line.substr(1, line.size() - 2);
  if (line.size() != 5 || (line.substr(0, 4) != "sep=" && line.substr(0, 4) != "SEP="))
    return std::nullopt;
  auto delimiter = static_cast<unsigned char>(line[4]);
  if (delimiter == '"' || delimiter >= 0x80) return std::nullopt;
  return line[4];
}

}  // namespace syn::tableio
