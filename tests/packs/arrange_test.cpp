// SPDX-License-Identifier: Apache-2.0
// The order in which a version is kept, and what is refused.
#include "core/packs/pack_content.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/base/digest.hpp"
#include "core/packs/import_file.hpp"
#include "db/store/packs/packs.hpp"

namespace assay::packs {
namespace {

Requirement requirement(const std::string& label, int criterion) {
  Requirement made;
  made.requirement_id = label;
  made.criterion_id = criterion;
  made.title = "Title of " + label;
  return made;
}

NewVersion version() {
  NewVersion made;
  made.pack_name = "Pack";
  made.version = "1";
  made.criteria = {{9, "Nine", ""}, {1, "One", ""}, {5, "Five", ""}, {2, "Two", ""}};
  made.requirements = {requirement("2.1", 2), requirement("1.1", 1), requirement("2.2", 2)};
  return made;
}

TEST(Arrange, BringsRequirementsOfACriterionTogether) {
  NewVersion made = version();
  arrange(made);
  std::vector<int> criteria;
  for (const auto& criterion : made.criteria) criteria.push_back(criterion.criterion_id);
  EXPECT_EQ(criteria, (std::vector<int>{2, 1, 5, 9}));
  EXPECT_EQ(made.requirements[1].requirement_id, "2.2");
  EXPECT_EQ(made.requirements[2].requirement_id, "1.1");
  const std::string hash = store::packs::content_hash(made);
  arrange(made);
  EXPECT_EQ(store::packs::content_hash(made), hash);
}

TEST(Arrange, WhatIsExportedReadsBackTheSame) {
  NewVersion made = version();
  made.source_key = "urn:x";
  made.criteria[3].label = "TW";
  made.requirements[0].expected_evidence = {"Policy", "\"Log\"\n"};
  made.requirements[0].guidance = "See \\ there";
  made.requirements[2].source_key = "urn:x:1";
  made.requirements[2].subcheck_label = "i";
  arrange(made);
  const auto back = parse_native(export_native(made));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(store::packs::content_hash(*back), store::packs::content_hash(made));
  EXPECT_EQ(export_native(*back), export_native(made));
}

// Later releases must recognise versions that are already stored.
TEST(ContentHash, OfAPlainVersionIsTheSameForEver) {
  NewVersion made;
  made.criteria = {{1, "Access", ""}};
  made.requirements = {requirement("1.1", 1)};
  made.requirements[0].expected_evidence = {"Policy"};
  EXPECT_EQ(store::packs::content_hash(made),
            sha256_hex(R"([[[1,"Access",""]],[["1.1",1,"Title of 1.1",null,["Policy"]]]])"));
}

TEST(ContentHash, CountsWhateverAnEvaluatorOrAMappingReads) {
  const std::string plain = store::packs::content_hash(version());
  NewVersion made = version();
  made.pack_name = "Other";
  made.description = "Other";
  made.version = "2";
  EXPECT_EQ(store::packs::content_hash(made), plain);
  made.source_key = "urn:x";
  EXPECT_NE(store::packs::content_hash(made), plain);
  made = version();
  made.criteria[0].label = "N";
  EXPECT_NE(store::packs::content_hash(made), plain);
  made = version();
  made.requirements[0].guidance = "See there";
  EXPECT_NE(store::packs::content_hash(made), plain);
  NewVersion other = version();
  other.requirements[0].source_key = "See there";
  EXPECT_NE(store::packs::content_hash(made), store::packs::content_hash(other));
}

TEST(Unfit, NamesWhatCannotBeStored) {
  NewVersion good = version();
  EXPECT_FALSE(first_error(good));
  const auto complaint = [](const NewVersion& made) {
    const auto error = first_error(made);
    return error ? error->message : std::string();
  };
  NewVersion bad = good;
  bad.requirements[1].requirement_id = "2.1";
  EXPECT_EQ(complaint(bad), "requirement 2.1: appears twice");
  bad = good;
  bad.requirements[0].criterion_id = 4;
  EXPECT_EQ(complaint(bad), "requirement 2.1.criterionId: is not a criterion of the pack");
  bad = good;
  bad.criteria[1].criterion_id = 9;
  EXPECT_EQ(complaint(bad), "criterion 9: appears twice");
  bad = good;
  bad.requirements[0].source_key = std::string(501, 'x');
  EXPECT_EQ(complaint(bad), "requirement 2.1.sourceKey: has more than 500 characters");
  bad = good;
  bad.requirements.clear();
  EXPECT_EQ(complaint(bad), "file: has no requirements");
  bad = good;
  bad.pack_name.clear();
  EXPECT_EQ(complaint(bad), "name: must not be empty");
  bad = good;
  bad.requirements[0].title += '\xFF';
  EXPECT_EQ(complaint(bad), "requirement 2.1.title: is not UTF-8");
}

TEST(Unfit, NamesAndCodesThatHideSomething) {
  const auto complaint = [](const std::function<void(NewVersion&)>& change) {
    NewVersion made = version();
    change(made);
    const auto error = first_error(made);
    return error ? error->message : std::string();
  };
  const std::string hidden = "a\u200Bb";
  const std::string issue = ": must not have invisible characters";
  EXPECT_EQ(complaint([&](NewVersion& made) { made.pack_name = hidden; }), "name" + issue);
  EXPECT_EQ(complaint([&](NewVersion& made) { made.version = hidden; }), "version" + issue);
  EXPECT_EQ(complaint([&](NewVersion& made) { made.source_key = hidden; }), "sourceKey" + issue);
  EXPECT_EQ(complaint([&](NewVersion& made) { made.criteria[0].label = hidden; }),
            "criterion 9.label" + issue);
  EXPECT_EQ(complaint([&](NewVersion& made) { made.requirements[0].requirement_id = hidden; }),
            "requirement " + hidden + ".requirementId" + issue);
  EXPECT_EQ(complaint([&](NewVersion& made) { made.requirements[0].subcheck_label = hidden; }),
            "requirement 2.1.subcheckLabel" + issue);
  EXPECT_EQ(complaint([&](NewVersion& made) { made.requirements[0].source_key = hidden; }),
            "requirement 2.1.sourceKey" + issue);
  EXPECT_EQ(complaint([](NewVersion& made) { made.pack_name = "\u3164"; }),
            "name: must not be empty");
  EXPECT_EQ(complaint([](NewVersion& made) { made.pack_name = "a\nb"; }),
            "name: must not have line breaks or tabs");
  EXPECT_EQ(complaint([](NewVersion& made) { made.version = "1\x7F"; }),
            "version: must not have control characters");
  // Names in Arabic and Hebrew need marks that turn text; texts are prose.
  EXPECT_EQ(complaint([&](NewVersion& made) {
              made.pack_name = "\u202B\u05D0 ISO 27001\u202C";
              made.requirements[0].title = hidden + "\n";
              made.requirements[0].guidance = hidden;
            }),
            "");
}

TEST(Unfit, MappingsWhoseNamesHideSomething) {
  MappingSet set;
  set.source_key = "urn:x";
  set.name = "A to B";
  set.source_framework = "urn:a";
  set.target_framework = "urn:b";
  ASSERT_FALSE(first_error(set));
  set.name = "A\u2060 to B";
  const auto error = first_error(set);
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->message.ends_with(".name: must not have invisible characters"))
      << error->message;
}

}  // namespace
}  // namespace assay::packs
