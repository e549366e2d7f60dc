// SPDX-License-Identifier: Apache-2.0
// How each part of an OSCAL catalog is imported.
#include "core/packs/import_file.hpp"

#include <gtest/gtest.h>

#include "tests/packs/samples.hpp"

namespace assay::packs {
namespace {

const Import& imported_catalog() {
  static const Result<Import> import = parse_oscal(sample_catalog());
  EXPECT_TRUE(import.ok()) << refusal_of(import);
  return import.value();
}

std::string title(std::string_view label) {
  return requirement(imported_catalog(), label).title;
}

TEST(Oscal, MetadataBecomesThePack) {
  ASSERT_EQ(imported_catalog().packs.size(), 1U);
  const auto& pack = imported_catalog().packs.front();
  EXPECT_EQ(pack.pack_name, "Pond Catalog");
  EXPECT_EQ(pack.version, "5.1");
  EXPECT_EQ(pack.source_key, "0a5d0e1c-0000-4000-8000-000000000001");
  EXPECT_EQ(pack.copyright, "Copyright of the pond's owner.");
}

TEST(Oscal, GroupsThatHoldControlsBecomeCriteria) {
  const auto& criteria = imported_catalog().packs.front().criteria;
  ASSERT_EQ(criteria.size(), 2U);
  EXPECT_EQ(criteria[0].title, "Water");
  EXPECT_EQ(criteria[0].label, "wa");
  EXPECT_EQ(criteria[0].description, "All about water.");
  EXPECT_EQ(criteria[1].criterion_id, 2);
  EXPECT_EQ(criteria[1].title, "Water / Ponds");
  EXPECT_EQ(requirement(imported_catalog(), "9.1.b.01").criterion_title, "Water / Ponds");
  EXPECT_TRUE(skipped(imported_catalog(), "catalog.groups[1]", "no control that is in force"));
}

TEST(Oscal, LeafObjectivesBecomeRequirements) {
  EXPECT_EQ(imported_catalog().packs.front().requirements.size(), 5U);
  const auto first = requirement(imported_catalog(), "WA-01a.[01]");
  EXPECT_EQ(first.title, "Policy: plants are watered [one or more of: by hand; every [a time]]");
  EXPECT_EQ(first.subcheck_label, "a.[01]");
  EXPECT_EQ(first.source_key, "wa-1_obj.a-1");
  EXPECT_EQ(first.expected_evidence, (std::vector<std::string>{"Watering plan", "watering log"}));
  EXPECT_EQ(first.guidance,
            "Control statement: a. Waters [one or more of: by hand; every [a time]]; and\n\n"
            "watering is written down;\n\nSee WA-2 and [w](https://w.test/).\n\nExample 1: A can.");
  EXPECT_TRUE(skipped(imported_catalog(), "catalog.groups[0].controls[0].parts[4]",
                      "assessment methods other than EXAMINE are not kept"));
  EXPECT_TRUE(warned(imported_catalog(), "parts called \"example\" became guidance: 1"));
  EXPECT_TRUE(
      warned(imported_catalog(), "others below them have a text; it is in the guidance: 1"));
  EXPECT_TRUE(skipped(imported_catalog(), "catalog.groups[0].controls[0].params[0]", "guidelines"));
  EXPECT_TRUE(skipped(imported_catalog(), "catalog.groups[0].controls[0]",
                      "links of the relation \"reference\", which are not kept"));
  EXPECT_TRUE(skipped(imported_catalog(), "catalog.groups[0].controls[0]",
                      "the property \"level\", which is not kept"));
}

TEST(Oscal, ParametersNobodyResolvesShowTheirNames) {
  EXPECT_EQ(title("WA-01a.[02]"), "Policy: [the owner] is told [nobody]");
  EXPECT_EQ(title("WA-01b.[01]"), "Policy: the plan lists: dates, [round [loop]].");
  EXPECT_NE(requirement(imported_catalog(), "WA-01a.[02]")
                .guidance.find("b. Reviews the plan after [7 days, 8 days]."),
            std::string::npos);
}

TEST(Oscal, AControlWithoutObjectivesIsOneRequirement) {
  EXPECT_EQ(title("WA-1(1)"), "Policy | Automation: Watering is automatic.");
  EXPECT_EQ(requirement(imported_catalog(), "WA-1(1)").source_key, "wa-1.1");
  EXPECT_EQ(requirement(imported_catalog(), "WA-1(1)").subcheck_label, std::nullopt);
}

TEST(Oscal, AnObjectiveWithoutLabelIsNamedByItsId) {
  const auto fish = requirement(imported_catalog(), "9.1.b.01");
  EXPECT_EQ(fish.subcheck_label, "b.01");
  EXPECT_EQ(fish.title, "Fish: fish are fed daily.");
}

TEST(Oscal, WithdrawnControlsAreSkippedWithWhereTheyWent) {
  EXPECT_TRUE(skipped(imported_catalog(), "catalog.groups[0].controls[0].controls[1]",
                      "withdrawn: \"WA-1(2) Old\", incorporated-into \"#wa-1\""));
}

TEST(Oscal, TheFirstRevisionsNamesOfPartsAreKnown) {
  const auto import = parse_oscal(catalog_of(R"([{"id": "a-1", "title": "T", "parts": [
    {"id": "a-1_obj", "name": "objective", "prose": "Determine if the organization:", "parts": [
      {"id": "a-1_obj.1", "name": "objective", "prose": "does;",
       "props": [{"name": "label", "value": "A-1[1]"}]}]},
    {"name": "assessment", "props": [{"name": "method", "value": "EXAMINE"}],
     "parts": [{"name": "objects", "prose": "[SELECT FROM: Policy; records; other]."}]}]}])"));
  EXPECT_EQ(requirement(import, "A-1[1]").title, "T: the organization: does");
  EXPECT_EQ(requirement(import, "A-1[1]").expected_evidence,
            (std::vector<std::string>{"Policy", "records", "other"}));
}

