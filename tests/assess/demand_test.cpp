// SPDX-License-Identifier: Apache-2.0
// What is left of a requirement's text once its name, references, blanks and examples are out.
#include "pipeline/assess/support/sub_checks.hpp"

#include <gtest/gtest.h>

namespace assay::assess {
namespace {

TEST(Demand, LeavesOutTheName) {
  EXPECT_EQ(demand_of("Separation of Duties: Separate the duties of individuals."),
            "Separate the duties of individuals.");
  EXPECT_EQ(demand_of("2. Identify Measures: Identify and assign responsibility for measures."),
            "Identify and assign responsibility for measures.");
  // No name: a list, and a clause of its own.
  EXPECT_EQ(demand_of("The register holds: owner, date and place."),
            "The register holds: owner, date and place.");
  EXPECT_EQ(demand_of("Access is reviewed: Each owner signs the list every year."),
            "Access is reviewed: Each owner signs the list every year.");
}

TEST(Demand, LeavesOutReferences) {
  EXPECT_EQ(demand_of("Separate the duties of individuals.\n\u2022 NIST SP 800-171 Rev 2 3.1.4\n"),
            "Separate the duties of individuals.");
  EXPECT_EQ(demand_of("Systems are: \u2022 backed up daily \u2022 tested each of 4 quarters"),
            "Systems are: \u2022 backed up daily \u2022 tested each of 4 quarters");
}

TEST(Demand, LeavesOutExamples) {
  EXPECT_EQ(
      demand_of("Collect provenance data (e.g., in a software bill of materials) and share it."),
      "Collect provenance data and share it.");
  EXPECT_EQ(demand_of("Media such as tapes and disks are locked away."), "Media are locked away.");
  EXPECT_EQ(demand_of("Policies, such as those on backup and access, are reviewed each year."),
            "Policies are reviewed each year.");
  EXPECT_EQ(demand_of("Access is limited. Measures may include badges, locks and guards. "
                      "Visitors are registered."),
            "Access is limited.  Visitors are registered.");
}

TEST(Demand, FillsBlanks) {
  EXPECT_EQ(demand_of("Review accounts [Assignment: organization-defined frequency]."),
            "Review accounts defined frequency.");
  EXPECT_EQ(demand_of("Automatically [Selection (one or more): remove; disable] idle accounts."),
            "Automatically remove or disable idle accounts.");
}

TEST(Demand, IsTheTextWhereNothingElseIsLeft) {
  EXPECT_EQ(demand_of("ISO 27001 A.5.1"), "ISO 27001 A.5.1");
}

}  // namespace
}  // namespace assay::assess
