// SPDX-License-Identifier: Apache-2.0
// Real OSCAL files: as many requirements as an independent walk over the JSON finds, and every
// model other than a catalog refused by name.
#include <gtest/gtest.h>

#include <set>

#include "core/packs/import_file.hpp"
#include "tests/packs/real_data.hpp"

namespace assay::packs {
namespace {

// Knows only that objectives nest as "parts" and controls as "controls".
struct Count {
  std::size_t requirements = 0;
  std::size_t controls = 0;
  std::set<std::string> examined;  // ids of controls with an EXAMINE method
};

bool has_prop(const Json& node, const char* name, const char* value) {
  const Json props = node.get("props");
  for (std::size_t i = 0; i < props.size(); ++i) {
    if (props.at(i).get("name").as_string() == name &&
        props.at(i).get("value").as_string() == value) {
      return true;
    }
  }
  return false;
}

std::size_t leaves(const Json& part) {
  std::size_t below = 0;
  const Json parts = part.get("parts");
  for (std::size_t i = 0; i < parts.size(); ++i) below += leaves(parts.at(i));
  if (below > 0 || part.get("name").as_string() != "assessment-objective") return below;
  return 1;
}

void count(const Json& holder, Count& out) {
  const Json groups = holder.get("groups");
  for (std::size_t i = 0; i < groups.size(); ++i) count(groups.at(i), out);
  const Json controls = holder.get("controls");
  for (std::size_t i = 0; i < controls.size(); ++i) {
    const Json control = controls.at(i);
    if (!has_prop(control, "status", "withdrawn")) {
      ++out.controls;
      const std::size_t objectives = leaves(control);
      out.requirements += objectives > 0 ? objectives : 1;
      const Json parts = control.get("parts");
      for (std::size_t p = 0; p < parts.size(); ++p) {
        if (has_prop(parts.at(p), "method", "EXAMINE")) {
          out.examined.insert(control.get("id").as_string().value_or(""));
        }
      }
    }
    count(control, out);
  }
}

void expect_sound_catalog(const NewVersion& pack) {
  std::set<std::string> labels;
  std::set<std::string> keys;
  int last = 1;
  for (const auto& requirement : pack.requirements) {
    EXPECT_TRUE(labels.insert(requirement.requirement_id).second) << requirement.requirement_id;
    EXPECT_TRUE(keys.insert(requirement.source_key).second) << requirement.source_key;
    EXPECT_FALSE(requirement.title.empty());
    EXPECT_EQ(requirement.title.find("{{"), std::string::npos) << requirement.title;
    EXPECT_EQ(requirement.guidance.find("{{"), std::string::npos) << requirement.guidance;
    EXPECT_GE(requirement.criterion_id, last);
    last = requirement.criterion_id;
  }
}

TEST(OscalReal, EveryCatalogHasTheRequirementsThatAWalkCounts) {
  const auto folder = frameworks_folder();
  if (!folder) GTEST_SKIP() << "no real frameworks on this machine (ASSAY_TEST_DATA)";
  std::size_t catalogs = 0;
  for (const auto& path : files_below(*folder, ".json")) {
    const std::string text = bytes_of_file(path);
    const auto root = Json::parse(text);
    if (!root || !root->has("catalog")) continue;
    SCOPED_TRACE(path.filename().string());
    ++catalogs;
    EXPECT_TRUE(looks_like_oscal(*root));
    const auto import = parse_oscal(text);
    ASSERT_TRUE(import.ok()) << import.error().message;
    ASSERT_EQ(import.value().packs.size(), 1U);
    const auto& pack = import.value().packs.front();
    Count counted;
    count(root->get("catalog"), counted);
    EXPECT_EQ(pack.requirements.size(), counted.requirements);
    std::size_t with_evidence = 0;
    for (const auto& r : pack.requirements) with_evidence += r.expected_evidence.empty() ? 0U : 1U;
    EXPECT_EQ(with_evidence > 0, !counted.examined.empty());
    expect_sound_catalog(pack);
  }
  EXPECT_GT(catalogs, 0U);
}

TEST(OscalReal, OtherModelsAreRefusedByName) {
  const auto folder = frameworks_folder();
  if (!folder) GTEST_SKIP() << "no real frameworks on this machine (ASSAY_TEST_DATA)";
  std::size_t refused = 0;
  for (const auto& path : files_below(*folder, ".json")) {
    const std::string text = bytes_of_file(path);
    const auto root = Json::parse(text);
    if (!root || root->has("catalog") || !looks_like_oscal(*root)) continue;
    SCOPED_TRACE(path.filename().string());
    const auto import = parse_oscal(text);
    ASSERT_FALSE(import.ok());
    EXPECT_EQ(import.error().code, ErrorCode::ValidationError);
    const std::string model = root->keys().front();
    EXPECT_NE(import.error().message.find(model), std::string::npos) << import.error().message;
    ++refused;
  }
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace assay::packs