TEST(Oscal, ATitleThatOnlyRepeatsTheLabelIsLeftOut) {
  const auto import = parse_oscal(catalog_of(R"([{"id": "c", "title": "Cat",
    "parts": [{"name": "statement", "prose": "All."}],
    "controls": [{"id": "c-1", "title": "c-1", "parts": [{"name": "statement", "prose": "One."}]},
                 {"id": "c-2", "title": "Two"}]}])"));
  EXPECT_EQ(requirement(import, "c-1").title, "One.");
  EXPECT_EQ(requirement(import, "c").title, "Cat: All.");
  EXPECT_EQ(requirement(import, "c-2").title, "Cat | Two");
  EXPECT_TRUE(warned(import.value(), "controls have no statement"));
}

TEST(Oscal, ControlsWithoutAGroupStandUnderTheCatalog) {
  const auto import = parse_oscal(
      R"({"catalog": {"uuid": "u", "metadata": {"title": "T", "version": "1"},
      "controls": [{"id": "c-1", "title": "One"}]}})");
  EXPECT_EQ(requirement(import, "c-1").criterion_title, "T");
}

TEST(Oscal, ASharedLabelGivesWayToTheId) {
  const auto import = parse_oscal(catalog_of(R"([
    {"id": "c-1", "title": "One", "props": [{"name": "label", "value": "C"}]},
    {"id": "c-2", "title": "Two", "props": [{"name": "label", "value": "C"}]}])"));
  EXPECT_EQ(requirement(import, "C").title, "One");
  EXPECT_EQ(requirement(import, "c-2").title, "Two");
  EXPECT_TRUE(warned(import.value(), "share a label with another one"));
}

