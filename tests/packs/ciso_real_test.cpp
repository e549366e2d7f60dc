// SPDX-License-Identifier: Apache-2.0
// Real CISO Assistant libraries: as many requirements as a count of lines finds, without
// duplicates.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "core/packs/import_file.hpp"
#include "tests/packs/real_data.hpp"

namespace assay::packs {
namespace {

// Counts lines, knowing only the layout of these files and nothing else of YAML.
struct LineCount {
  std::size_t assessable = 0;
  std::size_t frameworks = 0;
  std::size_t sets = 0;
  std::set<std::string> links;  // set, source and target
};

LineCount count_lines(const std::string& text) {
  LineCount out;
  std::istringstream in(text);
  std::string source;
  std::smatch found;
  const std::regex source_line(R"(^ *-? *source_requirement_urn: *(\S+) *$)");
  const std::regex target_line(R"(^ *-? *target_requirement_urn: *(\S+) *$)");
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with("assessable: true")) ++out.assessable;
    if (line.find("requirement_nodes:") != std::string::npos) ++out.frameworks;
    if (line.find("source_framework_urn:") != std::string::npos) ++out.sets;
    if (std::regex_match(line, found, source_line)) source = found[1];
    if (std::regex_match(line, found, target_line)) {
      out.links.insert(std::to_string(out.sets) + source + ' ' + found[1].str());
    }
  }
  return out;
}

void expect_sound_library(const NewVersion& pack) {
  EXPECT_FALSE(pack.pack_name.empty());
  EXPECT_FALSE(pack.version.empty());
  EXPECT_FALSE(pack.source_key.empty());
  EXPECT_FALSE(pack.copyright.empty());
  std::set<std::string> labels;
  int last = 1;
  for (const auto& requirement : pack.requirements) {
    EXPECT_TRUE(labels.insert(requirement.requirement_id).second) << requirement.requirement_id;
    EXPECT_FALSE(requirement.title.empty()) << requirement.requirement_id;
    EXPECT_FALSE(requirement.source_key.empty());
    EXPECT_GE(requirement.criterion_id, last);
    last = requirement.criterion_id;
    ASSERT_LE(static_cast<std::size_t>(requirement.criterion_id), pack.criteria.size());
    EXPECT_EQ(requirement.criterion_title,
              pack.criteria[static_cast<std::size_t>(requirement.criterion_id) - 1].title);
  }
  for (std::size_t i = 0; i < pack.criteria.size(); ++i) {
    EXPECT_EQ(pack.criteria[i].criterion_id, static_cast<int>(i) + 1);
    EXPECT_FALSE(pack.criteria[i].title.empty());
  }
}

TEST(CisoReal, EveryLibraryHasTheRequirementsThatItsLinesCount) {
  const auto folder = frameworks_folder();
  if (!folder) GTEST_SKIP() << "no real frameworks on this machine (ASSAY_TEST_DATA)";
  std::size_t all = 0;
  for (const auto& path : files_below(*folder, ".yaml")) {
    SCOPED_TRACE(path.filename().string());
    const std::string text = bytes_of_file(path);
    EXPECT_TRUE(looks_like_ciso_library(text));
    const auto import = parse_ciso_library(text);
    ASSERT_TRUE(import.ok()) << import.error().message;
    const LineCount counted = count_lines(text);
    std::size_t requirements = 0;
    for (const auto& pack : import.value().packs) {
      expect_sound_library(pack);
      requirements += pack.requirements.size();
    }
    EXPECT_EQ(requirements, counted.assessable);
    EXPECT_EQ(import.value().packs.size(), counted.frameworks);
    EXPECT_EQ(import.value().mapping_sets.size(), counted.sets);
    std::size_t links = 0;
    for (const auto& set : import.value().mapping_sets) links += set.mappings.size();
    EXPECT_EQ(links, counted.links.size());
    all += requirements;
  }
  EXPECT_GT(all, 0U);
}

}  // namespace
}  // namespace assay::packs
