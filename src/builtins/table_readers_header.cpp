// Names of the columns of a file.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_readers_header.h"

#include <unordered_map>
#include <unordered_set>

#include "tableio/column_guess.h"

namespace syn {

std::vector<std::string> column_names_of(std::vector<std::string> header,
                                         std::vector<ReaderNote>& notes) {
  std::unordered_set<std::string> written;
  for (std::string& name : header) {
    name = std::string(tableio::without_blanks(name));
    written.insert(name);
  }
  std::unordered_set<std::string> used;
  std::unordered_map<std::string, size_t> last_number;  // of each repeated name
  for (size_t i = 0; i < header.size(); ++i) {
    std::string name = header[i].empty() ? "column_" + std::to_string(i + 1) : header[i];
    std::string candidate = name;
    // A new name must not be one that another column has in the file.
    auto is_taken = [&](const std::string& wanted) {
      return used.count(wanted) != 0 || (wanted != header[i] && written.count(wanted) != 0);
    };
    while (is_taken(candidate)) {
      size_t& number = last_number.try_emplace(name, 1).first->second;
      candidate = name + "_" + std::to_string(++number);
    }
    used.insert(candidate);
    if (candidate == header[i]) continue;
    notes.push_back({"column " + std::to_string(i + 1) +
                     (header[i].empty() ? " has no name: " : " repeats a name: ") + "it is \"" +
                     candidate + "\""});
    header[i] = candidate;
  }
  return header;
}

}  // namespace syn
