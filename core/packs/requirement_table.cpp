// SPDX-License-Identifier: Apache-2.0
// Converts rows to criteria and requirements, and reports how they contradict each other.
#include "core/packs/requirement_table.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>

#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

bool blank(const TableRow& row) {
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [](const std::string& cell) { return trimmed(cell).empty(); });
}

class TableReader {
 public:
  explicit TableReader(const Table& table) : table_(table), columns_(table, errors_) {}

  Result<Import> read();

 private:
  // What is known of a criterion besides its stored fields, and the numbering of its requirements.
  struct Known {
    std::size_t index = 0;  // in version_.criteria
    std::size_t title_row = 0;
    std::size_t description_row = 0;
    int items = 0;
    std::set<std::string, std::less<>> labels;  // of the current item; empty: it has none
  };

  void take(const TableRow& row);
  Known* criterion_of(const TableRow& row);
  Known* numbered(const TableRow& row, std::string_view number, std::string_view title);
  Known* add_criterion(const TableRow& row, int number, std::string_view title);
  void describe(const TableRow& row, Known& known);
  void check_characters(const TableRow& row);
  std::string label_of(const TableRow& row, Known& known, std::string_view subcheck);
  void add_error(const TableRow& row, std::string_view column, const std::string& issue) {
    errors_.add(place(row.number) + ", " + std::string(column), issue);
  }
  [[nodiscard]] std::string place(std::size_t number) const {
    return table_.where + std::to_string(number);
  }

  const Table& table_;
  FieldErrors errors_;
  Columns columns_;
  NewVersion version_;
  std::map<int, Known> known_;
  std::map<std::string, int, std::less<>> by_title_;
  std::map<std::string, std::size_t, std::less<>> requirement_rows_;
  Known* current_ = nullptr;
  std::size_t continued_ = 0;  // rows put under the criterion above
  std::size_t first_continued_ = 0;
};

TableReader::Known* TableReader::add_criterion(const TableRow& row, int number,
                                               std::string_view title) {
  Known known;
  known.index = version_.criteria.size();
  known.title_row = row.number;
  Criterion criterion;
  criterion.criterion_id = number;
  criterion.title = title;
  version_.criteria.push_back(std::move(criterion));
  by_title_.try_emplace(std::string(title), number);
  return &known_.emplace(number, std::move(known)).first->second;
}

TableReader::Known* TableReader::numbered(const TableRow& row, std::string_view number,
                                          std::string_view title) {
  int value = 0;
  const auto done = std::from_chars(number.data(), number.data() + number.size(), value);
  if (done.ec != std::errc() || done.ptr != number.data() + number.size() || value < 1 ||
      value > 1'000'000) {
    add_error(row, kColumnNames[kCriterionId], "must be a whole number from 1");
    return nullptr;
  }
  const auto found = known_.find(value);
  if (found == known_.end()) {
    if (title.empty()) add_error(row, kColumnNames[kCriterionTitle], "must not be empty");
    return add_criterion(row, value, title);
  }
  const std::string& before = version_.criteria[found->second.index].title;
  if (!title.empty() && title != before) {
    add_error(row, kColumnNames[kCriterionTitle],
              "criterion " + std::to_string(value) + " has another title in " +
                  place(found->second.title_row));
  }
  return &found->second;
}

TableReader::Known* TableReader::criterion_of(const TableRow& row) {
  const std::string_view number = columns_.cell(row, kCriterionId);
  const std::string_view title = columns_.cell(row, kCriterionTitle);
  if (!number.empty()) return numbered(row, number, title);
  if (title.empty()) {
    if (current_ == nullptr) add_error(row, kColumnNames[kCriterionTitle], "must not be empty");
    if (continued_++ == 0) first_continued_ = row.number;
    return current_;
  }
  const auto found = by_title_.find(title);
  if (found != by_title_.end()) return &known_.at(found->second);
  if (columns_.used(kCriterionId)) {
    add_error(row, kColumnNames[kCriterionId], "must not be empty if a criterion begins here");
    return nullptr;
  }
  return add_criterion(row, static_cast<int>(version_.criteria.size()) + 1, title);
}

