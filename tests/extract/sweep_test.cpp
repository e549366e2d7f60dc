// SPDX-License-Identifier: Apache-2.0
// Real and hostile files, if a collection is available: each must end in time, with pages or a
// reason. ASSAY_TEST_DATA names the collection.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto kWall = 8s;

fs::path data() {
  const char* given = std::getenv("ASSAY_TEST_DATA");
  return given != nullptr ? fs::path(given) : fs::path(ASSAY_SOURCE_DIR) / ".." / "shared" / "data";
}

std::vector<fs::path> files_under(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

// Inspects and reads one file; returns "ok" or the problem's name.
std::string outcome_of(const Extractor& extractor, const fs::path& path) {
  const FileDescriptor file = open_for_reading(path.string());
  const std::string name = path.filename().string();
  const auto start = std::chrono::steady_clock::now();
  const auto inspection = extractor.inspect(file.get(), name);
  const auto extracted = extractor.read(file.get(), name);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2 * kWall + 2s) << path;
  if (!inspection.ok()) {
    EXPECT_GT(inspection.error().reason.size(), 20U) << path;
  }
  if (extracted.ok()) return "ok";
  EXPECT_GT(extracted.error().reason.size(), 20U) << path;
  EXPECT_NE(extracted.error().problem, ExtractProblem::Crashed) << path;
  return std::string(extract_problem_name(extracted.error().problem));
}

void sweep(const char* folder) {
  const fs::path root = data() / folder;
  if (!fs::is_directory(root)) GTEST_SKIP() << "no collection of real files at " << root;
  Extractor extractor(ASSAY_BINARY_DIR "/bin/assay-extract", {kWall, 1 << 30});
  extractor.fork_readers();  // as the services do; starting a reader takes longer than most files
  std::map<std::string, int> outcomes;
  for (const fs::path& path : files_under(root)) ++outcomes[outcome_of(extractor, path)];
  for (const auto& [outcome, count] : outcomes) {
    std::cout << "  " << folder << " " << outcome << ": " << count << "\n";
  }
  EXPECT_GT(outcomes["ok"], 0);
}

TEST(Sweep, Evidence) {
  sweep("evidence");
}
TEST(Sweep, Extraction) {
  sweep("extraction");
}
TEST(Sweep, Hostile) {
  sweep("hostile");
}

}  // namespace
}  // namespace assay::test
