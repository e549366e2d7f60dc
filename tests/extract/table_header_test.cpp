// SPDX-License-Identifier: Apache-2.0
// Which tables have a header, and what a row says if there is none.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

Blocks table_in_csv(const std::string& text) {
  return read_blocks("csv", text);
}
Blocks table_in_html(const std::string& rows) {
  return read_blocks("html", "<table>" + rows + "</table>");
}

TEST(TableHeader, IsOfAnotherKindThanTheValues) {
  EXPECT_EQ(
      table_in_csv("Site,Lines,Checked\nPorto,12,yes\nLyon,7,no\n"),
      (Blocks{"T Site: Porto; Lines: 12; Checked: yes", "T Site: Lyon; Lines: 7; Checked: no"}));
  EXPECT_EQ(
      table_in_csv("Region,2023,2024\nNorth,5.5,6.1\nSouth,7.5,8.2\n"),
      (Blocks{"T Region: North; 2023: 5.5; 2024: 6.1", "T Region: South; 2023: 7.5; 2024: 8.2"}));
}

TEST(TableHeader, MayHoldFiguresAmongItsNames) {
  EXPECT_EQ(table_in_csv("Ref,Risk,Status 12 May 2026,Kept\nCR-01,theft,Started,yes\n"
                         "CR-02,fire,done,no\n"),
            (Blocks{"T Ref: CR-01; Risk: theft; Status 12 May 2026: Started; Kept: yes",
                    "T Ref: CR-02; Risk: fire; Status 12 May 2026: done; Kept: no"}));
}

TEST(TableHeader, MayHaveUsualNamesAboveText) {
  EXPECT_EQ(table_in_csv("System,Owner,Criticality\nMail,Kay,high\nCRM,Lee,low\n"),
            (Blocks{"T System: Mail; Owner: Kay; Criticality: high",
                    "T System: CRM; Owner: Lee; Criticality: low"}));
}

TEST(TableHeader, MayHaveUsualNamesInGerman) {
  EXPECT_EQ(table_in_csv("Anwendung;Verantwortlicher;Nächste Prüfung am;ÄNDERUNG\n"
                         "Mail;Kay;offen;klein\nCRM;Lee;offen;groß\n"),
            (Blocks{"T Anwendung: Mail; Verantwortlicher: Kay; Nächste Prüfung am: offen; "
                    "ÄNDERUNG: klein",
                    "T Anwendung: CRM; Verantwortlicher: Lee; Nächste Prüfung am: offen; "
                    "ÄNDERUNG: groß"}));
  EXPECT_EQ(table_in_csv("Lieferant;Frist\nAcme;Ende Mai\nBeta;Juni\n"),
            (Blocks{"T Lieferant: Acme; Frist: Ende Mai", "T Lieferant: Beta; Frist: Juni"}));
  EXPECT_EQ(table_in_csv("Gesamt,4.200\nStand,Mai\nStandort,Köln\n"),
            (Blocks{"T Gesamt: 4.200", "T Stand: Mai", "T Standort: Köln"}));
}

TEST(TableHeader, MayNameSeveralColumnsByOneMergedCell) {
  EXPECT_EQ(table_in_html("<tr><td><td colspan=3>Office<td colspan=2>Plant"
                          "<tr><td><td colspan=2>doors<td>gate<td>doors<td>gate"
                          "<tr><td>Porto<td>yes<td>no<td>yes<td>no<td>yes"
                          "<tr><td>Lyon<td>no<td>no<td>yes<td>yes<td>yes"),
            (Blocks{"T Porto; Office / doors: yes; Office / doors: no; Office / gate: yes; "
                    "Plant / doors: no; Plant / gate: yes",
                    "T Lyon; Office / doors: no; Office / doors: no; Office / gate: yes; "
                    "Plant / doors: yes; Plant / gate: yes"}));
}

TEST(TableHeader, IsNotMadeOfTheFirstRow) {
  EXPECT_EQ(table_in_csv("Mail,Kay,high\nCRM,Lee,low\nERP,Ann,low\n"),
            (Blocks{"T Mail; Kay; high", "T CRM; Lee; low", "T ERP; Ann; low"}));
  EXPECT_EQ(table_in_csv("Mail,Kay,2026-01-01\nCRM,Lee,2026-02-01\n"),
            (Blocks{"T Mail; Kay; 2026-01-01", "T CRM; Lee; 2026-02-01"}));
  EXPECT_EQ(table_in_csv("SRV-01,Porto,12\nSRV-02,Lyon,7\n"),
            (Blocks{"T SRV-01; Porto; 12", "T SRV-02; Lyon; 7"}));
  EXPECT_EQ(table_in_html("<tr><td>Mail<td>Kay<td>high<tr><td>CRM<td>Lee<td>low"),
            (Blocks{"T Mail; Kay; high", "T CRM; Lee; low"}));
  // A value that comes again is no name.
  EXPECT_EQ(table_in_csv("open,Status,1\nopen,Owner,2\n").front(), "T open; Status; 1");
}

