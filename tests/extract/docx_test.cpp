// SPDX-License-Identifier: Apache-2.0
// Word documents: structure, visible and hidden text, and hostile XML.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string run(const std::string& text) {
  return "<w:r><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>";
}
std::string paragraph(const std::string& content, const std::string& properties = "") {
  return "<w:p><w:pPr>" + properties + "</w:pPr>" + content + "</w:p>";
}
std::string cell(const std::string& text, const std::string& properties = "") {
  return "<w:tc><w:tcPr>" + properties + "</w:tcPr>" + paragraph(run(text)) + "</w:tc>";
}
std::string style(const std::string& id) {
  return "<w:pStyle w:val=\"" + id + "\"/>";
}

TEST(Docx, FindsHeadingsThroughStyles) {
  const Parts parts{
      {"styles",
       "<w:styles XMLNS>"
       "<w:style w:styleId=\"berschrift1\"><w:name w:val=\"heading 1\"/></w:style>"
       "<w:style w:styleId=\"Own\"><w:name w:val=\"House style\"/><w:basedOn "
       "w:val=\"Mid\"/></w:style>"
       "<w:style w:styleId=\"Mid\"><w:name w:val=\"Mid\"/><w:pPr><w:outlineLvl "
       "w:val=\"1\"/></w:pPr>"
       "</w:style>"
       "<w:style w:styleId=\"A\"><w:name w:val=\"a\"/><w:basedOn w:val=\"B\"/></w:style>"
       "<w:style w:styleId=\"B\"><w:name w:val=\"b\"/><w:basedOn w:val=\"A\"/></w:style>"
       "</w:styles>"}};
  EXPECT_EQ(
      read_blocks("docx", docx(paragraph(run("One"), style("berschrift1")) +
                                   paragraph(run("Two"), style("Own")) +
                                   paragraph(run("Three"), "<w:outlineLvl w:val=\"2\"/>") +
                                   paragraph(run("Circle"), style("A")) + paragraph(run("Text")),
                               parts)),
      (Blocks{"H1 One", "H2 Two", "H3 Three", "P Circle", "P Text"}));
}

TEST(Docx, ShowsListNumbersAsWordDoes) {
  const std::string level =
      "<w:lvl w:ilvl=\"0\"><w:start w:val=\"3\"/><w:numFmt w:val=\"decimal\"/>"
      "<w:lvlText w:val=\"%1.\"/></w:lvl><w:lvl w:ilvl=\"1\"><w:numFmt w:val=\"lowerRoman\"/>"
      "<w:lvlText w:val=\"%1.%2\"/></w:lvl>";
  const Parts parts{
      {"numbering",
       "<w:numbering XMLNS><w:abstractNum w:abstractNumId=\"7\">" + level +
           "</w:abstractNum><w:abstractNum w:abstractNumId=\"8\"><w:lvl w:ilvl=\"0\">"
           "<w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"o\"/></w:lvl></w:abstractNum>"
           "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"7\"/></w:num>"
           "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"8\"/></w:num></w:numbering>"}};
  const auto item = [](const std::string& text, int list, int depth) {
    return paragraph(run(text), "<w:numPr><w:ilvl w:val=\"" + std::to_string(depth) +
                                    "\"/><w:numId w:val=\"" + std::to_string(list) +
                                    "\"/></w:numPr>");
  };
  EXPECT_EQ(read_blocks("docx",
                        docx(item("a", 1, 0) + item("b", 1, 1) + item("c", 1, 1) + item("d", 1, 0) +
                                 item("e", 1, 1) + item("f", 2, 0) + item("none", 0, 0),
                             parts)),
            (Blocks{"L 3. a", "L 3.i b", "L 3.ii c", "L 4. d", "L 4.i e", "L - f", "P none"}));
}

TEST(Docx, ReadsTablesUnderTheirHeadings) {
  const std::string table = "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell("Role") +
                            cell("Review") + "</w:tr><w:tr>" + cell("Admin") + cell("monthly") +
                            "</w:tr></w:tbl>";
  const std::string pairs = "<w:tbl><w:tr>" + cell("Owner:") + cell("CISO") + "</w:tr></w:tbl>";
  const std::string spanned = "<w:tbl><w:tr>" + cell("Asset") + cell("Owner") + cell("Due") +
                              "</w:tr><w:tr>" + cell("both", "<w:gridSpan w:val=\"2\"/>") +
                              cell("May") + "</w:tr></w:tbl>";
  const std::string frame = "<w:tbl><w:tr>" + cell("Only framed") + "</w:tr></w:tbl>";
  EXPECT_EQ(read_blocks("docx", docx(table + pairs + spanned + frame)),
            (Blocks{"T Role: Admin; Review: monthly", "T Owner: CISO",
                    "T Asset: both; Owner: both; Due: May", "P Only framed"}));
}

