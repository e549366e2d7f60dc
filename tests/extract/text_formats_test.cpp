// SPDX-License-Identifier: Apache-2.0
// Converts plain text, Markdown, CSV, HTML, JSON and XML to blocks.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pipeline/extract/page/clean_text.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

TEST(CleanText, KeepsWordsAndDropsControls) {
  EXPECT_EQ(extract::clean_text(std::string_view("a\0b\x01\r\nc \t\r\rd\xC2\xA0"
                                                 "e\xE2\x80\x8B",
                                                 18)),
            "ab\nc\n\nd e");
  EXPECT_EQ(extract::clean_text("x\xFFy"), "x\xEF\xBF\xBDy");
  EXPECT_EQ(extract::clean_line("  one\n two\tthree "), "one two three");
}

TEST(CleanText, JoinsSoftHyphensAndLigatures) {
  EXPECT_EQ(extract::clean_text("evi\u00ADdence"), "evidence");
  EXPECT_EQ(extract::clean_text("evi\u00AD\ndence\nnext"), "evidence\nnext");
  EXPECT_EQ(extract::clean_text("evi\u00AD\r\ndence\u00AD"), "evidence");
  EXPECT_EQ(
      extract::clean_text("\uFB01le, o\uFB03ce, \uFB02ow, sta\uFB00, ba\uFB04e, \uFB05\uFB06"),
      "file, office, flow, staff, baffle, stst");
  EXPECT_EQ(read_blocks("md", "# Con\uFB01dential\n\nA con\u00ADtrol"),
            (Blocks{"H1 Confidential", "P A control"}));
}

TEST(PlainText, JoinsWrappedLinesAndKeepsListsAndPages) {
  const std::string text =
      "ACCESS CONTROL POLICY\n\n"
      "1. Purpose\n\n"
      "This policy says who may use which system and how access is granted,\n"
      "reviewed and taken away again. It holds for all staff and contractors\n"
      "of the company.\n\n"
      "- first item\n- second item\n\n"
      "ACME Ltd\n12 Main Street\n"
      "\fSecond page\n";
  EXPECT_EQ(
      read_blocks("txt", text),
      (Blocks{"H1 ACCESS CONTROL POLICY", "H1 1. Purpose",
              "P This policy says who may use which system and how access is granted, reviewed "
              "and taken away again. It holds for all staff and contractors of the company.",
              "L - first item", "L - second item", "P ACME Ltd", "P 12 Main Street", "--",
              "P Second page"}));
}

TEST(PlainText, KeepsLogLinesApart) {
  const std::string line =
      "2026-01-05T10:00:00Z sshd[77]: Accepted publickey for root from 10.0.0.1";
  EXPECT_EQ(read_blocks("txt", line + "\n" + line + "\n" + line),
            (Blocks{"P " + line, "P " + line, "P " + line}));
}

TEST(PlainText, ReadsLegacyEncodings) {
  EXPECT_EQ(read_blocks("txt",
                        "Pr\xFC"
                        "fung \x80 5"),
            Blocks{"P Prüfung € 5"});
  EXPECT_EQ(read_blocks("txt", std::string_view("\xFF\xFEh\0\xE9\0", 6)), Blocks{"P hé"});
  EXPECT_EQ(read_blocks("txt", std::string_view("\xFE\xFF\0h\0i", 6)), Blocks{"P hi"});
  EXPECT_EQ(read_blocks("txt", std::string_view("h\0i\0 \0y\0o\0u\0", 12)), Blocks{"P hi you"});
  EXPECT_EQ(read_blocks("txt", "\xEF\xBB\xBFmarked"), Blocks{"P marked"});
}

TEST(PlainText, WithoutWordsIsEmpty) {
  EXPECT_EQ(failure_of("txt", " \n\f\n ")->problem, ExtractProblem::Empty);
}

TEST(Markdown, KeepsStructureAndPlaceholders) {
  const std::string text =
      "---\ntitle: Policy\nowner: CISO\n---\n"
      "# Access **control**\n\n{{companyName}} grants `least` privilege;\nsee [the "
      "plan](plan.md).\n\n"
      "Scope\n-----\n\n* one\n  1. inner\n  2. other\n* [x] done\n\n"
      "| Role | Review |\n|---|---|\n| Admin | monthly |\n| Staff | |\n\n"
      "```sh\nls -l\n  cd /\n```\n\nA &amp; B<br>C <!-- note -->\n\n<p>raw <b>html</b></p>\n";
  EXPECT_EQ(read_blocks("md", text),
            (Blocks{"P title: Policy\nowner: CISO", "H1 Access control",
                    "P {{companyName}} grants least privilege; see the plan (plan.md).", "H2 Scope",
                    "L - one", "L 1. inner", "L 2. other", "L - [x] done",
                    "T Role: Admin; Review: monthly", "T Role: Staff", "P ls -l\n  cd /",
                    "P A & B\nC", "P raw html"}));
}

