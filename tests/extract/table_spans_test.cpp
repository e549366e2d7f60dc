// SPDX-License-Identifier: Apache-2.0
// Cells that span columns and rows in HTML and Word, and headers of two lines.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

Blocks html_rows(const std::string& rows) {
  return read_blocks("html", "<table>" + rows + "</table>");
}

TEST(HtmlTable, RepeatsWhatSpans) {
  EXPECT_EQ(html_rows("<tr><th>System<th>Owner<th>Due<th>Result"
                      "<tr><td rowspan=2>Mail<td>Kay<td>May<td>ok"
                      "<tr><td>Lee<td colspan=2>open"
                      "<tr><td>CRM<td>Ann<td>June<td>ok"),
            (Blocks{"T System: Mail; Owner: Kay; Due: May; Result: ok",
                    "T System: Mail; Owner: Lee; Due: open; Result: open",
                    "T System: CRM; Owner: Ann; Due: June; Result: ok"}));
}

TEST(HtmlTable, JoinsTheLinesOfAHeader) {
  const Blocks expected{"T System: Mail; Backup / last test: May; Backup / result: ok"};
  EXPECT_EQ(html_rows("<tr><th rowspan=2>System<th colspan=2>Backup<tr><th>last test<th>result"
                      "<tr><td>Mail<td>May<td>ok"),
            expected);
  EXPECT_EQ(
      html_rows("<thead><tr><td rowspan=2>System<td colspan=2>Backup<tr><td>last test<td>result"
                "</thead><tbody><tr><td>Mail<td>May<td>ok"),
      expected);
}

TEST(HtmlTable, TitlesAreNoNames) {
  EXPECT_EQ(html_rows("<tr><th colspan=3>Register<tr><th>System<th>Owner<th>Due"
                      "<tr><td colspan=3>North<tr><td>Mail<td>Kay<td>May"),
            (Blocks{"T Register", "T North", "T System: Mail; Owner: Kay; Due: May"}));
}

TEST(HtmlTable, KeepsNamesThatNoRowUses) {
  const std::string names = "<tr><th>Owner<th>Due<tr><td colspan=2>";
  EXPECT_EQ(html_rows(names + "None yet"), (Blocks{"T None yet", "T Owner; Due"}));
  EXPECT_EQ(html_rows(names + "New<tr><td>Kay<td>May"),
            (Blocks{"T New", "T Owner: Kay; Due: May"}));
}

TEST(HtmlTable, AHeaderFurtherBelowBeginsAnotherPart) {
  EXPECT_EQ(
      html_rows("<tr><th>System<th>Owner<th>Due<tr><td>Mail<td>Kay<td>May"
                "<tr><th>Site<th>Area<th>Room<tr><td>Porto<td>North<td>4"),
      (Blocks{"T System: Mail; Owner: Kay; Due: May", "T Site: Porto; Area: North; Room: 4"}));
  // The first cell of a row may be a <th>.
  EXPECT_EQ(html_rows("<tr><th>System<th>Owner<th>Due<tr><th>Mail<td>Kay<td>May"),
            Blocks{"T System: Mail; Owner: Kay; Due: May"});
}

TEST(HtmlTable, SpansEndWithTheirPart) {
  EXPECT_EQ(html_rows("<thead><tr><th rowspan=9>System<th>Owner<th>Due</thead>"
                      "<tbody><tr><td rowspan=0>Mail<td>Kay<td>May<tr><td>Lee<td>June</tbody>"
                      "<tbody><tr><td>CRM<td>Ann<td>July</tbody>"),
            (Blocks{"T System: Mail; Owner: Kay; Due: May", "T System: Mail; Owner: Lee; Due: June",
                    "T System: CRM; Owner: Ann; Due: July"}));
}

TEST(HtmlTable, HugeSpansCostNothing) {
  EXPECT_EQ(html_rows("<tr><th>A<th>B<tr><td colspan=65534 rowspan=65534>x<td>y<tr><td>z"),
            (Blocks{"T A: x; B: x; y", "T A: x; B: x; z"}));
  // A thousand columns, each over all of ten thousand rows.
  std::string rows = "<tr>";
  for (int i = 0; i < 1200; ++i) rows += "<td rowspan=65534>" + std::string(50, 'x');
  for (int i = 0; i < 10'000; ++i) rows += "<tr><td>y";
  const auto failure = failure_of("html", "<table>" + rows + "</table>");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Limit);
  std::string wide;
  for (int i = 0; i < 20'000; ++i) wide += "<tr><td colspan=65534 rowspan=65534><td>y";
  EXPECT_FALSE(failure_of("html", "<table>" + wide + "</table>"));
}

std::string word_cell(const std::string& text, const std::string& properties = "") {
  return "<w:tc><w:tcPr>" + properties + "</w:tcPr><w:p><w:r><w:t>" + text +
         "</w:t></w:r></w:p></w:tc>";
}
std::string word_row(const std::string& cells, bool header = false) {
  return std::string("<w:tr><w:trPr>") + (header ? "<w:tblHeader/>" : "") + "</w:trPr>" + cells +
         "</w:tr>";
}
Blocks word_rows(const std::string& rows) {
  return read_blocks("docx", docx("<w:tbl>" + rows + "</w:tbl>"));
}
const std::string kBegin = "<w:vMerge w:val=\"restart\"/>";
const std::string kGoOn = "<w:vMerge/>";
const std::string kTwo = "<w:gridSpan w:val=\"2\"/>";

TEST(DocxTable, RepeatsWhatSpans) {
  EXPECT_EQ(word_rows(word_row(word_cell("System", kBegin) + word_cell("Backup", kTwo), true) +
                      word_row(word_cell("", kGoOn) + word_cell("last test") + word_cell("result"),
                               true) +
                      word_row(word_cell("Mail", kBegin) + word_cell("May") + word_cell("ok")) +
                      word_row(word_cell("", kGoOn) + word_cell("none", kTwo)) +
                      word_row(word_cell("CRM") + word_cell("June") + word_cell("ok"))),
            (Blocks{"T System: Mail; Backup / last test: May; Backup / result: ok",
                    "T System: Mail; Backup / last test: none; Backup / result: none",
                    "T System: CRM; Backup / last test: June; Backup / result: ok"}));
}

TEST(DocxTable, WithoutAHeaderHasNone) {
  EXPECT_EQ(word_rows(word_row(word_cell("Mail") + word_cell("Kay") + word_cell("high")) +
                      word_row(word_cell("CRM") + word_cell("Lee") + word_cell("low"))),
            (Blocks{"T Mail; Kay; high", "T CRM; Lee; low"}));
}

TEST(DocxTable, KeepsTextThatNothingCovers) {
  EXPECT_EQ(word_rows(word_row(word_cell("Owner", kGoOn) + word_cell("Kay"))),
            Blocks{"T Owner: Kay"});
  EXPECT_EQ(word_rows(word_row(word_cell("System") + word_cell("Owner") + word_cell("Due"), true) +
                      "<w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr>" + word_cell("Kay") +
                      word_cell("May") + "</w:tr>"),
            Blocks{"T Owner: Kay; Due: May"});
}

}  // namespace
}  // namespace assay::test
