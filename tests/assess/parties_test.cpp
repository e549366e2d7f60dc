// SPDX-License-Identifier: Apache-2.0
// Whose actions a sentence describes.
#include "pipeline/assess/reading/parties.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::assess {
namespace {

Candidate section(const std::string& file, const std::string& heading, const std::string& text) {
  Candidate out;
  out.document.value = "d";
  out.chunk.value = "c";
  out.file_name = file;
  out.heading_path = heading;
  out.content = text;
  return out;
}

bool other(const Candidate& candidate) {
  const CandidateText text(candidate);
  return Parties(std::span(&text, 1)).other_party(0, candidate.content);
}

bool other(const std::string& text) {
  return other(section("notes.txt", "", text));
}

TEST(Parties, ActInSentences) {
  EXPECT_TRUE(other("Customers should lock their doors."));
  EXPECT_TRUE(other("The supplier keeps a register."));
  EXPECT_FALSE(other("We lock the doors of customers."));
  EXPECT_FALSE(other("Doors are locked for customers."));
  EXPECT_FALSE(other("The register of suppliers is kept."));
}

TEST(Parties, AreKnownByTheNamesTheyAreIntroducedWith) {
  EXPECT_TRUE(other("Our broker Ostrava filed the declarations of its staff."));
  EXPECT_TRUE(other(section("supplier-sheet.pdf", "Doors at Tronix", "Tronix locks its gates.")));
  EXPECT_FALSE(other(section("doors.pdf", "Doors at Tronix", "Tronix locks its gates.")));
  EXPECT_FALSE(other(section("supplier-sheet.pdf", "Doors at Tronix", "Tronix locks our gates.")));
}

TEST(Parties, AreKnownByTheSectionThatSpeaksOfThem) {
  EXPECT_TRUE(other(section("doors.md", "Gates of the sister company", "Gates are locked.")));
  EXPECT_TRUE(other(section("doors.md", "What the law says", "Employers have to lock gates.")));
  EXPECT_FALSE(other(section("doors.md", "Gates for customers", "Gates are locked.")));
}

TEST(Parties, OwnThingsThatRowsName) {
  EXPECT_TRUE(Parties::row_of_other("Door: store of the tenant; Locked: yes"));
  EXPECT_FALSE(Parties::row_of_other("Door: store of the guards; Locked: yes"));
}

TEST(Parties, MaySpeakForThemselves) {
  const Candidate letter = section("letter.pdf", "From our supplier Tronix", "We at Tronix lock.");
  const CandidateText text(letter);
  const Parties parties(std::span(&text, 1));
  EXPECT_TRUE(parties.speaks_for_other("We at Tronix lock all gates."));
  EXPECT_FALSE(parties.speaks_for_other("We at Corvina lock all gates."));
}

}  // namespace
}  // namespace assay::assess
