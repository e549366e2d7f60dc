// SPDX-License-Identifier: Apache-2.0
// CSV texts to requirements: columns in any order, generated labels, continued criteria.
#include <gtest/gtest.h>

#include "core/packs/requirement_table.hpp"

namespace assay::packs {
namespace {

Result<Import> imported(std::string_view text) {
  auto table = read_csv(text);
  if (!table) return table.error();
  return read_table(*table);
}

NewVersion pack_of(std::string_view text) {
  auto import = imported(text);
  EXPECT_TRUE(import) << (import ? "" : import.error().message);
  return import ? import->packs.at(0) : NewVersion{};
}

std::vector<std::string> labels_of(std::string_view text) {
  std::vector<std::string> labels;
  for (const auto& requirement : pack_of(text).requirements) {
    labels.push_back(requirement.requirement_id);
  }
  return labels;
}

using Texts = std::vector<std::string>;

TEST(Csv, TakesEveryColumn) {
  const auto pack = pack_of(
      "title;guidance;criterionId;requirementId;criterionTitle;subcheckLabel;expectedEvidence;"
      "criterionDescription\r\n"
      "\"Says \"\"yes\"\"; always\";\"See\nthere\";7;7.1.a;Access;a;\"Policy\r\n- Log\";Who "
      "enters\r\n");
  ASSERT_EQ(pack.criteria.size(), 1U);
  EXPECT_EQ(pack.criteria[0].criterion_id, 7);
  EXPECT_EQ(pack.criteria[0].title, "Access");
  EXPECT_EQ(pack.criteria[0].description, "Who enters");
  ASSERT_EQ(pack.requirements.size(), 1U);
  const auto& requirement = pack.requirements[0];
  EXPECT_EQ(requirement.requirement_id, "7.1.a");
  EXPECT_EQ(requirement.title, "Says \"yes\"; always");
  EXPECT_EQ(requirement.subcheck_label, "a");
  EXPECT_EQ(requirement.expected_evidence, (Texts{"Policy", "Log"}));
  EXPECT_EQ(requirement.guidance, "See\nthere");
}

TEST(Csv, LineEndsBomAndHintAreNoMatter) {
  for (const std::string text :
       {"criterionTitle,title\nA,B\n\nA,C",
        "\xEF\xBB\xBF"
        "criterionTitle,title\r\nA,B\r\nA,C\r\n",
        "criterionTitle,title\rA,B\r,\rA,C\r", "sep=;\ncriterionTitle;title\nA;B\nA;C\n",
        "CRITERIONTITLE , Title \nA,B\nA,C\n"}) {
    EXPECT_EQ(labels_of(text), (Texts{"1.1", "1.2"})) << text;
  }
}

TEST(Csv, TheHeaderTellsTheSeparator) {
  EXPECT_EQ(pack_of("criterionTitle,title\nA,B;C\n").requirements[0].title, "B;C");
  EXPECT_EQ(pack_of("criterionTitle;title\nA;B,C\n").requirements[0].title, "B,C");
}

TEST(Table, RowsWithSubLabelsShareAnItemUntilOneComesAgain) {
  EXPECT_EQ(labels_of("criterionTitle,subcheckLabel,title\n"
                      "A,i,a\nA,ii,b\nA,i,c\nA,ii,d\nA,,e\nA,i,f\nB,,g\nA,ii,h\n"),
            (Texts{"1.1.i", "1.1.ii", "1.2.i", "1.2.ii", "1.3", "1.4.i", "2.1", "1.4.ii"}));
}

TEST(Table, RowsWithoutACriterionGoOnWithTheOneAbove) {
  const auto import = imported("criterionId,criterionTitle,title\n3,A,a\n,,b\n4,B,c\n3,,d\n,,e\n");
  ASSERT_TRUE(import);
  Texts labels;
  for (const auto& requirement : import->packs[0].requirements) {
    labels.push_back(requirement.requirement_id);
  }
  EXPECT_EQ(labels, (Texts{"3.1", "3.2", "4.1", "3.3", "3.4"}));
  EXPECT_EQ(import->report.warnings,
            (Texts{"2 rows name no criterion and went to that of the row above, from line 3 on"}));
}

TEST(Table, CriteriaWithoutNumbersAreCountedByTitle) {
  const auto pack = pack_of("criterionTitle,title\nA,a\nB,b\nA,c\n");
  ASSERT_EQ(pack.criteria.size(), 2U);
  EXPECT_EQ(pack.criteria[1].criterion_id, 2);
  EXPECT_EQ(pack.requirements[2].criterion_id, 1);
}

TEST(Table, ColumnsWithoutValuesCountForNothing) {
  EXPECT_EQ(labels_of("criterionTitle,,title,requirementId,criterionId\nA,,a,,\nA,,b,,\n"),
            (Texts{"1.1", "1.2"}));
}

TEST(Csv, IsToldFromItsHeader) {
  EXPECT_TRUE(begins_like_csv("criterionId,colour\n"));
  EXPECT_TRUE(begins_like_csv("\n;;\nfoo;TITLE\n"));
  EXPECT_FALSE(begins_like_csv("colour,shape\n"));
  EXPECT_FALSE(begins_like_csv("urn: urn:x\ntitle: y\n"));
  EXPECT_FALSE(begins_like_csv(""));
}

}  // namespace
}  // namespace assay::packs
