// SPDX-License-Identifier: Apache-2.0
// Finds the columns of a table of requirements, in any order.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "db/packs/complaints.hpp"
#include "db/packs/requirement_table.hpp"

namespace assay::packs {

enum Column : std::size_t {
  kCriterionId,
  kCriterionTitle,
  kCriterionDescription,
  kRequirementId,
  kSubcheckLabel,
  kTitle,
  kExpectedEvidence,
  kGuidance,
  kColumnCount
};
inline constexpr std::array<std::string_view, kColumnCount> kColumnNames{
    "criterionId",   "criterionTitle", "criterionDescription", "requirementId",
    "subcheckLabel", "title",          "expectedEvidence",     "guidance"};

class Columns {
 public:
  // Complains about unknown, duplicate and missing columns.
  Columns(const Table& table, Complaints& complaints);

  // Trimmed; empty if the row is too short or there is no such column.
  [[nodiscard]] std::string_view cell(const TableRow& row, Column column) const;
  // Whether any row has a value in the column.
  [[nodiscard]] bool used(Column column) const { return used_.at(column); }
  // The first position, from 1, with a value outside the named columns; 0 if there is none.
  [[nodiscard]] std::size_t stray(const TableRow& row) const;

 private:
  std::size_t width_;
  std::array<std::size_t, kColumnCount> places_{};
  std::array<bool, kColumnCount> used_{};
  std::vector<std::size_t> unnamed_;
};

}  // namespace assay::packs