TEST(Docx, ABoldFirstRowIsTheHeader) {
  const auto bold = [](const std::string& text) {
    return "<w:tc>" + paragraph("<w:r><w:rPr><w:b/></w:rPr><w:t>" + text + "</w:t></w:r>") +
           "</w:tc>";
  };
  const std::string below = "<w:tr>" + cell("CRM") + cell("Lee") + cell("low") + "</w:tr><w:tr>" +
                            cell("ERP") + cell("Ann") + cell("low") + "</w:tr></w:tbl>";
  const std::string plain = "<w:tr>" + cell("Mail") + cell("Kay") + cell("high") + "</w:tr>";
  const Blocks named{"T Mail: CRM; Kay: Lee; high: low", "T Mail: ERP; Kay: Ann; high: low"};
  EXPECT_EQ(read_blocks("docx", docx("<w:tbl><w:tr>" + bold("Mail") + bold("Kay") + bold("high") +
                                     "</w:tr>" + below)),
            named);
  // The table's style has it in bold type, and the table is to show that.
  const Parts parts{{"styles",
                     "<w:styles XMLNS><w:style w:type=\"table\" w:styleId=\"Base\">"
                     "<w:tblStylePr w:type=\"firstRow\"><w:rPr><w:b/></w:rPr></w:tblStylePr>"
                     "</w:style><w:style w:type=\"table\" w:styleId=\"Own\">"
                     "<w:basedOn w:val=\"Base\"/></w:style></w:styles>"}};
  const auto styled = [&](const std::string& look) {
    return read_blocks("docx", docx("<w:tbl><w:tblPr><w:tblStyle w:val=\"Own\"/><w:tblLook " +
                                        look + "/></w:tblPr>" + plain + below,
                                    parts));
  };
  EXPECT_EQ(styled("w:firstRow=\"1\""), named);
  EXPECT_EQ(styled("w:val=\"04A0\""), named);
  EXPECT_EQ(styled("w:val=\"0480\"").front(), "T Mail; Kay; high");
}

TEST(Docx, LeavesOutDeletedRows) {
  const std::string deleted = "<w:tr><w:trPr><w:del w:id=\"1\" w:author=\"Kay\"/></w:trPr>" +
                              cell("ERP") + cell("yearly") + "</w:tr>";
  EXPECT_EQ(read_blocks("docx", docx("<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell("Role") +
                                     cell("Review") + "</w:tr>" + deleted + "<w:tr>" +
                                     cell("Admin") + cell("monthly") + "</w:tr></w:tbl>")),
            Blocks{"T Role: Admin; Review: monthly"});
}

TEST(Docx, ShowsWhatTheReaderSees) {
  const std::string box =
      "<w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:txbxContent>" +
      paragraph(run("in a box")) + "</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>" +
      paragraph(run("in a box")) + "</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>";
  const std::string text =
      paragraph(run("kept ") + "<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>" +
                "<w:ins>" + run("inserted") + "</w:ins>" + "<w:moveFrom>" + run("moved") +
                "</w:moveFrom>" + "<w:hyperlink r:id=\"x\">" + run(" link") + "</w:hyperlink>") +
      paragraph(run("a") +
                "<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/>"
                "<w:t>d</w:t></w:r>") +
      paragraph("<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>" + run("seen")) +
      paragraph("<w:r><w:fldChar/><w:instrText>PAGE</w:instrText></w:r>" + run("field")) +
      paragraph(run("anchor") + box);
  EXPECT_EQ(read_blocks("docx", docx(text)),
            (Blocks{"P kept inserted link", "P a\tb\nc-d", "P seen", "P field", "P in a box",
                    "P anchor"}));
}

TEST(Docx, AddsNotesAndHeadersOnce) {
  const Parts parts{
      {"footnotes", "<w:footnotes XMLNS><w:footnote w:type=\"separator\">" + paragraph(run("---")) +
                        "</w:footnote><w:footnote w:id=\"2\">" + paragraph(run("A note")) +
                        "</w:footnote></w:footnotes>"},
      {"header", "<w:hdr XMLNS>" + paragraph(run("Confidential")) + "</w:hdr>"},
      {"header", "<w:hdr XMLNS>" + paragraph(run("Confidential")) + "</w:hdr>"},
      {"footer", "<w:ftr XMLNS>" + paragraph(run("Version 3")) + "</w:ftr>"}};
  EXPECT_EQ(read_blocks("docx", docx(paragraph(run("Body")), parts)),
            (Blocks{"P Body", "P A note", "P Confidential", "P Version 3"}));
}

TEST(Docx, ReadsTheStrictForm) {
  const std::string document =
      "<w:document xmlns:w=\"http://purl.oclc.org/ooxml/wordprocessingml/main\"><w:body>" +
      paragraph(run("Strict")) + "</w:body></w:document>";
  EXPECT_EQ(read_blocks("docx", docx_of(document)), Blocks{"P Strict"});
}

TEST(Docx, RefusesDocumentTypes) {
  const std::string body =
      "<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p>"
      "</w:body></w:document>";
  for (const char* doctype :
       {"<!DOCTYPE w:document SYSTEM \"file:///etc/passwd\">",
        "<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>",
        "<!DOCTYPE d [<!ENTITY a \"ha\"><!ENTITY x \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"}) {
    const auto failure = failure_of("docx", docx_of(doctype + body));
    ASSERT_TRUE(failure) << doctype;
    EXPECT_EQ(failure->problem, ExtractProblem::Broken);
    EXPECT_NE(failure->reason.find("document type"), std::string::npos) << failure->reason;
  }
}

TEST(Docx, RefusesBrokenContainers) {
  const std::string good = docx(paragraph(run("Text")));
  for (std::size_t size = 4; size < good.size(); size += 7) {
    EXPECT_EQ(failure_of("docx", good.substr(0, size))->problem, ExtractProblem::Broken) << size;
  }
  EXPECT_EQ(failure_of("docx", docx_of("<w:document>"))->problem, ExtractProblem::Broken);
  EXPECT_EQ(failure_of("docx", ZipBuilder().add("a", "b").build())->problem,
            ExtractProblem::Broken);
  EXPECT_EQ(failure_of("docx", docx(paragraph("")))->problem, ExtractProblem::Empty);
}

}  // namespace
}  // namespace assay::test
