// SPDX-License-Identifier: Apache-2.0
// OpenDocument texts and presentations: structure, visible and hidden text, and encrypted files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pipeline/extract/types/file_types.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string p(const std::string& content, const std::string& style = "") {
  return "<text:p text:style-name=\"" + style + "\">" + content + "</text:p>";
}
std::string h(int level, const std::string& content, const std::string& more = "") {
  return "<text:h text:outline-level=\"" + std::to_string(level) + "\" " + more + ">" + content +
         "</text:h>";
}
std::string list(const std::string& items, const std::string& attributes = "") {
  return "<text:list " + attributes + ">" + items + "</text:list>";
}
std::string item(const std::string& content, const std::string& attributes = "") {
  return "<text:list-item " + attributes + ">" + content + "</text:list-item>";
}
std::string cell(const std::string& content, const std::string& attributes = "") {
  return "<table:table-cell " + attributes + ">" + (content.empty() ? "" : p(content)) +
         "</table:table-cell>";
}
std::string row(const std::string& cells, const std::string& attributes = "") {
  return "<table:table-row " + attributes + ">" + cells + "</table:table-row>";
}
std::string table(const std::string& rows) {
  return "<table:table>" + rows + "</table:table>";
}
std::string named(const std::string& name) {
  return "text:style-name=\"" + name + "\"";
}

const std::string kNumbers =
    "<text:list-style style:name=\"N\"><text:list-level-style-number text:level=\"1\" "
    "style:num-format=\"1\" style:num-suffix=\".\"/><text:list-level-style-number text:level=\"2\" "
    "style:num-format=\"a\" style:num-prefix=\"(\" style:num-suffix=\")\" "
    "text:display-levels=\"2\"/>"
    "</text:list-style><text:list-style style:name=\"B\"><text:list-level-style-bullet "
    "text:level=\"1\"/></text:list-style>";

TEST(Odt, FindsTitlesAndNumbersHeadings) {
  const OdfParts parts{
      "<style:style style:name=\"P1\" style:family=\"paragraph\" "
      "style:parent-style-name=\"Title\"/>",
      "<office:styles><text:outline-style><text:outline-level-style text:level=\"1\" "
      "style:num-format=\"1\"/><text:outline-level-style text:level=\"2\" style:num-format=\"1\" "
      "text:display-levels=\"2\"/></text:outline-style></office:styles>",
      ""};
  EXPECT_EQ(read_blocks("odt", odf("text",
                                   p("Policy", "P1") + p("Of a company", "Subtitle") + h(1, "One") +
                                       h(2, "Two") + h(2, "Three") +
                                       h(1, "Annex", "text:is-list-header=\"true\"") +
                                       h(1, "Four") + h(2, "Five") + h(3, "Six") + p("Text"),
                                   parts)),
            (Blocks{"H1 Policy", "H2 Of a company", "H1 1 One", "H2 1.1 Two", "H2 1.2 Three",
                    "H1 Annex", "H1 2 Four", "H2 2.1 Five", "H3 Six", "P Text"}));
}

TEST(Odt, ShowsListNumbers) {
  const std::string body = list(item(p("a") + p("more of a") + list(item(p("b")) + item(p("c")))) +
                                    item(p("d")) + "<text:list-header>" + p("between") +
                                    "</text:list-header>" + item(p("e"), "text:start-value=\"7\""),
                                named("N")) +
                           list(item(p("f")), named("N") + " text:continue-numbering=\"true\"") +
                           list(item(p("g")), named("N")) + list(item(p("h")), named("B")) +
                           list(item(p("i")));
  EXPECT_EQ(read_blocks("odt", odf("text", body, {kNumbers, "", ""})),
            (Blocks{"L 1. a", "P more of a", "L (1.a) b", "L (1.b) c", "L 2. d", "P between",
                    "L 7. e", "L 8. f", "L 1. g", "L - h", "L - i"}));
}

