// SPDX-License-Identifier: Apache-2.0
// PowerPoint presentations: order, titles, lists, tables, notes, diagrams and charts.
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
  return "<a:r><a:rPr/><a:t>" + text + "</a:t></a:r>";
}
std::string line(const std::string& text, const std::string& properties = "<a:pPr/>") {
  return "<a:p>" + properties + run(text) + "</a:p>";
}
std::string shape(const std::string& paragraphs, const std::string& place = "",
                  const std::string& list_style = "") {
  return "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"x\"/><p:nvPr>" + place +
         "</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/><a:lstStyle>" + list_style + "</a:lstStyle>" +
         paragraphs + "</p:txBody></p:sp>";
}
std::string title(const std::string& text) {
  return shape(line(text), "<p:ph type=\"title\"/>");
}
std::string body(const std::string& paragraphs) {
  return shape(paragraphs, "<p:ph idx=\"1\"/>");
}
std::string level(int number, const std::string& mark = "") {
  return "<a:pPr lvl=\"" + std::to_string(number) + "\">" + mark + "</a:pPr>";
}
std::string cell(const std::string& text, const std::string& attributes = "") {
  return "<a:tc " + attributes + "><a:txBody>" + line(text) + "</a:txBody></a:tc>";
}
std::string graphic(const std::string& content) {
  return "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"9\"/></p:nvGraphicFramePr><a:graphic>"
         "<a:graphicData>" +
         content + "</a:graphicData></a:graphic></p:graphicFrame>";
}

const std::string kMaster =
    "<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char=\"o\"/></a:lvl1pPr><a:lvl2pPr>"
    "<a:buAutoNum type=\"alphaLcParenR\"/></a:lvl2pPr></p:bodyStyle></p:txStyles>";

TEST(Pptx, MakesAPageOfEachSlideInTheOrderOfThePresentation) {
  EXPECT_EQ(read_blocks("pptx", pptx({{title("One") + shape(line("a")), ""},
                                      {"", ""},
                                      {shape(line("b")) + title("Hidden"), "", true}})),
            (Blocks{"H1 One", "P a", "--", "--", "H1 Hidden", "P b"}));
}

TEST(Pptx, ShowsBulletsAndNumbersOfTheMaster) {
  const std::string paragraphs =
      line("first") + line("x", level(1)) + line("y", level(1)) +
      line("plain", level(0, "<a:buNone/>")) + line("z", level(1)) +
      line("four", level(0, "<a:buAutoNum type=\"romanUcPeriod\" startAt=\"4\"/>")) + "<a:p/>" +
      line("five", level(0, "<a:buAutoNum type=\"romanUcPeriod\" startAt=\"4\"/>"));
  EXPECT_EQ(read_blocks("pptx", pptx({{body(paragraphs) + shape(line("box")), ""}}, kMaster)),
            (Blocks{"L - first", "L a) x", "L b) y", "P plain", "L a) z", "L IV. four", "L V. five",
                    "P box"}));
  const std::string own = "<a:lvl1pPr><a:buNone/></a:lvl1pPr>";
  EXPECT_EQ(
      read_blocks("pptx", pptx({{shape(line("a"), "<p:ph type=\"body\"/>", own), ""}}, kMaster)),
      Blocks{"P a"});
}

TEST(Pptx, ReadsTablesUnderTheirHeadings) {
  const std::string table =
      "<a:tbl><a:tblPr firstRow=\"1\"/><a:tr>" + cell("System") + cell("Owner") + cell("Review") +
      "</a:tr><a:tr>" + cell("Wiki", "rowSpan=\"2\"") + cell("IT") + cell("yearly") +
      "</a:tr><a:tr>" + cell("", "vMerge=\"1\"") + cell("both", "gridSpan=\"2\"") +
      cell("", "hMerge=\"1\"") + "</a:tr><a:tr>" + cell("Caption", "gridSpan=\"3\"") +
      cell("", "hMerge=\"1\"") + cell("", "hMerge=\"1\"") + "</a:tr></a:tbl>";
  const std::string pairs = "<a:tbl><a:tr>" + cell("Owner:") + cell("CISO") + "</a:tr></a:tbl>";
  EXPECT_EQ(read_blocks("pptx", pptx({{graphic(table) + graphic(pairs), ""}})),
            (Blocks{"T System: Wiki; Owner: IT; Review: yearly",
                    "T System: Wiki; Owner: both; Review: both", "T Caption", "T Owner: CISO"}));
}

TEST(Pptx, AddsNotesAndFootersOnce) {
  const std::string footer = shape(line("Confidential"), "<p:ph type=\"ftr\" idx=\"3\"/>") +
                             shape(line("7"), "<p:ph type=\"sldNum\" idx=\"4\"/>");
  const std::string notes = shape(line("3"), "<p:ph type=\"sldNum\"/>") +
                            shape(line("Say this."), "<p:ph type=\"body\" idx=\"1\"/>");
  const std::string none = shape("<a:p/>", "<p:ph type=\"body\" idx=\"1\"/>");
  const std::string master = "<p:cSld><p:spTree>" + shape(line("Company")) +
                             title("Click to edit") + "</p:spTree></p:cSld>";
  EXPECT_EQ(
      read_blocks("pptx",
                  pptx({{footer + title("One"), notes}, {title("Two") + footer, none}}, master)),
      (Blocks{"H1 One", "P Confidential", "P Company", "H2 Notes", "P Say this.", "--", "H1 Two"}));
}