void TableReader::describe(const TableRow& row, Known& known) {
  const std::string_view description = columns_.cell(row, kCriterionDescription);
  if (description.empty()) return;
  std::string& before = version_.criteria[known.index].description;
  if (before.empty()) {
    before = description;
    known.description_row = row.number;
  } else if (before != description) {
    add_error(row, kColumnNames[kCriterionDescription],
              "the criterion has another description in " + place(known.description_row));
  }
}

// As given, or criterion.item, or criterion.item.label: rows with sub-labels share an item until a
// label repeats.
std::string TableReader::label_of(const TableRow& row, Known& known, std::string_view subcheck) {
  const std::string_view given = columns_.cell(row, kRequirementId);
  if (columns_.used(kRequirementId)) {
    if (given.empty()) add_error(row, kColumnNames[kRequirementId], "must not be empty");
    return std::string(given);
  }
  const bool same_item =
      !subcheck.empty() && !known.labels.empty() && !known.labels.contains(subcheck);
  if (!same_item) {
    ++known.items;
    known.labels.clear();
  }
  std::string label = std::to_string(version_.criteria[known.index].criterion_id) + '.' +
                      std::to_string(known.items);
  if (subcheck.empty()) return label;
  known.labels.emplace(subcheck);
  return label + '.' + std::string(subcheck);
}

void TableReader::check_characters(const TableRow& row) {
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const bool control = std::any_of(row.cells[i].begin(), row.cells[i].end(), [](char c) {
      const auto code = static_cast<unsigned char>(c);
      return (code < 0x20 && c != '\t' && c != '\n' && c != '\r') || code == 0x7F;
    });
    if (control) add_error(row, "column " + std::to_string(i + 1), "holds a control character");
  }
}

void TableReader::take(const TableRow& row) {
  check_characters(row);
  if (const std::size_t stray = columns_.stray(row); stray != 0) {
    add_error(row, "column " + std::to_string(stray), "has a value, but the column has no name");
  }
  Requirement requirement;
  requirement.title = columns_.cell(row, kTitle);
  if (requirement.title.empty()) add_error(row, kColumnNames[kTitle], "must not be empty");
  Known* known = criterion_of(row);
  if (known == nullptr) return;
  current_ = known;
  describe(row, *known);
  const std::string_view subcheck = columns_.cell(row, kSubcheckLabel);
  if (!subcheck.empty()) requirement.subcheck_label = std::string(subcheck);
  requirement.requirement_id = label_of(row, *known, subcheck);
  requirement.criterion_id = version_.criteria[known->index].criterion_id;
  requirement.criterion_title = version_.criteria[known->index].title;
  requirement.expected_evidence = lines_as_items(columns_.cell(row, kExpectedEvidence));
  requirement.guidance = columns_.cell(row, kGuidance);
  const auto [first, fresh] = requirement_rows_.try_emplace(requirement.requirement_id, row.number);
  if (!fresh && !requirement.requirement_id.empty()) {
    add_error(row, kColumnNames[kRequirementId],
              requirement.requirement_id + " is in " + place(first->second) + " already");
  }
  version_.requirements.push_back(std::move(requirement));
}

Result<Import> TableReader::read() {
  if (errors_.any()) return errors_.error();
  for (const TableRow& row : table_.rows) {
    if (errors_.full()) break;
    if (!blank(row)) take(row);
  }
  if (!errors_.any() && version_.requirements.empty()) {
    errors_.add("file", "has no requirement below its header");
  }
  if (errors_.any()) return errors_.error();
  Import import;
  if (continued_ > 0) {
    import.report.warnings.push_back(
        std::to_string(continued_) + (continued_ == 1 ? " row names" : " rows name") +
        " no criterion and went to that of the row above, from " + place(first_continued_) + " on");
  }
  import.packs.push_back(std::move(version_));
  return import;
}

}  // namespace

Result<Import> read_table(const Table& table) {
  if (table.rows.size() > kMaxTableRows) {
    return invalid_field("file", "has more than 50,000 rows; split it into several packs");
  }
  return TableReader(table).read();
}

}  // namespace assay::packs