TEST(Odt, ReadsTablesUnderTheirHeadings) {
  const std::string covered = "<table:covered-table-cell/>";
  const std::string marked =
      table("<table:table-column table:number-columns-repeated=\"3\"/><table:table-header-rows>" +
            row(cell("System") + cell("Owner") + cell("Due")) + "</table:table-header-rows>" +
            row(cell("both", "table:number-columns-spanned=\"2\"") + covered + cell("May")) +
            row(cell("Caption", "table:number-columns-spanned=\"3\"") +
                "<table:covered-table-cell table:number-columns-repeated=\"2\"/>") +
            row(cell("Wiki", "table:number-rows-spanned=\"2\"") + cell("IT") + cell("June")) +
            row(covered + cell("HR") + cell("July")) +
            row(cell("", "table:number-columns-repeated=\"2\"") + cell("August")));
  const std::string pairs = table(row(cell("Owner:") + cell("CISO")));
  const std::string frame = table(row(cell("Only framed")));
  const std::string outer =
      table(row(cell("a") + "<table:table-cell>" + p("b") + table(row(cell("c") + cell("d"))) +
                "</table:table-cell>" + cell("e")));
  EXPECT_EQ(read_blocks("odt", odf("text", marked + pairs + frame + outer)),
            (Blocks{"T System: both; Owner: both; Due: May", "T Caption",
                    "T System: Wiki; Owner: IT; Due: June", "T System: Wiki; Owner: HR; Due: July",
                    "T Due: August", "T Owner: CISO", "P Only framed", "T a; b c d; e"}));
}

TEST(Odt, ShowsWhatTheReaderSees) {
  const std::string hidden =
      "<style:style style:name=\"T9\" style:family=\"text\"><style:text-properties "
      "text:display=\"none\"/></style:style>";
  const std::string body =
      "<text:tracked-changes><text:changed-region><text:deletion>" + p("deleted") +
      "</text:deletion></text:changed-region></text:tracked-changes>" +
      p("kept<office:annotation><dc:creator>K</dc:creator>" + p("comment") +
        "</office:annotation> \n  <text:span text:style-name=\"T9\">hidden</text:span>words<text:s "
        "text:c=\"2\"/>two<text:tab/>tab<text:line-break/>line <text:a>link</text:a>") +
      "<text:section text:display=\"none\">" + p("unseen") + "</text:section><text:section>" +
      p("seen") + "</text:section>" +
      p("anchor<draw:frame><draw:text-box>" + p("in a box") +
        "</draw:text-box><svg:title>alternative</svg:title></draw:frame>") +
      "<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents"
      "</text:index-title-template></text:table-of-content-source><text:index-body>" +
      p("One<text:tab/>3") + "</text:index-body></text:table-of-content>";
  EXPECT_EQ(read_blocks("odt", odf("text", body, {hidden, "", ""})),
            (Blocks{"P kept words  two\ttab\nline link", "P Comment by K: comment", "P seen",
                    "P in a box", "P anchor", "P One\t3"}));
}

TEST(Odt, AddsNotesAndHeadersOnce) {
  const auto note = [](const std::string& text) {
    return "<text:note><text:note-citation>1</text:note-citation><text:note-body>" + p(text) +
           "</text:note-body></text:note>";
  };
  const OdfParts parts{"",
                       "<office:master-styles><style:master-page><style:header>" +
                           p("Confidential") + "</style:header><style:footer>" + p("Version 3") +
                           "</style:footer></style:master-page><style:master-page><style:header>" +
                           p("Confidential") +
                           "</style:header><style:footer style:display=\"false\">" + p("Unused") +
                           "</style:footer></style:master-page></office:master-styles>",
                       ""};
  EXPECT_EQ(read_blocks("odt", odf("text", p("Body" + note("A note")) + p("End"), parts)),
            (Blocks{"P Body", "P End", "P A note", "P Confidential", "P Version 3"}));
}

TEST(Odp, MakesAPageOfEachSlide) {
  const auto frame = [](const std::string& kind, const std::string& content) {
    return "<draw:frame presentation:class=\"" + kind + "\"><draw:text-box>" + content +
           "</draw:text-box></draw:frame>";
  };
  const auto slide = [](const std::string& content) {
    return "<draw:page draw:master-page-name=\"M\" presentation:use-footer-name=\"f\">" + content +
           "</draw:page>";
  };
  const std::string grid = table(row(cell("System") + cell("Owner") + cell("Due")) +
                                 row(cell("Wiki") + cell("IT") + cell("May")));
  const std::string first =
      frame("outline", list(item(p("point")), named("B"))) + "<draw:g><draw:custom-shape>" +
      p("in a shape") + "</draw:custom-shape></draw:g>" + frame("title", p("One")) +
      "<draw:frame>" + grid + "</draw:frame><presentation:notes><draw:page-thumbnail/>" +
      frame("page-number", p("1")) + frame("notes", p("Say this.")) + "</presentation:notes>";
  const std::string second = frame("title", p("Two")) + "<presentation:notes>" +
                             frame("notes", p("")) + "</presentation:notes>";
  const std::string master =
      "<office:master-styles><style:master-page style:name=\"M\">" +
      frame("title", p("Click to edit")) + "<draw:frame><draw:text-box>" + p("Company") +
      "</draw:text-box></draw:frame></style:master-page></office:master-styles>";
  const std::string footer =
      "<presentation:footer-decl presentation:name=\"f\">Confidential</presentation:footer-decl>";
  EXPECT_EQ(
      read_blocks("odp", odf("presentation", footer + slide(first) + slide("") + slide(second),
                             {kNumbers, master, ""})),
      (Blocks{"H1 One", "L - point", "P in a shape", "T System: Wiki; Owner: IT; Due: May",
              "P Confidential", "P Company", "H2 Notes", "P Say this.", "--", "--", "H1 Two"}));
}

