// Names of the columns of a file.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_readers_header.h"

#include <unordered_set>

#include "tableio/column_guess.h"

namespace syn {

std::vector<std::string> column_names_of(std::vector<std::string> header,
                                         std::vector<std::string>& notes) {
  std::unordered_set<std::string> written;
  for (std::string& name : header) {
    name = std::string(tableio::without_blanks(name));
    written.insert(name);
  }
  std::unordered_set<std::string> used;
  for (size_t i = 0; i < header.size(); ++i) {
    std::string name = header[i].empty() ? "column_" + std::to_string(i + 1) : header[i];
    std::string candidate = name;
    // A new name must not be one that another column has in the file.
    for (size_t n = 2;
         used.count(candidate) != 0 || (candidate != header[i] && written.count(candidate) != 0);
         ++n) {
      candidate = name + "_" + std::to_string(n);
    }
    used.insert(candidate);
    if (candidate == header[i]) continue;
    notes.push_back("column " + std::to_string(i + 1) +
                    (header[i].empty() ? " has no name: " : " repeats a name: ") + "it is \"" +
                    candidate + "\"");
    header[i] = candidate;
  }
  return header;
}

}  // namespace syn
