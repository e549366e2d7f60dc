// SPDX-License-Identifier: Apache-2.0
// Texts that are read from the right, and Chinese, Japanese and Korean ones, in every format: in
// the order they are read, with their structure.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extract/page_words.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

// One line of letters as they are seen from the left, in the font of PdfBuilder::letters().
Blocks line_of(const std::string& seen) {
  return read_blocks("pdf", PdfBuilder().page().letters(72, 700, 12, seen).build());
}

TEST(Scripts, ReadsArabicAndHebrewOfAPdfFromTheRight) {
  EXPECT_EQ(line_of("msalm"), (Blocks{"P ملاسم"}));
  EXPECT_EQ(line_of("CBA ABC"), (Blocks{"P גבא אבג"}));
}

TEST(Scripts, KeepsTheOrderOfLettersThatAreOneGlyph) {
  // "L" stands for both letters of lam and alef, "F" for the character that is their ligature.
  EXPECT_EQ(line_of("mLs"), (Blocks{"P سلام"}));
  EXPECT_EQ(line_of("mFs"), (Blocks{"P سلام"}));
  // Both letters, and the figures behind them, as a text that stands for what is drawn.
  const std::string text =
      "BT /F5 12 Tf 72 700 Td (m) Tj /Span << /ActualText <FEFF06440627> >> BDC "
      "(C) Tj EMC (s) Tj ET\n";
  EXPECT_EQ(read_blocks("pdf", PdfBuilder().page().content(text).build()), (Blocks{"P سلام"}));
}

TEST(Scripts, KeepsFiguresBracketsAndLatinWords) {
  EXPECT_EQ(line_of("mLs msalm QPT 27001:2022"), (Blocks{"P QPT 27001:2022 ملاسم سلام"}));
  // Brackets by their meaning, and by their shape.
  EXPECT_EQ(line_of(")2025( mLs"), (Blocks{"P سلام (2025)"}));
  EXPECT_EQ(line_of("(2025) mLs"), (Blocks{"P سلام (2025)"}));
  // Signs between the figures of Arabic text are shown from the right, in Hebrew from the left.
  EXPECT_EQ(line_of(".01-03-2025 mLs smm"), (Blocks{"P ممس سلام 2025-03-01."}));
  EXPECT_EQ(line_of(".2025-03-01 CBA ABC"), (Blocks{"P גבא אבג 2025-03-01."}));
  EXPECT_EQ(line_of("98.5% T. mLs Q. T. P. T. R. T."),
            (Blocks{"P 98.5% T. سلام Q. T. P. T. R. T."}));
}

TEST(Scripts, SaysWhereTheWordsOfALineFromTheRightStand) {
  const std::vector<Page> pages =
      read("pdf", PdfBuilder().page().letters(72, 700, 12, "(2025) mLs").build());
  ASSERT_EQ(pages.size(), 1U);
  const auto words = decode_words(pages[0].words, 11);
  ASSERT_TRUE(words.has_value());
  ASSERT_EQ(words->words.size(), 2U);
  EXPECT_EQ(words->words[0].start, 0U);
  EXPECT_EQ(words->words[0].end, 4U);
  EXPECT_GT(words->words[0].x, words->words[1].x);
}

TEST(Scripts, WritesPresentationFormsAsLetters) {
  EXPECT_EQ(extract::clean_text("\uFEB3\uFEFC\uFEE1"), "سلام");
  EXPECT_EQ(extract::clean_text("\uFEF5"), "لآ");
  EXPECT_EQ(extract::clean_text("\uFB2A\uFB4B"), "\u05E9\u05C1\u05D5\u05B9");
}

TEST(Scripts, LeavesOutCharactersThatOnlySayTheDirection) {
  EXPECT_EQ(extract::clean_text("\u200Fسلام\u200E (\u202BVPN\u202C) \u2067x\u2069\u061C"),
            "سلام (VPN) x");
}

std::string run(const std::string& text) {
  return "<w:r><w:rPr><w:rtl/></w:rPr><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>";
}
std::string paragraph(const std::string& runs, const std::string& properties = "") {
  return "<w:p><w:pPr><w:bidi/>" + properties + "</w:pPr>" + runs + "</w:p>";
}
std::string level(int number) {
  return "<w:outlineLvl w:val=\"" + std::to_string(number) + "\"/>";
}
std::string cell(const std::string& text) {
  return "<w:tc>" + paragraph(run(text)) + "</w:tc>";
}

