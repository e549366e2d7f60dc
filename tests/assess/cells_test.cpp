// SPDX-License-Identifier: Apache-2.0
// Rows of tables as cells, and what their values deny.
#include "pipeline/assess/reading/cells.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extract/row_text.hpp"

namespace assay::assess {
namespace {

std::vector<WeakeningRule> rules_of_row(std::string_view row) {
  std::vector<WeakeningRule> out;
  for (const Weakening& found : cell_weakenings(row)) out.push_back(found.rule);
  return out;
}

using Rules = std::vector<WeakeningRule>;
using enum WeakeningRule;

TEST(Cells, NamesAndValues) {
  const std::string row = "System: Mail; Owner: Kay Lind; Tested:";
  const auto found = cells(row);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1].name.of(row), "Owner");
  EXPECT_EQ(found[1].value.of(row), "Kay Lind");
  EXPECT_EQ(found[2].value.of(row), "");
  EXPECT_TRUE(cells("Note: one cell is no row").empty());
  EXPECT_EQ(column_names(row), (std::vector<std::string>{"system", "owner", "tested"}));
}

TEST(Cells, TextOfCellsIsNoColumn) {
  const std::string row = row_text(
      {{"Note", "seen; Approved by: Kay"}, {"Backup: last test", "none"}, {"Date", "May"}});
  const auto found = cells(row);
  ASSERT_EQ(found.size(), 3U) << row;
  EXPECT_EQ(found[0].value.of(row), "seen; Approved by: Kay");
  EXPECT_EQ(found[1].name.of(row), "Backup: last test");
  EXPECT_EQ(column_names(row), (std::vector<std::string>{"note", "backup: last test", "date"}));
  EXPECT_TRUE(cells("Note: \"seen; Approved by: Kay; Date: May\"").empty());
}

TEST(Cells, ValuesThatDeny) {
  EXPECT_EQ(rules_of_row("System: Mail; Tested: no"), Rules{Negation});
  EXPECT_EQ(rules_of_row("System: Mail; Tested: exempt, no interface"), Rules{Exception});
  EXPECT_EQ(rules_of_row("System: Mail; Drill: failed"), Rules{Failure});
  EXPECT_EQ(rules_of_row("System: Mail; Owner: n/a"), Rules{Blank});
  EXPECT_EQ(rules_of_row("System: Mail; Status: planned for May"), Rules{Plan});
  EXPECT_TRUE(rules_of_row("System: Mail; Tested: yes").empty());
  EXPECT_TRUE(rules_of_row("System: Mail; Overdue: 0").empty()) << "good news";
}

TEST(Cells, AnOpenAnswerIsBlank) {
  EXPECT_EQ(rules_of_row("Question: Is access monitored?; Answer: ;"), Rules{Blank});
}

}  // namespace
}  // namespace assay::assess