TEST(TableHeader, TwoColumnsAreNamesAndValues) {
  EXPECT_EQ(table_in_csv("Owner,Kay\nVersion,1.2\nDate,2026-01-01\n"),
            (Blocks{"T Owner: Kay", "T Version: 1.2", "T Date: 2026-01-01"}));
  EXPECT_EQ(table_in_csv("Company,Acme\nFounded,1999\nEmployees,250\n"),
            (Blocks{"T Company: Acme", "T Founded: 1999", "T Employees: 250"}));
  EXPECT_EQ(table_in_csv("Year,Incidents\n2024,3\n2025,1\n"),
            (Blocks{"T Year: 2024; Incidents: 3", "T Year: 2025; Incidents: 1"}));
  EXPECT_EQ(table_in_html("<tr><td>Role<td>Review<tr><td>Admin<td>monthly"),
            Blocks{"T Role: Admin; Review: monthly"});
}

TEST(TableHeader, MayCountTheColumns) {
  EXPECT_EQ(table_in_csv("1,2,3\nmail,Kay,high\nCRM,Lee,low\n"),
            (Blocks{"T 1: mail; 2: Kay; 3: high", "T 1: CRM; 2: Lee; 3: low"}));
  EXPECT_EQ(table_in_csv("Field1,Field2,Field3\nmail,Kay,high\nCRM,Lee,low\n").front(),
            "T Field1: mail; Field2: Kay; Field3: high");
  EXPECT_EQ(table_in_html("<tr><td>A<td>B<tr><td>First item<td>two things"),
            Blocks{"T A: First item; B: two things"});
  // Figures that go on below, or do not begin with the first column, are values.
  EXPECT_EQ(table_in_csv("1,2,3\n4,5,6\n7,8,9\n").front(), "T 1; 2; 3");
  EXPECT_EQ(table_in_csv("2,3,4\nmail,Kay,high\nCRM,Lee,low\n").front(), "T 2; 3; 4");
  EXPECT_EQ(table_in_csv("Host1,Host2,Host3\nHost4,Host5,Host6\n").front(),
            "T Host1; Host2; Host3");
  EXPECT_EQ(table_in_html("<tr><td>A<td>B<tr><td>C<td>D").front(), "T A: B");
}

TEST(TableHeader, MayBeSetOffInBoldType) {
  EXPECT_EQ(table_in_html("<tr><td><b>Mail</b><td><strong>Kay</strong><td><b>high</b>"
                          "<tr><td>CRM<td>Lee<td>low<tr><td>ERP<td>Ann<td>low"),
            (Blocks{"T Mail: CRM; Kay: Lee; high: low", "T Mail: ERP; Kay: Ann; high: low"}));
  // Names down the first column, or bold type throughout, set nothing off.
  EXPECT_EQ(table_in_html("<tr><td><b>Mail</b><td>Kay<td>high<tr><td><b>CRM</b><td>Lee<td>low"),
            (Blocks{"T Mail; Kay; high", "T CRM; Lee; low"}));
  EXPECT_EQ(table_in_html("<tr><td><b>Mail</b><td><b>Kay</b><td><b>high</b>"
                          "<tr><td><b>CRM</b><td><b>Lee</b><td><b>low</b>"),
            (Blocks{"T Mail; Kay; high", "T CRM; Lee; low"}));
  // Equal names name nothing.
  EXPECT_EQ(table_in_html("<tr><td><b>Mail</b><td><b>Mail</b><tr><td>CRM<td>Lee").front(),
            "T Mail");
}

TEST(TableHeader, StandsBelowTitles) {
  EXPECT_EQ(
      table_in_csv("Access review\nPrepared by,Kay\n\nUser,Role,Reviewed,Days\nkim,admin,yes,3\n"),
      (Blocks{"T Access review", "T Prepared by: Kay",
              "T User: kim; Role: admin; Reviewed: yes; Days: 3"}));
}

TEST(TableHeader, LongNamesAreNotRepeatedInFull) {
  // 40 names of 78 bytes above 20,000 rows: 62 MB.
  std::string text;
  for (int i = 0; i < 40; ++i) {
    const char letter = static_cast<char>('a' + i % 26);
    text += std::string(1, letter) + std::string(i < 26 ? 1 : 2, letter) + " name " +
            std::string(70, 'x') + (i < 39 ? "," : "\n");
  }
  std::string row;
  for (int i = 0; i < 40; ++i) row += i < 39 ? "1," : "1\n";
  for (int i = 0; i < 20'000; ++i) text += row;
  const std::vector<Page> pages = read("csv", text);
  ASSERT_EQ(pages[0].blocks.size(), 20'001U);
  const std::size_t end = pages[0].text.find('\n');
  const std::string first = pages[0].text.substr(0, end);
  const std::string second = pages[0].text.substr(end + 1, 80);
  EXPECT_TRUE(first.starts_with("aa name xxx"));
  EXPECT_NE(first.find("; zz name x"), std::string::npos);
  EXPECT_NE(second.find("x\u2026: 1; "), std::string::npos) << second;
  EXPECT_LT(pages[0].text.size(), std::size_t{30} * 1024 * 1024);
}

TEST(TableHeader, ASentenceAsNameIsShortened) {
  const std::string name =
      "Has the owner of the system tested the recovery from a backup within the last year";
  const Blocks blocks = table_in_html("<tr><th>System<th>" + name + "<tr><td>Mail<td>yes");
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0], "T System; " + name);
  EXPECT_EQ(blocks[1],
            "T System: Mail; Has the owner of the system tested the recovery from a backup within "
            "the last\u2026: yes");
}

}  // namespace
}  // namespace assay::test