TEST(Odf, RefusesProtectedDocuments) {
  for (const char* part : {"content.xml", "encrypted-package"}) {
    const auto failure = failure_of("odt", odf("text", p("x"), {"", "", part}));
    ASSERT_TRUE(failure) << part;
    EXPECT_EQ(failure->problem, ExtractProblem::Encrypted);
    EXPECT_NE(failure->reason.find("password"), std::string::npos);
  }
  EXPECT_FALSE(failure_of("odt", odf("text", p("x"), {"", "", "Basic/Standard/M.xml"})));
}

TEST(Odf, IsKnownByItsManifestToo) {
  OdfParts parts;
  parts.mimetype = false;
  for (const auto& [type, expected] :
       std::vector<std::pair<std::string, std::string>>{{"text", "odt"},
                                                        {"spreadsheet", "ods"},
                                                        {"presentation", "odp"},
                                                        {"text-template", "odt"},
                                                        {"chart", "bin"}}) {
    const std::string bytes = odf(type, "", parts);
    EXPECT_EQ(extract::container_type(extract::ZipArchive(bytes)), expected) << type;
  }
}

TEST(Odf, IsNotWhatIsOnlyNamedLikeIt) {
  const extract::Magic magic;
  for (const char* name : {"a.odt", "a.ods", "a.odp", "a.ott"}) {
    EXPECT_TRUE(extract::detect("just words", name, magic).mismatch) << name;
    EXPECT_FALSE(extract::detect(odf("text", p("x")), name, magic).mismatch) << name;
  }
}

TEST(Odf, IsReadInItsFlatForm) {
  const extract::Magic magic;
  const OdfParts parts{kNumbers,
                       "<office:master-styles><style:master-page style:name=\"M\"><style:header>" +
                           p("Confidential") +
                           "</style:header></style:master-page></office:master-styles>",
                       ""};
  const std::string text = flat_odf("text", list(item(p("a")), named("N")), parts);
  EXPECT_EQ(extract::detect(text, "a.xml", magic).inspection.file_type, "odt");
  EXPECT_EQ(read_blocks("odt", text), (Blocks{"L 1. a", "P Confidential"}));
  const std::string sheet =
      flat_odf("spreadsheet", "<table:table table:name=\"S\">" + row(cell("x")) + "</table:table>");
  EXPECT_EQ(extract::detect(sheet, "a.fods", magic).inspection.file_type, "ods");
  EXPECT_EQ(read_blocks("ods", sheet), (Blocks{"H1 S", "T x"}));
  const std::string slides =
      flat_odf("presentation", "<draw:page><draw:frame>" + p("x") + "</draw:frame></draw:page>");
  EXPECT_EQ(extract::detect(slides, "a.fodp", magic).inspection.file_type, "odp");
  EXPECT_EQ(read_blocks("odp", slides), Blocks{"P x"});
  EXPECT_EQ(failure_of("odt", text.substr(0, text.size() - 9))->problem, ExtractProblem::Broken);
  EXPECT_EQ(extract::detect("<?xml version=\"1.0\"?><a>office:mimetype</a>", "a", magic)
                .inspection.file_type,
            "xml");
}

TEST(Odf, RefusesDocumentTypesAndBrokenContainers) {
  for (const auto& [type, name] : std::vector<std::pair<std::string, std::string>>{
           {"odt", "text"}, {"ods", "spreadsheet"}, {"odp", "presentation"}}) {
    const auto failure = failure_of(type, odf(name, "<!DOCTYPE x>"));
    ASSERT_TRUE(failure) << type;
    EXPECT_EQ(failure->problem, ExtractProblem::Broken) << type;
    const std::string good = odf(name, p("Text"));
    for (std::size_t size = 4; size < good.size(); size += 17) {
      EXPECT_EQ(failure_of(type, good.substr(0, size))->problem, ExtractProblem::Broken) << size;
    }
    EXPECT_EQ(failure_of(type, ZipBuilder().add("a", "b").build())->problem,
              ExtractProblem::Broken);
    EXPECT_EQ(failure_of(type, odf(name, ""))->problem, ExtractProblem::Empty) << type;
  }
}

}  // namespace
}  // namespace assay::test
