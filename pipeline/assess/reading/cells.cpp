// SPDX-License-Identifier: Apache-2.0
// Rows of tables as cells, and what their values deny.
#include "pipeline/assess/reading/cells.hpp"

#include <algorithm>
#include <optional>

#include "core/extract/row_text.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::among;

constexpr std::size_t kLongestColumn = 40;  // bytes

bool is_blank(std::string_view folded) {
  return among(lists::kBlanks, folded) || folded.find_first_not_of("_. ") == std::string_view::npos;
}

std::optional<WeakeningRule> denial_in(std::string_view name, const text::Wording& value) {
  if (is_blank(value.folded)) return WeakeningRule::Blank;
  const auto& words = value.terms;
  if (words.empty()) return std::nullopt;
  const std::string_view first = words.front().word;
  if (among(lists::kExempts, first)) return WeakeningRule::Exception;
  // "Indicator: failed payments" names a thing.
  const bool thing = words.size() > 1 && !words[1].stop && words[1].word.ends_with('s');
  if (among(lists::kFailed, first) && !thing) return WeakeningRule::Failure;
  if (among(lists::kOpen, first) && words.size() <= 2) return WeakeningRule::Blank;
  const std::string_view start = value.folded;
  const bool to_come = start.starts_with("to be ") || start.starts_with("not started") ||
                       start.starts_with("in progress") || start.starts_with("offer ");
  if (among(lists::kPlannedStates, first) || to_come) return WeakeningRule::Plan;
  if (first == "off" && words.size() == 1) return WeakeningRule::Negation;
  if (!among(lists::kCellDenials, first) || (first == "0" && words.size() > 1)) return std::nullopt;
  if (grammar::any_among(text::terms(name), lists::kUnwantedColumns)) return std::nullopt;
  return WeakeningRule::Negation;
}

}  // namespace

std::vector<Cell> cells(std::string_view row) {
  std::vector<Cell> out;
  for (const RowCell& cell : row_cells(row)) {
    const text::ByteRange name{cell.name_start, cell.name_end};
    if (name.size() == 0 || (name.size() > kLongestColumn && !cell.quoted_name)) continue;
    out.push_back({name, {cell.value_start, cell.value_end}});
  }
  if (out.size() < 2) out.clear();
  return out;
}

std::vector<std::string> column_names(std::string_view row) {
  std::vector<std::string> out;
  for (const Cell& cell : cells(row)) out.push_back(text::folded(cell.name.of(row)));
  return out;
}

std::vector<Weakening> cell_weakenings(std::string_view row) {
  std::vector<Weakening> out;
  for (const Cell& cell : cells(row)) {
    const auto rule = denial_in(cell.name.of(row), text::Wording(cell.value.of(row)));
    if (rule) out.push_back({*rule, cell.name.start, cell.value.end});
  }
  return out;
}

void add_blank_fields(std::string_view text, std::vector<Weakening>& out) {
  if (!cells(text).empty()) return;
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    std::size_t value = colon + 1;
    while (value < text.size() && text[value] == ' ') ++value;
    const std::size_t end = std::min(text.find_first_of(";\n", value), text.size());
    const std::string found = text::folded(text.substr(value, end - value));
    const bool blank = is_blank(found) || found == "none";
    if (!blank || colon + 1 >= text.size()) continue;
    const std::size_t before = text.substr(0, colon).rfind(';');
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    out.push_back({WeakeningRule::Blank, start, end});
  }
}

}  // namespace assay::assess