// A member that occurs once, at every place of a catalog that allows one.
TEST(Oscal, WhateverHasNoPlaceInAPackIsReportedOnceWithItsCount) {
  const auto import = parse_oscal(R"({"catalog": {"uuid": "u", "extra-a": 1,
    "metadata": {"title": "T", "version": "1", "parties": [{"name": "P"}], "roles": [],
      "props": [{"name": "keywords", "value": "k"}], "links": [{"href": "#x", "rel": "home"}]},
    "params": [{"id": "p", "class": "c"}],
    "groups": [{"title": "G", "extra-b": 1, "props": [{"name": "tone", "value": "v"}],
      "links": [{"href": "#x"}], "parts": [{"name": "overview", "prose": "o", "extra-c": 1}],
      "controls": [{"id": "a", "title": "A", "class": "c", "parts": [
        {"name": "statement", "prose": "s", "title": "lost", "parts": [{"name": "item", "ns": 1}]},
        {"name": "objective", "prose": "o", "title": "lost",
         "links": [{"rel": "assessment-for", "href": "#s"}, {"rel": "see", "href": "#s"}]},
        {"name": "assessment", "title": "EXAMINE", "prose": "lost", "parts": [
          {"name": "objects", "prose": "plan"}, {"name": "notes", "prose": "lost"}]}]},
       {"id": "b", "title": "B", "class": "c"},
       {"id": "c", "title": "C", "props": [{"name": "status", "value": "withdrawn"}],
        "extra-d": 1}]}],
    "back-matter": {"resources": [{"uuid": "1"}, {"uuid": "2"}], "extra-e": 1}}})");
  ASSERT_TRUE(import.ok()) << refusal_of(import);
  const Import& got = import.value();
  const std::string group = "catalog.groups[0]";
  const std::string control = group + ".controls[0]";
  EXPECT_TRUE(skipped(got, "catalog", "the catalog has \"extra-a\", which is not kept"));
  EXPECT_TRUE(skipped(got, "catalog.metadata", "\"parties\""));
  EXPECT_TRUE(skipped(got, "catalog.metadata", "the property \"keywords\""));
  EXPECT_TRUE(skipped(got, "catalog.metadata", "links of the relation \"home\""));
  EXPECT_FALSE(skipped(got, "catalog.metadata", "\"roles\"")) << "it is empty";
  EXPECT_TRUE(skipped(got, "catalog.params[0]", "parameters have \"class\""));
  EXPECT_TRUE(skipped(got, group, "groups have \"extra-b\""));
  EXPECT_TRUE(skipped(got, group, "groups have the property \"tone\""));
  EXPECT_TRUE(skipped(got, group, "groups have links, which are not kept"));
  EXPECT_TRUE(skipped(got, group + ".parts[0]", "other parts have \"extra-c\""));
  EXPECT_TRUE(skipped(got, control, "controls have \"class\", which is not kept: 2, this one"));
  EXPECT_TRUE(skipped(got, control + ".parts[0]", "parts of statements have \"title\""));
  EXPECT_TRUE(skipped(got, control + ".parts[0].parts[0]", "parts of statements have \"ns\""));
  EXPECT_TRUE(skipped(got, control + ".parts[1]", "objectives have \"title\""));
  EXPECT_TRUE(skipped(got, control + ".parts[1]", "objectives have links of the relation \"see\""));
  EXPECT_TRUE(skipped(got, control + ".parts[2]", "assessment methods have \"prose\""));
  EXPECT_TRUE(
      skipped(got, control + ".parts[2]", "assessment methods have a part called \"notes\""));
  EXPECT_TRUE(skipped(got, "catalog.back-matter", "resources of the back matter are not kept: 2"));
  EXPECT_TRUE(skipped(got, "catalog.back-matter", "the back matter has \"extra-e\""));
  EXPECT_TRUE(skipped(got, group + ".controls[2]", "withdrawn"));
  EXPECT_EQ(got.report.skipped.size(), 19U);
}

}  // namespace
}  // namespace assay::packs
