// SPDX-License-Identifier: Apache-2.0
// How each part of a CISO Assistant library is imported.
#include "core/packs/import_file.hpp"

#include <gtest/gtest.h>

#include "tests/packs/samples.hpp"

namespace assay::packs {
namespace {

using testing::Test;

const Import& imported_library() {
  static const Result<Import> import = parse_ciso_library(sample_library());
  EXPECT_TRUE(import.ok()) << refusal_of(import);
  return import.value();
}

TEST(CisoLibrary, HeadBecomesThePack) {
  ASSERT_EQ(imported_library().packs.size(), 1U);
  const auto& pack = imported_library().packs.front();
  EXPECT_EQ(pack.pack_name, "Garden Rules");
  EXPECT_EQ(pack.description, "Framework text");
  EXPECT_EQ(pack.copyright, "Nobody in particular");
  EXPECT_EQ(pack.version, "3");
  EXPECT_EQ(pack.source_key, "urn:test:risk:framework:garden");
  EXPECT_TRUE(
      warned(imported_library(), "library members that are not kept: locale, ref_id, provider"));
  EXPECT_TRUE(skipped(imported_library(), "objects.frameworks[0]", "\"min_score\""));
  EXPECT_TRUE(skipped(imported_library(), "objects.frameworks[0]", "\"ref_id\""));
  EXPECT_TRUE(skipped(imported_library(), "objects.threats", "1 of a kind that is not kept"));
}

TEST(CisoLibrary, NearestNodeThatIsNotAssessableIsTheCriterion) {
  const auto& criteria = imported_library().packs.front().criteria;
  ASSERT_EQ(criteria.size(), 3U);
  EXPECT_EQ(criteria[0].title, "Water");
  EXPECT_EQ(criteria[0].label, "W");
  EXPECT_EQ(criteria[1].title, "Soil");
  EXPECT_EQ(criteria[1].description, "Soil:\nAll that concerns soil.");
  EXPECT_EQ(criteria[2].title, "Garden Rules");  // for nodes outside any group
  EXPECT_EQ(requirement(imported_library(), "W.2.a").criterion_id, 1);
  EXPECT_EQ(requirement(imported_library(), "W.2.a").criterion_title, "Water");
  EXPECT_EQ(requirement(imported_library(), "X").criterion_id, 3);
}

TEST(CisoLibrary, EveryAssessableNodeIsOneRequirement) {
  EXPECT_EQ(imported_library().packs.front().requirements.size(), 6U);
  const auto watering = requirement(imported_library(), "W.1");
  EXPECT_EQ(watering.title, "Watering: Plants are watered daily.");
  EXPECT_EQ(watering.source_key, "urn:test:risk:req_node:garden:w.1");
  EXPECT_EQ(watering.subcheck_label, std::nullopt);
  EXPECT_EQ(watering.expected_evidence,
            (std::vector<std::string>{"watering log", "photographs", "watering plan"}));
  EXPECT_EQ(watering.guidance,
            "Early in the morning is best.\n\nQuestions:\n- Is there a log?\n\n"
            "Example: A can of ten litres.\n\nImplementation groups: B (Basic)");
  EXPECT_TRUE(warned(imported_library(), "requirements have questions"));
  EXPECT_TRUE(warned(imported_library(), "implementation groups"));
  EXPECT_TRUE(warned(imported_library(), "reference controls became expected evidence: 1"));
  EXPECT_TRUE(skipped(imported_library(), "objects.frameworks[0].requirement_nodes[1]",
                      "references to reference controls are not kept"));
  EXPECT_TRUE(skipped(imported_library(), "objects.frameworks[0].requirement_nodes[3]",
                      "\"translations\""));
}

TEST(CisoLibrary, AnItemGoesOnFromTheTextAboveIt) {
  EXPECT_EQ(requirement(imported_library(), "W.2.a").title,
            "The gardener shall: keep the pond clean;");
}

TEST(CisoLibrary, LabelsAreWrittenAsTheyStandOrTakenFromTheUrn) {
  EXPECT_EQ(requirement(imported_library(), "3.10").title,
            "Compost");  // not a number: 3.10 is not 3.1
  EXPECT_EQ(requirement(imported_library(), "node3").title, "The gardener shall:");
  EXPECT_TRUE(warned(imported_library(),
                     "requirements have no ref_id; their label is the end of their urn: 1"));
}

TEST(CisoLibrary, ALabelTakenFromAUrnIsShortAndStandsOnce) {
  const auto import = parse_ciso_library(
      library_of("    - {urn: 'urn:a:b:c:d:1', ref_id: '2', name: x, assessable: true}\n"
                 "    - {urn: 'urn:a:b:c:d:2', name: y, assessable: true}\n"
                 "    - {urn: 'urn:a:b:c:d:" +
                 std::string(300, 'u') + "', name: z, assessable: true}\n"));
  EXPECT_EQ(requirement(import, "2").title, "x");
  EXPECT_EQ(requirement(import, "2~1").title, "y");
  EXPECT_EQ(requirement(import, std::string(60, 'u')).title, "z");
}

TEST(CisoLibrary, ANodeWithoutTextIsKeptUnderAGuessedTitle) {
  EXPECT_EQ(requirement(imported_library(), "S.2").title, "Soil: S.2");
  EXPECT_TRUE(warned(imported_library(), "neither name nor description"));
}

TEST(CisoLibrary, WhatIsNotAssessableIsReportedOrMerged) {
  EXPECT_TRUE(
      skipped(imported_library(), "objects.frameworks[0].requirement_nodes[8]", "Preamble"));
  EXPECT_TRUE(warned(imported_library(), "became guidance of the requirement above them: 1"));
  // Including the threats, the unrelated mapping, and four kinds of members that are not kept.
  EXPECT_EQ(imported_library().report.skipped.size(), 7U);
}

TEST(CisoLibrary, MappingSetsAreKeptBesideThePacks) {
  ASSERT_EQ(imported_library().mapping_sets.size(), 1U);
  const MappingSet& set = imported_library().mapping_sets.front();
  EXPECT_EQ(set.source_key, "urn:test:risk:req_mapping_set:garden-to-field");
  EXPECT_EQ(set.source_framework, "urn:test:risk:framework:garden");
  EXPECT_EQ(set.target_framework, "urn:test:risk:framework:field");
  ASSERT_EQ(set.mappings.size(), 2U);
  EXPECT_EQ(set.mappings[0].relationship, "subset");
  EXPECT_EQ(set.mappings[0].strength, 7);
  EXPECT_EQ(set.mappings[0].rationale, "semantic\n\nseen from the garden");
  EXPECT_EQ(set.mappings[1].strength, std::nullopt);
  EXPECT_TRUE(warned(imported_library(), "mappings repeat an earlier one"));
  EXPECT_TRUE(skipped(imported_library(),
                      "objects.requirement_mapping_sets[0].requirement_mappings[2]",
                      "\"not_related\""));
}

TEST(CisoLibrary, EqualCriterionTitlesGetTheirPath) {
  const auto import = parse_ciso_library(library_of(R"(
    - {urn: 'urn:a:b:c:d:1', name: Left, assessable: false}
    - {urn: 'urn:a:b:c:d:2', name: General, parent_urn: 'urn:a:b:c:d:1'}
    - {urn: 'urn:a:b:c:d:3', ref_id: '3', name: x, assessable: true, parent_urn: 'urn:a:b:c:d:2'}
    - {urn: 'urn:a:b:c:d:4', name: Right}
    - {urn: 'urn:a:b:c:d:5', name: General, parent_urn: 'urn:a:b:c:d:4'}
    - {urn: 'urn:a:b:c:d:6', ref_id: '6', name: y, assessable: true, parent_urn: 'urn:a:b:c:d:5'}
)"));
  EXPECT_EQ(requirement(import, "3").criterion_title, "Left / General");
  EXPECT_EQ(requirement(import, "6").criterion_title, "Right / General");
  EXPECT_TRUE(skipped(import.value(), "objects.framework.requirement_nodes[0]", "Left"));
}

TEST(CisoLibrary, AnArticleIsCalledByItsNumberAndSubject) {
  const auto import = parse_ciso_library(library_of(R"(
    - {urn: 'urn:a:b:c:d:1', name: Article 5, description: Good order}
    - {urn: 'urn:a:b:c:d:2', name: '[x]', assessable: yes, parent_urn: 'urn:a:b:c:d:1'}
    - {urn: 'urn:a:b:c:d:3', description: '[Withdrawn: moved]', assessable: true}
)"));
  EXPECT_EQ(requirement(import, "2").criterion_title, "Article 5: Good order");
  EXPECT_TRUE(warned(import.value(), "withdrawn: 1"));
}

TEST(CisoLibrary, SeveralFrameworksAreSeveralPacks) {
  std::string text = library_head() + "objects:\n  frameworks:\n";
  for (const char* name : {"one", "two"}) {
    text += std::string("  - urn: urn:a:b:framework:") + name + "\n    name: " + name +
            "\n    requirement_nodes:\n    - {urn: 'urn:a:b:c:d:1', name: n, assessable: true}\n";
  }
  const auto import = parse_ciso_library(text);
  ASSERT_TRUE(import.ok()) << refusal_of(import);
  ASSERT_EQ(import.value().packs.size(), 2U);
  EXPECT_EQ(import.value().packs[1].pack_name, "two");
}

TEST(CisoLibrary, OtherLinesEndingsAndAMarkAtTheBeginningChangeNothing) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : sample_library()) {
    if (c == '\n') text += '\r';
    text += c;
  }
  const auto import = parse_ciso_library(text);
  EXPECT_EQ(requirement(import, "W.1").title, "Watering: Plants are watered daily.");
  EXPECT_EQ(import.value().packs.front().requirements.size(), 6U);
}

TEST(CisoLibrary, AliasesStandForWhatTheyName) {
  const auto import = parse_ciso_library(library_of(R"(
    - {urn: 'urn:a:b:c:d:1', description: &text Be good., assessable: true}
    - {urn: 'urn:a:b:c:d:2', description: *text, assessable: true}
)"));
  EXPECT_EQ(requirement(import, "2").title, "Be good.");
}

}  // namespace
}  // namespace assay::packs