TEST(Scripts, AreReadInDocx) {
  const std::string table =
      "<w:tbl><w:tblPr><w:bidiVisual/></w:tblPr><w:tr><w:trPr><w:tblHeader/></w:trPr>" +
      cell("النظام") + cell("المالك") + "</w:tr><w:tr>" + cell("الرواتب") + cell("سالم الأحمد") +
      "</w:tr></w:tbl>";
  EXPECT_EQ(read_blocks("docx", docx(paragraph(run("سياسة ") + run("الوصول"), level(0)) +
                                     paragraph(run("الإصدار \u200F2.1\u200E")) + table +
                                     paragraph(run("所有员工必须每年更改密码。"), level(1)) +
                                     paragraph(run("アクセス") + run("権の見直し")))),
            (Blocks{"H1 سياسة الوصول", "P الإصدار 2.1", "T النظام: الرواتب; المالك: سالم الأحمد",
                    "H2 所有员工必须每年更改密码。", "P アクセス権の見直し"}));
}

std::string sheet_cell(const std::string& at, const std::string& value) {
  return "<c r=\"" + at + "\" t=\"inlineStr\"><is><t>" + value + "</t></is></c>";
}

TEST(Scripts, AreReadInXlsx) {
  const std::string rows = "<row>" + sheet_cell("A1", "システム") + sheet_cell("B1", "担当者") +
                           sheet_cell("C1", "期限") + "</row><row>" + sheet_cell("A2", "給与") +
                           sheet_cell("B2", "田中\u3000太郎") + sheet_cell("C2", "2026年3月1日") +
                           "</row><row>" + sheet_cell("A3", "メール") + sheet_cell("B3", "البريد") +
                           sheet_cell("C3", "2026年4月1日") + "</row>";
  EXPECT_EQ(read_blocks("xlsx", xlsx({{"台帳", rows}})),
            (Blocks{"H1 台帳", "T システム: 給与; 担当者: 田中 太郎; 期限: 2026年3月1日",
                    "T システム: メール; 担当者: البريد; 期限: 2026年4月1日"}));
}

TEST(Scripts, AreReadInPptx) {
  const auto shape = [](const std::string& text, const std::string& place) {
    return "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"x\"/><p:nvPr>" + place +
           "</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:pPr rtl=\"1\"/><a:r><a:t>" + text +
           "</a:t></a:r></a:p></p:txBody></p:sp>";
  };
  EXPECT_EQ(read_blocks("pptx", pptx({{shape("מדיניות הגישה", "<p:ph type=\"title\"/>") +
                                           shape("גרסה 3 (HarbourLink)", ""),
                                       ""},
                                      {shape("접근 통제 정책", "<p:ph type=\"title\"/>") +
                                           shape("모든 직원은 교육을 받아야 한다.", ""),
                                       ""}})),
            (Blocks{"H1 מדיניות הגישה", "P גרסה 3 (HarbourLink)", "--", "H1 접근 통제 정책",
                    "P 모든 직원은 교육을 받아야 한다."}));
}

TEST(Scripts, AreReadInOpenDocument) {
  const auto p = [](const std::string& text) {
    return "<text:p><text:span>" + text + "</text:span></text:p>";
  };
  const std::string row = "<table:table-row><table:table-cell>" + p("第三者") +
                          "</table:table-cell><table:table-cell>" + p("سجل الموردين") +
                          "</table:table-cell></table:table-row>";
  EXPECT_EQ(read_blocks("odt", odf("text", "<text:h text:outline-level=\"1\">第一章</text:h>" +
                                               p("السياسة لا تنطبق") + p("ה<text:s/>מדיניות"))),
            (Blocks{"H1 第一章", "P السياسة لا تنطبق", "P ה מדיניות"}));
  EXPECT_EQ(read_blocks("ods", odf("spreadsheet",
                                   "<table:table table:name=\"一覧\">" + row + "</table:table>")),
            (Blocks{"H1 一覧", "T 第三者: سجل الموردين"}));
  EXPECT_EQ(read_blocks("odp", odf("presentation",
                                   "<draw:page><draw:frame><draw:text-box>" + p("الأمن أولا") +
                                       "</draw:text-box></draw:frame></draw:page>")),
            (Blocks{"P الأمن أولا"}));
}

}  // namespace
}  // namespace assay::test
