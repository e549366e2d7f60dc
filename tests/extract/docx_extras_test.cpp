// SPDX-License-Identifier: Apache-2.0
// What a Word document refers to beside its text: notes, comments, charts, diagrams, other
// documents.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string run_of(const std::string& text) {
  return "<w:r><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>";
}
std::string paragraph_of(const std::string& content) {
  return "<w:p>" + content + "</w:p>";
}
std::string reference(const std::string& kind, int id) {
  return "<w:r><w:" + kind + "Reference w:id=\"" + std::to_string(id) + "\"/></w:r>";
}
std::string note(const std::string& kind, int id, const std::string& text) {
  return "<w:" + kind + " w:id=\"" + std::to_string(id) + "\">" + paragraph_of(run_of(text)) +
         "</w:" + kind + ">";
}

TEST(DocxExtras, NotesFollowTheParagraphThatRefersToThem) {
  const Parts parts{
      {"footnotes", "<w:footnotes XMLNS>" + note("footnote", 7, "Not on Sundays") +
                        note("footnote", 3, "Since May") + note("footnote", 9, "Nobody refers") +
                        "</w:footnotes>"},
      {"endnotes", "<w:endnotes XMLNS>" + note("endnote", 1, "See annex") + "</w:endnotes>"}};
  const std::string body = paragraph_of(run_of("Backups run daily") + reference("footnote", 3) +
                                        run_of(" and are tested") + reference("endnote", 1)) +
                           paragraph_of(run_of("Tapes leave the site") + reference("footnote", 7)) +
                           paragraph_of(run_of("End"));
  EXPECT_EQ(read_blocks("docx", docx(body, parts)),
            (Blocks{"P Backups run daily and are tested", "P Footnote 1: Since May",
                    "P Endnote 1: See annex", "P Tapes leave the site",
                    "P Footnote 2: Not on Sundays", "P End", "P Nobody refers"}));
}

TEST(DocxExtras, NotesOfATableFollowIt) {
  const auto cell = [](const std::string& content) {
    return "<w:tc>" + paragraph_of(content) + "</w:tc>";
  };
  const Parts parts{
      {"footnotes", "<w:footnotes XMLNS>" + note("footnote", 1, "Since May") + "</w:footnotes>"}};
  const std::string table = "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell(run_of("Role")) +
                            cell(run_of("Review")) + "</w:tr><w:tr>" + cell(run_of("Admin")) +
                            cell(run_of("monthly") + reference("footnote", 1)) + "</w:tr><w:tr>" +
                            cell(run_of("Staff")) + cell(run_of("yearly")) + "</w:tr></w:tbl>";
  EXPECT_EQ(read_blocks("docx", docx(table + paragraph_of(run_of("After")), parts)),
            (Blocks{"T Role: Admin; Review: monthly", "T Role: Staff; Review: yearly",
                    "P Footnote 1: Since May", "P After"}));
}

TEST(DocxExtras, CommentsSayWhose) {
  const Parts parts{{"comments", "<w:comments XMLNS><w:comment w:id=\"0\" w:author=\"Ann Lee\">" +
                                     paragraph_of(run_of("Not true since May")) +
                                     "</w:comment><w:comment w:id=\"1\" w:author=\"\">" +
                                     paragraph_of(run_of("Check")) + "</w:comment></w:comments>"}};
  const std::string body =
      paragraph_of(run_of("Access is reviewed") + reference("comment", 0)) +
      paragraph_of(run_of("Keys are kept") + reference("comment", 1) + reference("comment", 5));
  EXPECT_EQ(read_blocks("docx", docx(body, parts)),
            (Blocks{"P Access is reviewed", "P Comment by Ann Lee: Not true since May",
                    "P Keys are kept", "P Comment: Check"}));
}

TEST(DocxExtras, ChartsAndDiagramsAreRead) {
  const Parts parts{
      {"chart",
       "<c:chartSpace xmlns:c=\"c\" xmlns:a=\"a\"><c:chart><c:title><a:p><a:r><a:t>Incidents</a:t>"
       "</a:r></a:p></c:title><c:ser><c:tx><c:pt><c:v>2025</c:v></c:pt></c:tx><c:cat>"
       "<c:pt idx=\"0\"><c:v>May</c:v></c:pt></c:cat><c:val><c:pt idx=\"0\"><c:v>4</c:v></c:pt>"
       "</c:val></c:ser></c:chart></c:chartSpace>"},
      {"diagramData",
       "<d:dataModel xmlns:d=\"d\" xmlns:a=\"a\"><d:pt><a:p><a:r><a:t>Detect</a:t></a:r></a:p>"
       "</d:pt><d:pt><a:p><a:r><a:t>Respond</a:t></a:r></a:p></d:pt></d:dataModel>"}};
  const auto drawing = [](const std::string& content) {
    return "<w:r><w:drawing><g xmlns=\"g\">" + content + "</g></w:drawing></w:r>";
  };
  const std::string body =
      paragraph_of(run_of("Figure 1") + drawing("<c:chart xmlns:c=\"c\" r:id=\"p1\"/>")) +
      paragraph_of(drawing("<d:relIds xmlns:d=\"d\" r:dm=\"p2\"/>")) +
      paragraph_of(drawing("<c:chart xmlns:c=\"c\" r:id=\"p9\"/>") + run_of("End"));
  EXPECT_EQ(
      read_blocks("docx", docx(body, parts)),
      (Blocks{"P Figure 1", "P Incidents", "T May; 2025: 4", "P Detect", "P Respond", "P End"}));
}

TEST(DocxExtras, DocumentsInsideAreRead) {
  const std::string inner = docx(paragraph_of(run_of("Inner text")) + "<w:altChunk r:id=\"p1\"/>",
                                 {{"aFChunk", "<p>too deep</p>"}});
  const Parts parts{{"aFChunk",
                     "<html><body><h2>Annex</h2><table><tr><th>Role<th>Due<tr><td>Admin<td>May"
                     "</table></body></html>"},
                    {"aFChunk", "Plain words"},
                    {"aFChunk", inner},
                    {"aFChunk", "{\\rtf1 Rich words\\par}"}};
  const std::string body = paragraph_of(run_of("Before")) + "<w:altChunk r:id=\"p1\"/>" +
                           "<w:altChunk r:id=\"p2\"/><w:altChunk r:id=\"p3\"/>" +
                           "<w:altChunk r:id=\"p4\"/>" + paragraph_of(run_of("After"));
  EXPECT_EQ(read_blocks("docx", docx(body, parts)),
            (Blocks{"P Before", "H2 Annex", "T Role: Admin; Due: May", "P Plain words",
                    "P Inner text", "P Rich words", "P After"}));
}

}  // namespace
}  // namespace assay::test
