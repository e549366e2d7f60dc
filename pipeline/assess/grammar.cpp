// SPDX-License-Identifier: Apache-2.0
// Reading a table.
#include "pipeline/assess/grammar.hpp"

namespace assay::assess::grammar {

std::vector<TableLine> table_lines(std::string_view table) {
  std::vector<TableLine> out;
  while (!table.empty()) {
    const std::size_t end = table.find('\n');
    const std::string_view line = table.substr(0, end);
    const std::size_t tab = line.find('\t');
    TableLine& read = out.emplace_back();
    read.name = line.substr(0, tab);
    for (std::string_view rest = line.substr(tab + 1); !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      std::string& entry = read.entries.emplace_back(rest.substr(0, blank));
      std::ranges::replace(entry, '_', ' ');
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    table.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace assay::assess::grammar
