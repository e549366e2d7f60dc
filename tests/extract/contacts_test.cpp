// SPDX-License-Identifier: Apache-2.0
// Contacts (VCF), calendars (ICS) and drawings (SVG): their words, rows and hostile forms.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string card(const std::string& lines) {
  return "BEGIN:VCARD\r\nVERSION:3.0\r\n" + lines + "END:VCARD\r\n";
}

std::string calendar(const std::string& lines) {
  return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines + "END:VCALENDAR\r\n";
}

std::string event(const std::string& lines) {
  return "BEGIN:VEVENT\r\n" + lines + "END:VEVENT\r\n";
}

TEST(Vcard, EachContactIsARow) {
  EXPECT_EQ(
      read_blocks("vcf", card("FN:Kay Lind\r\nORG:Example Ltd;Security\r\nTITLE:Head of IT\r\n"
                              "EMAIL;TYPE=INTERNET,work:kay@example.org\r\n"
                              "item1.TEL;TYPE=\"cell\":+49 30 1\r\n"
                              "ADR:;;Main Street 1;Berlin;;10115;Germany\r\n"
                              "NOTE:Signs\\, and approves\\nall orders\r\n"
                              "PHOTO;ENCODING=b:AAAA\r\n") +
                             card("N:Rae;Sam;;Dr.;\r\n")),
      (Blocks{"T Name: Kay Lind; Organisation: Example Ltd, Security; Title: Head of IT; E-mail "
              "(work): kay@example.org; Phone (cell): +49 30 1; Address: Main Street 1, Berlin, "
              "10115, Germany; Note: Signs, and approves all orders",
              "T Name: Dr. Sam Rae"}));
}

TEST(Vcard, LinesAreUnfoldedAndDecoded) {
  EXPECT_EQ(read_blocks("vcf", card("FN:Kay\r\n  Lind\r\nNOTE:folded li\n ne\n")),
            (Blocks{"T Name: Kay Lind; Note: folded line"}));
  EXPECT_EQ(read_blocks("vcf",
                        "BEGIN:VCARD\nFN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:J=FCrgen =\n"
                        "Lind\nTEL;WORK:1\nEND:VCARD\n"),
            (Blocks{"T Name: J\u00FCrgen Lind; Phone (work): 1"}));
  EXPECT_EQ(read_blocks("vcf", card("FN:J\xFCrgen\r\n")), (Blocks{"T Name: J\u00FCrgen"}));
}

TEST(Vcard, AValueCannotPoseAsAColumn) {
  EXPECT_EQ(read_blocks("vcf", card("FN:Kay\r\nNOTE:seen; Title: Head\r\n")),
            (Blocks{"T Name: Kay; Note: \"seen; Title: Head\""}));
}

TEST(Vcard, LongLinesDeepCardsAndCutOffFiles) {
  std::string folded = "NOTE:" + std::string(1 << 20, 'x');
  for (int i = 0; i < 100'000; ++i) folded += "\r\n y";
  EXPECT_EQ(read("vcf", card("FN:Kay\r\n" + folded + "\r\n")).size(), 1U);
  EXPECT_EQ(read("vcf", card("FN:Kay\r\nNOTE:" + std::string(1 << 20, ';') + "\r\n")).size(), 1U);
  EXPECT_EQ(read_blocks("vcf", "BEGIN:VCARD\nFN:Kay\n"), (Blocks{"T Name: Kay"}));
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "BEGIN:VCARD\n";
  EXPECT_EQ(failure_of("vcf", deep)->problem, ExtractProblem::Broken);
  EXPECT_EQ(failure_of("vcf", "BEGIN:VCARD\nEND:VCARD\n")->problem, ExtractProblem::Empty);
}

TEST(Calendar, EachEventIsARow) {
  EXPECT_EQ(
      read_blocks(
          "ics",
          calendar("X-WR-CALNAME:Audit plan\r\n"
                   "BEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n"
                   "END:STANDARD\r\nEND:VTIMEZONE\r\n" +
                   event("DESCRIPTION:Review of\\naccounts\r\nSUMMARY:Access re\r\n view\r\n"
                         "DTSTART;TZID=Europe/Berlin:20260301T093000\r\nDTEND:20260301T100000Z\r\n"
                         "ORGANIZER;CN=\"Lind: Kay\":mailto:kay@example.org\r\n"
                         "ATTENDEE;CN=Sam Rae:MAILTO:sam@example.org\r\n"
                         "ATTENDEE:mailto:kim@example.org\r\n"
                         "BEGIN:VALARM\r\nDESCRIPTION:Reminder\r\nEND:VALARM\r\n") +
                   "BEGIN:VTODO\r\nSUMMARY:Restore test\r\nDUE;VALUE=DATE:20260401\r\n"
                   "STATUS:NEEDS-ACTION\r\nEND:VTODO\r\n")),
      (Blocks{"H1 Audit plan",
              "T Summary: Access review; Start: 2026-03-01 09:30 (Europe/Berlin); End: 2026-03-01 "
              "10:00 UTC; Organizer: Lind: Kay (kay@example.org); Attendees: Sam Rae "
              "(sam@example.org), kim@example.org; Description: Review of accounts",
              "T Summary: Restore test; Due: 2026-04-01; Status: NEEDS-ACTION"}));
}

TEST(Calendar, LongLinesAndCutOffFiles) {
  EXPECT_EQ(read("ics", calendar(event("SUMMARY:" + std::string(1 << 20, '\\') + "\r\n"))).size(),
            1U);
  EXPECT_EQ(read_blocks("ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Cut\n"),
            (Blocks{"T Summary: Cut"}));
  EXPECT_EQ(read_blocks("ics", calendar(event("SUMMARY:Odd\r\nDTSTART:tomorrow\r\n"))),
            (Blocks{"T Summary: Odd; Start: tomorrow"}));
  EXPECT_EQ(failure_of("ics", calendar(""))->problem, ExtractProblem::Empty);
}

TEST(Svg, GivesItsWordsInTheirOrder) {
  EXPECT_EQ(
      read_blocks("svg",
                  "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><title>Network"
                  "</title><desc>Of the office</desc><style>text {}</style><g><title>Zone</title>"
                  "<text x='1'>Fire<tspan>wall</tspan><tspan x='1' dy='1em'>inside</tspan></text>"
                  "<text style='display: none'>unseen</text></g><foreignObject><div><p>Boxed</p>"
                  "</div></foreignObject><metadata>tool</metadata></svg>"),
      (Blocks{"H1 Network", "P Of the office", "P Zone", "P Firewall inside", "P Boxed"}));
}

TEST(Svg, RefusesWhatIsNotWellFormedOrDeclaresEntities) {
  EXPECT_EQ(failure_of("svg", "<svg><text>")->problem, ExtractProblem::Broken);
  EXPECT_EQ(
      failure_of("svg", "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg><text>&a;</text></svg>")->problem,
      ExtractProblem::Broken);
  EXPECT_EQ(failure_of("svg", "<svg><path d='M0 0'/></svg>")->problem, ExtractProblem::Empty);
}

}  // namespace
}  // namespace assay::test