TEST(Csv, NamesColumnsAndHonoursQuotes) {
  EXPECT_EQ(
      read_blocks("csv", "Asset,Owner,Due\r\n\"Server, \"\"A\"\"\",Kim,2026-01-01\r\nLaptop,,\r\n"),
      (Blocks{"T Asset: Server, \"A\"; Owner: Kim; Due: 2026-01-01", "T Asset: Laptop"}));
  EXPECT_EQ(read_blocks("csv", "Name;Wert\nx;1,5\ny;2,5\n"),
            (Blocks{"T Name: x; Wert: 1,5", "T Name: y; Wert: 2,5"}));
  EXPECT_EQ(read_blocks("tsv", "A\tB\n1\t2"), Blocks{"T A: 1; B: 2"});
  EXPECT_EQ(read_blocks("csv", "only,header"), Blocks{"T only: header"});
  EXPECT_EQ(read_blocks("csv", "A,B\n\"never closed,1"), (Blocks{"T A: B", "T never closed,1"}));
}

TEST(Html, KeepsStructureAndDropsWhatIsNotShown) {
  const std::string text =
      "<html><head><title>T</title><style>p{}</style><script>var x='no'</script></head><body>"
      "<h1>Policy</h1><p>One\n two<br>three</p><ul><li>a<li>b</ul><ol><li>c</ol>"
      "<table><tr><th>Role<th>Due</tr><tr><td>Admin<td>May</tr></table>"
      "<table><tr><td><h2>Inside a layout</h2><p>text</p></td></tr></table>"
      "<div>tail <b>bold</b>&nbsp;end</div></body></html>";
  EXPECT_EQ(read_blocks("html", text),
            (Blocks{"P T", "H1 Policy", "P One two\nthree", "L - a", "L - b", "L 1. c",
                    "T Role: Admin; Due: May", "H2 Inside a layout", "P text", "P tail bold end"}));
}

TEST(PlainText, KeepsTextFromRightToLeftAndWithoutSpaces) {
  EXPECT_EQ(read_blocks("txt",
                        "\u05D2\u05D9\u05D1\u05D5\u05D9 \u05D9\u05D5\u05DE\u05D9\n\n"
                        "\u6BCF\u65E5\u5099\u4EFD\u8CC7\u6599\u3002"),
            (Blocks{"P \u05D2\u05D9\u05D1\u05D5\u05D9 \u05D9\u05D5\u05DE\u05D9",
                    "P \u6BCF\u65E5\u5099\u4EFD\u8CC7\u6599\u3002"}));
}

TEST(Html, HonoursItsCharset) {
  EXPECT_EQ(read_blocks("html", "<meta charset=iso-8859-15><p>5 \xA4</p>"), Blocks{"P 5 €"});
}

TEST(Html, SurvivesDeepNesting) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "<div>";
  EXPECT_EQ(read_blocks("html", text + "<p>deep"), Blocks{"P deep"});
}

TEST(Json, ReadsObjectsAsRows) {
  EXPECT_EQ(read_blocks("json", R"({"name":"x","ok":true,"users":[{"id":1,"role":"admin"}]})"),
            (Blocks{"T name: x; ok: true", "H1 users", "T id: 1; role: admin"}));
  EXPECT_EQ(read_blocks("json", "{\"a\":1}\n{\"a\":2}\n"), (Blocks{"T a: 1", "T a: 2"}));
  EXPECT_EQ(read_blocks("json", "{broken"), Blocks{"P {broken"});
}

TEST(Xml, ReadsElementsAsRowsAndRefusesEntities) {
  EXPECT_EQ(read_blocks("xml", "<r><u><id>1</id><role>admin</role></u></r>"),
            Blocks{"T id: 1; role: admin"});
  const auto bomb =
      failure_of("xml", "<!DOCTYPE r [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><r>&b;</r>");
  ASSERT_TRUE(bomb);
  EXPECT_EQ(bomb->problem, ExtractProblem::Broken);
  EXPECT_NE(bomb->reason.find("entities"), std::string::npos);
  EXPECT_EQ(failure_of("xml", "<r><a></r>")->problem, ExtractProblem::Broken);
}

}  // namespace
}  // namespace assay::test
