// SPDX-License-Identifier: Apache-2.0
// Reads CSV and TSV (RFC 4180, with the separators and irregularities found in practice).
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/csv_records.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {
namespace {

// The separator that splits the first records into the most fields, and evenly.
char separator_of(std::string_view text) {
  constexpr std::size_t kRecords = 20;
  char best = ',';
  std::size_t best_score = 0;
  for (const char candidate : {',', ';', '\t', '|'}) {
    CsvRecords records(text.substr(0, std::size_t{64} * 1024), candidate);
    std::vector<std::size_t> widths;
    while (widths.size() < kRecords) {
      const auto record = records.next();
      if (!record) break;
      const Row& row = record->fields;
      if (row.size() > 1 || !row.front().empty()) widths.push_back(row.size());
    }
    if (widths.empty()) continue;
    const std::size_t first = widths.front();
    const auto same = static_cast<std::size_t>(std::count(widths.begin(), widths.end(), first));
    const std::size_t score = first < 2 ? 0 : same * 1000 / widths.size() + first;
    if (score > best_score) {
      best = candidate;
      best_score = score;
    }
  }
  return best;
}

}  // namespace

void read_csv(std::string_view bytes, PageBuilder& builder) {
  std::string text = to_utf8(bytes);
  // Excel's own separator hint, as the first line.
  std::string_view rest = text;
  std::optional<char> separator;
  if (rest.starts_with("sep=") && rest.size() > 5 && (rest[5] == '\n' || rest[5] == '\r')) {
    separator = rest[4];
    rest.remove_prefix(std::min(rest.find('\n') + 1, rest.size()));
  }
  CsvRecords records(rest, separator.value_or(separator_of(rest)));
  const auto lines = static_cast<std::size_t>(std::ranges::count(rest, '\n'));
  RowWriter writer(builder, {HeaderSearch::AllRows, false, lines, {}});
  while (const auto record = records.next()) {
    TableRow row = table_row_of(record->fields);
    if (row.cells.empty()) {
      writer.gap();
      continue;
    }
    // Titles have one field. A record that lacks its last fields is no title.
    row.caption = record->fields.size() == 1;
    writer.add(std::move(row));
  }
  writer.finish();
  builder.end_page();
}

}  // namespace assay::extract
