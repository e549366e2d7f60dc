// SPDX-License-Identifier: Apache-2.0
// Facts in text: covers, forms, prose, registers; dates that can be read in two ways; conflicts.
#include "pipeline/facts/find_facts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/json/utf8.hpp"

namespace assay::test {
namespace {

using Shown = std::vector<std::string>;

// One block per line: "# heading", "| row", anything else a paragraph. "--" begins a page.
std::vector<Page> pages_of(const std::vector<std::string>& blocks) {
  std::vector<Page> pages(1);
  std::size_t length = 0;
  for (const std::string& block : blocks) {
    if (block == "--") {
      pages.push_back({static_cast<int>(pages.size()) + 1, "", {}});
      length = 0;
      continue;
    }
    const bool heading = block.starts_with("# ");
    const bool row = block.starts_with("| ");
    const std::string text = heading || row ? block.substr(2) : block;
    const std::size_t end = length + utf8::length(text);
    const BlockKind kind = heading ? BlockKind::Heading
                           : row   ? BlockKind::TableRow
                                   : BlockKind::Paragraph;
    pages.back().blocks.push_back({kind, heading ? 1 : 0, length, end});
    pages.back().text += text + "\n";
    length = end + 1;
  }
  return pages;
}

std::vector<DocumentFact> facts_of(const std::vector<std::string>& blocks,
                                   const std::string& name = "policy.txt") {
  return facts::find_facts(name, {}, pages_of(blocks));
}

// "version=3.2", "approvedAt=12 March 2025 [2025-03-12]", "reviewDue=03/04/2025 [?]"
Shown shown(const std::vector<DocumentFact>& found) {
  Shown out;
  for (const DocumentFact& fact : found) {
    std::string text = std::string(to_text(fact.name)) + "=" + fact.value;
    if (fact.date) text += " [" + *fact.date + "]";
    if (fact.ambiguous) text += " [?]";
    if (fact.origin != FactOrigin::Text) text += " " + std::string(to_text(fact.origin));
    out.push_back(std::move(text));
  }
  return out;
}

TEST(FindFacts, ReadsACoverOfLines) {
  EXPECT_EQ(
      shown(facts_of({"# Access Control Policy",
                      "Version: 3.2\nOwner: Head of IT\nApproved by: Board, 12 March 2025",
                      "Effective date: 1 April 2025 | Next review: March 2026",
                      "Valid until: 31.12.2026"})),
      (Shown{"title=Access Control Policy", "owner=Head of IT", "version=3.2", "approvedBy=Board",
             "approvedAt=12 March 2025 [2025-03-12]", "effectiveFrom=1 April 2025 [2025-04-01]",
             "validUntil=31.12.2026 [2026-12-31]", "reviewDue=March 2026 [2026-03]"}));
}

TEST(FindFacts, ReadsLinesThatAFormatHasJoined) {
  EXPECT_EQ(shown(facts_of({"Version: 3.2 Approved by: Board, 12 March 2025 Next review date: "
                            "03/04/2026 Document owner: Jörg Ünal"})),
            (Shown{"owner=Jörg Ünal", "version=3.2", "approvedBy=Board",
                   "approvedAt=12 March 2025 [2025-03-12]", "reviewDue=03/04/2026 [?]"}));
}

TEST(FindFacts, ReadsGerman) {
  EXPECT_EQ(
      shown(facts_of({"# Richtlinie Zugriff",
                      "Version: 2.0\nFreigegeben von: Geschäftsführung am 12. März 2025",
                      "Gültig ab: 01.04.2025\nNächste Überprüfung: 04/2026", "Stand: März 2025"})),
      (Shown{"title=Richtlinie Zugriff", "version=2.0", "approvedBy=Geschäftsführung",
             "approvedAt=12. März 2025 [2025-03-12]", "effectiveFrom=01.04.2025 [2025-04-01]",
             "reviewDue=04/2026 [2026-04]", "changed=März 2025 [2025-03]"}));
}

TEST(FindFacts, ReadsFormsAndLeavesRegistersAlone) {
  EXPECT_EQ(
      shown(facts_of({"| Version: 1.4", "| Approved by: CISO", "| Status: Draft for comment"})),
      (Shown{"version=1.4", "state=DRAFT", "approvedBy=CISO"}));
  EXPECT_EQ(shown(facts_of({"| Version: 1.4; Approved by: CISO; Next review: 2026-05-01"})),
            (Shown{"version=1.4", "approvedBy=CISO", "reviewDue=2026-05-01 [2026-05-01]"}));
  EXPECT_EQ(shown(facts_of({"| Version; 1.4; Owner; CISO"})), (Shown{"owner=CISO", "version=1.4"}));
  EXPECT_EQ(shown(facts_of(
                {"| Title: Version; Access policy: 1.4", "| Title: Owner; Access policy: CISO"})),
            (Shown{"title=Access policy", "owner=CISO", "version=1.4"}));
  EXPECT_EQ(shown(facts_of({"| Risk: Fire; Owner: Kay; Status: Draft", "| Risk: Flood; Owner: Lee",
                            "| Risk: Theft; Owner: Sam; Valid until: 2026-01-01"})),
            Shown{});
}

TEST(FindFacts, ReadsSentencesAboutTheDocumentOnly) {
  EXPECT_EQ(shown(facts_of({"This policy was approved by the Management Board on 12 March 2025 and "
                            "applies to all staff. It takes effect on 1 April 2025.",
                            "The document is next reviewed in March 2026."})),
            (Shown{"approvedBy=the Management Board", "approvedAt=12 March 2025 [2025-03-12]",
                   "reviewDue=March 2026 [2026-03]"}));
  EXPECT_EQ(shown(facts_of({"Each change must be approved by the owner.",
                            "Access lists were approved by the CISO on 3 March 2025.",
                            "Contracts are valid until 3 May 2025.",
                            "This plan must be approved by the board on 1 May 2025."})),
            Shown{});
}

TEST(FindFacts, TakesPeopleAndNoSentencesAboutThem) {
  EXPECT_EQ(shown(facts_of({"Our rules (version six, approved by Kay and Lee)"})),
            Shown{"approvedBy=Kay and Lee"});
  EXPECT_EQ(
      shown(facts_of({"Owner: The person who decides how an asset may be used and by whom, and "
                      "who answers for it"})),
      Shown{});
}

TEST(FindFacts, NeverGuessesADate) {
  EXPECT_EQ(shown(facts_of({"Next review: 03/04/2025"})), Shown{"reviewDue=03/04/2025 [?]"});
  EXPECT_EQ(shown(facts_of({"Next review: 13/04/2025"})),
            Shown{"reviewDue=13/04/2025 [2025-04-13]"});
  EXPECT_EQ(shown(facts_of({"Next review: 03.04.2025"})),
            Shown{"reviewDue=03.04.2025 [2025-04-03]"});
  EXPECT_EQ(shown(facts_of({"Next review: 2026"})), Shown{"reviewDue=2026 [2026]"});
  EXPECT_EQ(shown(facts_of({"Next review: every year"})), Shown{"reviewDue=every year"});
  EXPECT_EQ(shown(facts_of({"Effective date: upon signature"})), Shown{});
}

TEST(FindFacts, KeepsValuesThatContradictEachOtherOnceEach) {
  const auto found = facts_of({"# Policy", "Version: 3.2", "--", "Version: 3.2", "Version: 3.1"},
                              "Policy_v3.0.pdf");
  EXPECT_EQ(shown(found),
            (Shown{"title=Policy", "version=3.0 FILE_NAME", "version=3.2", "version=3.1"}));
  EXPECT_EQ(found[3].place->page_number, 2);
}

TEST(FindFacts, SaysWhereTheWordsStand) {
  const auto pages = pages_of({"# Größe", "Ä", "--", "Dokument ü | Owner: Jörg Ünal"});
  const auto found = facts::find_facts("a.txt", {}, pages);
  ASSERT_EQ(shown(found), (Shown{"title=Größe", "owner=Jörg Ünal"}));
  ASSERT_TRUE(found[1].place);
  const FactPlace& place = *found[1].place;
  EXPECT_EQ(place.page_number, 2);
  const std::string all = pages[0].text + pages[1].text;
  EXPECT_EQ(utf8::substr(all, static_cast<std::size_t>(place.start_offset),
                         static_cast<std::size_t>(place.end_offset - place.start_offset)),
            "Jörg Ünal");
  EXPECT_EQ(place.text, "Jörg Ünal");
}

TEST(FindFacts, TellsDraftsTemplatesAndSupersededOnes) {
  EXPECT_EQ(shown(facts_of({"# Backup procedure", "This procedure is a draft."})),
            (Shown{"title=Backup procedure", "state=DRAFT"}));
  EXPECT_EQ(shown(facts_of({"# Backup procedure (superseded)"})),
            (Shown{"title=Backup procedure (superseded)", "state=SUPERSEDED"}));
  EXPECT_EQ(shown(facts_of({"Backups are made."}, "DRAFT-backup.md")),
            Shown{"state=DRAFT FILE_NAME"});
  EXPECT_EQ(shown(facts_of({"Backups are made."}, "a/DPIA_template_blank.md")),
            Shown{"state=TEMPLATE FILE_NAME"});
  EXPECT_EQ(shown(facts_of({"Backups are made."}, "Policy_v2.0_SUPERSEDED.md")),
            (Shown{"version=2.0 FILE_NAME", "state=SUPERSEDED FILE_NAME"}));
  EXPECT_EQ(shown(facts_of({"Drafts of contracts are kept by the legal team for two years."})),
            Shown{});
  EXPECT_EQ(shown(facts_of({"Status: Approved", "This version replaces the draft of May."})),
            Shown{});
}

TEST(FindFacts, LeavesBlanksOut) {
  EXPECT_EQ(shown(facts_of({"Version: ____\nOwner: TBD\nApproved by: [name]\nNext review: n/a"})),
            Shown{});
}

TEST(FindFacts, TakesPropertiesOfTheFile) {
  const std::vector<FileProperty> properties{{FactName::Title, "Access Policy"},
                                             {FactName::Created, "2025-03-12T08:00:00.000Z"},
                                             {FactName::Changed, "Mon, 2 Sep 2026 10:00:00 +0000"},
                                             {FactName::State, "Draft"},
                                             {FactName::Created, "unknown"}};
  EXPECT_EQ(shown(facts::find_facts("a.docx", properties, pages_of({"Text"}))),
            (Shown{"title=Access Policy METADATA", "state=DRAFT METADATA",
                   "created=2025-03-12T08:00:00.000Z [2025-03-12] METADATA",
                   "changed=Mon, 2 Sep 2026 10:00:00 +0000 [2026-09-02] METADATA"}));
}

TEST(FindFacts, TellsTheLanguageOfEnoughText) {
  std::string german;
  for (int i = 0; i < 8; ++i) german += "Die Rechte der Nutzer werden von dem Leiter geprüft. ";
  EXPECT_EQ(shown(facts_of({german})), Shown{"language=de"});
  EXPECT_EQ(shown(facts_of({"Die Rechte werden geprüft."})), Shown{});
}

TEST(FindFacts, LooksAtTheBeginningAndTheEndOfLongDocuments) {
  std::vector<std::string> blocks{"Version: 1.0"};
  for (int i = 0; i < 200; ++i) blocks.emplace_back("Owner: Person " + std::to_string(i) + "a");
  blocks.emplace_back("Next review: 2026-01-01");
  const auto found = facts_of(blocks);
  EXPECT_EQ(std::ranges::count(found, FactName::Owner, &DocumentFact::name),
            static_cast<std::ptrdiff_t>(facts::kMaxOfOneName));
  EXPECT_EQ(std::ranges::count(found, FactName::ReviewDue, &DocumentFact::name), 1);
}

}  // namespace
}  // namespace assay::test
