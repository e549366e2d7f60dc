// SPDX-License-Identifier: Apache-2.0
// Workbooks as cells, through the real reader in its own process: positions and values of cells,
// and every limit.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extract/extractor.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/extract/temp_files.hpp"

namespace assay::test {
namespace {

Result<std::vector<assay::Sheet>, ExtractFailure> tables(const std::string& bytes) {
  const FileDescriptor file = document(bytes);
  return Extractor(ASSAY_BINARY_DIR "/bin/assay-extract", {}).tables(file.get(), "controls.xlsx");
}

std::string cell(const std::string& at, const std::string& value) {
  return "<c r=\"" + at + "\" t=\"inlineStr\"><is><t xml:space=\"preserve\">" + value +
         "</t></is></c>";
}

// "7: 0=a 3=b" for each row.
std::vector<std::string> shown(const assay::Sheet& sheet) {
  std::vector<std::string> rows;
  for (const SheetRow& row : sheet.rows) {
    std::string line = std::to_string(row.number) + ':';
    for (const SheetCell& found : row.cells) {
      line += ' ' + std::to_string(found.column) + '=' + found.text;
    }
    rows.push_back(line);
  }
  return rows;
}

using Rows = std::vector<std::string>;

ExtractFailure failure_of_rows(const std::string& rows) {
  const auto found = tables(xlsx({{"Big", rows}}));
  EXPECT_FALSE(found);
  return found ? ExtractFailure{} : found.error();
}

TEST(Tables, GiveCellsWhereTheyStand) {
  const auto found =
      tables(xlsx({{"Empty", ""},
                   {"Controls",
                    "<row r=\"2\">" + cell("A2", " title ") + cell("D2", "x") + cell("C2", "") +
                        "</row><row r=\"7\">" + cell("B7", "two\r\nlines\n") +
                        "<c r=\"C7\"><v>1.5</v></c></row><row>" + cell("A8", "next") + "</row>",
                    true}}));
  ASSERT_TRUE(found) << found.error().reason;
  ASSERT_EQ(found->size(), 2U);
  EXPECT_TRUE((*found)[0].rows.empty());
  EXPECT_EQ((*found)[1].name, "Controls");
  EXPECT_EQ(shown((*found)[1]), (Rows{"2: 0= title 3=x", "7: 1=two\nlines 2=1.5", "8: 0=next"}));
}

TEST(Tables, PutWhatIsOutOfOrderInOrder) {
  const auto found =
      tables(xlsx({{"S", "<row r=\"5\">" + cell("C5", "c") + cell("A5", "a") + cell("C5", "d") +
                             "</row><row r=\"3\">" + cell("A3", "later") + "</row>"}}));
  ASSERT_TRUE(found);
  EXPECT_EQ(shown((*found)[0]), (Rows{"5: 0=a 2=d", "6: 0=later"}));
}

TEST(Tables, AreLimited) {
  std::string rows;
  for (int i = 0; i < 50'021; ++i) rows += "<row><c><v>1</v></c></row>";
  EXPECT_EQ(failure_of_rows(rows).problem, ExtractProblem::Limit);
  EXPECT_NE(failure_of_rows(rows).reason.find("Big has more than 50,000 rows"), std::string::npos);
  EXPECT_NE(failure_of_rows("<row>" + cell("GS1", "x") + "</row>").reason.find("column 200"),
            std::string::npos);
  EXPECT_TRUE(tables(xlsx({{"S", "<row>" + cell("GR1", "x") + "</row>"}})));
  EXPECT_NE(failure_of_rows("<row r=\"1048577\">" + cell("A1", "x") + "</row>")
                .reason.find("last, 1,048,576"),
            std::string::npos);
  // 2,000 cells of 30,000 bytes each, all referring to one string.
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "<row><c t=\"s\"><v>0</v></c></row>";
  const auto found =
      tables(xlsx({{"S", many}}, "<si><t>" + std::string(30'000, 'x') + "</t></si>"));
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().reason.find("50 MiB"), std::string::npos);
}

TEST(Tables, AreOfWorkbooksAlone) {
  const auto text = tables("criterionTitle,title\nA,B\n");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().problem, ExtractProblem::Unsupported);
  const auto word = tables(docx("<w:p><w:r><w:t>Text</w:t></w:r></w:p>"));
  ASSERT_FALSE(word);
  EXPECT_EQ(word.error().problem, ExtractProblem::Unsupported);
  const std::string workbook = xlsx({{"S", "<row>" + cell("A1", "x") + "</row>"}});
  const auto broken = tables(workbook.substr(0, workbook.size() / 2));
  ASSERT_FALSE(broken);
}

}  // namespace
}  // namespace assay::test
