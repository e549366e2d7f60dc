// SPDX-License-Identifier: Apache-2.0
// Regulatory text beside a requirement: shown to the reader, and no evidence.
#include <gtest/gtest.h>

#include "tests/assess/traps/judged.hpp"

namespace assay::assess {
namespace {

RequirementText quarterly() {
  return requirement("Fire extinguishers are inspected at least quarterly.");
}

RegulationPassage passage(std::string text) {
  return {PassageId::fresh(), "Fire Act", "Article 1 > Inspections", 3, std::move(text), 0.9};
}

// The very words of the requirement, which would be COMPLETE as evidence.
constexpr const char* kVerbatim = "Fire extinguishers are inspected at least quarterly.";

TEST(Regulation, ChangesNeitherVerdictNorCitationsNorDetails) {
  for (const char* shown : {"Fire extinguishers are inspected every quarter by the warden.",
                            "Fire extinguishers are inspected.", "The canteen serves soup."}) {
    const std::vector<Candidate> candidates{paper(1, shown)};
    const Verdict alone = judge(quarterly(), candidates);
    RequirementText regulated = quarterly();
    regulated.regulation = {passage(kVerbatim), passage("Something else.")};
    const Verdict beside = judge(regulated, candidates);
    EXPECT_EQ(beside.confidence, alone.confidence) << shown;
    EXPECT_EQ(beside.details.dump(), alone.details.dump()) << shown;
    ASSERT_EQ(beside.citations.size(), alone.citations.size()) << shown;
    for (const Citation& citation : beside.citations) {
      EXPECT_EQ(citation.document, candidates.front().document);
    }
    EXPECT_EQ(beside.reasoning, alone.reasoning +
                                    "\nRegulation: Fire Act, Article 1 > Inspections, page 3: "
                                    "\"Fire extinguishers are inspected at least quarterly.\".");
  }
}

TEST(Regulation, IsNoEvidenceWhereThereIsNone) {
  RequirementText regulated = quarterly();
  regulated.regulation = {passage(kVerbatim)};
  const Verdict verdict = judge(regulated, {});
  EXPECT_LT(verdict.confidence, 0.40);
  EXPECT_TRUE(verdict.citations.empty());
}

TEST(Regulation, ALongPassageIsCutInTheReasoning) {
  RequirementText regulated = quarterly();
  regulated.regulation = {passage("Inspections " + std::string(400, 'x'))};
  regulated.regulation.front().heading_path.clear();
  const std::string reasoning = judge(regulated, {}).reasoning;
  EXPECT_NE(reasoning.find("Regulation: Fire Act, page 3: \"Inspections xxx"), std::string::npos);
  EXPECT_TRUE(reasoning.ends_with("…\".")) << reasoning;
  EXPECT_LT(reasoning.size(), 600U);
}

}  // namespace
}  // namespace assay::assess