TEST(Pptx, ShowsWhatTheAudienceSees) {
  const std::string group = "<p:grpSp><p:nvGrpSpPr/><p:grpSp>" + shape(line("inner")) +
                            "</p:grpSp>" + shape(line("outer")) + "</p:grpSp>";
  const std::string alternative = "<mc:AlternateContent><mc:Choice Requires=\"p14\">" +
                                  shape(line("once")) + "</mc:Choice><mc:Fallback>" +
                                  shape(line("once")) + "</mc:Fallback></mc:AlternateContent>";
  const std::string hidden =
      "<p:sp><p:nvSpPr><p:cNvPr id=\"3\" hidden=\"1\"/></p:nvSpPr><p:txBody>" + line("unseen") +
      "</p:txBody></p:sp>";
  const std::string broken =
      shape("<a:p>" + run("a") + "<a:br/>" + run("b") + "<a:fld>" + run("c") + "</a:fld></a:p>");
  EXPECT_EQ(read_blocks("pptx", pptx({{group + alternative + hidden + broken, ""}})),
            (Blocks{"P inner", "P outer", "P once", "P a\nbc"}));
}

TEST(Pptx, ReadsDiagramsAndCharts) {
  const auto points = [](const std::string& part, const Blocks& values) {
    std::string all;
    for (std::size_t i = 0; i < values.size(); ++i) {
      all += "<c:pt idx=\"" + std::to_string(i) + "\"><c:v>" + values[i] + "</c:v></c:pt>";
    }
    return "<c:" + part + "><c:strRef><c:strCache>" + all + "</c:strCache></c:strRef></c:" + part +
           ">";
  };
  const auto series = [&points](const std::string& name, const Blocks& values) {
    return "<c:ser>" + points("tx", {name}) + points("cat", {"2019", "2020"}) +
           points("val", values) + "</c:ser>";
  };
  const Parts parts{
      {"diagramData", "<dgm:dataModel XMLNS><dgm:ptLst><dgm:pt><dgm:t>" + line("Plan") +
                          "</dgm:t></dgm:pt><dgm:pt><dgm:t>" + line("Do") +
                          "</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"},
      {"chart", "<c:chartSpace XMLNS><c:chart><c:title><c:tx><c:rich>" + line("Incidents") +
                    "</c:rich></c:tx></c:title><c:plotArea><c:barChart>" +
                    series("Open", {"3", "5"}) + series("Closed", {"2"}) +
                    "</c:barChart></c:plotArea></c:chart></c:chartSpace>"}};
  const std::string slide = graphic("<dgm:relIds r:dm=\"p1\"/>") +
                            graphic("<c:chart r:id=\"p2\"/>") +
                            graphic("<c:chart r:id=\"nowhere\"/>");
  EXPECT_EQ(
      read_blocks("pptx", pptx({{slide, ""}}, "", parts)),
      (Blocks{"P Plan", "P Do", "P Incidents", "T 2019; Open: 3; Closed: 2", "T 2020; Open: 5"}));
}

TEST(Pptx, CommentsSayWhose) {
  const Parts parts{{"comments",
                     "<p:cmLst XMLNS><p:cm authorId=\"0\"><p:text>Out of date</p:text></p:cm>"
                     "<p:cm authorId=\"4\"><p:text>Who?</p:text></p:cm></p:cmLst>"},
                    {"commentAuthors",
                     "<p:cmAuthorLst XMLNS><p:cmAuthor id=\"0\" name=\"Ann Lee\"/>"
                     "</p:cmAuthorLst>"},
                    {"comments",
                     "<n:cmLst XMLNS xmlns:n=\"n\"><n:cm authorId=\"{B}\"><n:replyLst>"
                     "<n:reply authorId=\"{C}\"><n:txBody>" +
                         line("Done") + "</n:txBody></n:reply></n:replyLst><n:txBody>" +
                         line("Please check") + "</n:txBody></n:cm></n:cmLst>"},
                    {"authors",
                     "<n:authorLst XMLNS xmlns:n=\"n\"><n:author id=\"{B}\" name=\"Bo\"/>"
                     "<n:author id=\"{C}\" name=\"Cy\"/></n:authorLst>"}};
  EXPECT_EQ(read_blocks("pptx", pptx({{title("Plan"), ""}}, "", parts)),
            (Blocks{"H1 Plan", "P Comment by Ann Lee: Out of date", "P Comment: Who?",
                    "P Comment by Bo: Please check", "P Comment by Cy: Done"}));
}

TEST(Pptx, RefusesDocumentTypesAndBrokenContainers) {
  const auto failure = failure_of("pptx", pptx({{"<!DOCTYPE x>", ""}}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Broken);
  const std::string good = pptx({{title("One"), ""}});
  for (std::size_t size = 4; size < good.size(); size += 31) {
    EXPECT_EQ(failure_of("pptx", good.substr(0, size))->problem, ExtractProblem::Broken) << size;
  }
  EXPECT_EQ(failure_of("pptx", pptx({{"", ""}}))->problem, ExtractProblem::Empty);
  EXPECT_EQ(failure_of("pptx", pptx({}))->problem, ExtractProblem::Empty);
}

}  // namespace
}  // namespace assay::test
