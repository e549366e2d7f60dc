// SPDX-License-Identifier: Apache-2.0
// Verdicts move only with the evaluator's version. golden_verdicts.json has one line of each pair;
// ASSAY_TEST_WRITE_GOLDEN=1 writes it anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/io.hpp"
#include "core/json/json.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "tests/assess/traps/judge.hpp"
#include "tests/embed/model.hpp"

namespace assay::assess::traps {
namespace {

// What processors of several kinds may differ by: their products are summed in other orders.
constexpr double kRounding = 0.0002;

struct Golden {
  double confidence = 0;
  std::string cited;  // digest of the quotes, in order
};

std::filesystem::path folder() {
  return std::filesystem::path(ASSAY_SOURCE_DIR) / "tests/assess";
}

Golden golden_of(const Verdict& verdict) {
  std::string quotes;
  for (const Citation& citation : verdict.citations) quotes += citation.text + '\n';
  return {verdict.confidence, sha256_hex(quotes).substr(0, 12)};
}

std::map<std::string, Golden> judged() {
  std::map<std::string, Golden> out;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder() / "traps")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files) {
    for (const Pair& pair : read_pairs(file)) {
      out.emplace(pair.id, golden_of(judge(pair, embed::embedder()).verdict));
    }
  }
  return out;
}

void write(const std::map<std::string, Golden>& verdicts) {
  std::ofstream file(folder() / "golden_verdicts.json");
  file << "{\"version\": \"" << kEvaluatorVersion << "\", \"verdicts\": {";
  const char* before = "\n";
  for (const auto& [id, golden] : verdicts) {
    file << before << Json(id).dump() << ": [" << Json(golden.confidence).dump() << ", \""
         << golden.cited << "\"]";
    before = ",\n";
  }
  file << "\n}}\n";
  ASSERT_TRUE(file.good());
}

TEST(Golden, VerdictsMoveWithTheVersionOnly) {
  const std::map<std::string, Golden> now = judged();
  if (std::getenv("ASSAY_TEST_WRITE_GOLDEN") != nullptr) return write(now);
  std::string why;
  const auto kept = Json::parse(read_file(folder() / "golden_verdicts.json"), &why);
  ASSERT_TRUE(kept) << why;
  EXPECT_EQ(kept->get("version").as_string(), kEvaluatorVersion)
      << "write the verdicts of this version: ASSAY_TEST_WRITE_GOLDEN=1";
  const Json verdicts = kept->get("verdicts");
  EXPECT_EQ(verdicts.keys().size(), now.size());
  std::size_t moved = 0;
  for (const auto& [id, golden] : now) {
    const Json before = verdicts.get(id);
    const bool same =
        std::abs(before.at(0).as_number().value_or(-1) - golden.confidence) <= kRounding &&
        before.at(1).as_string() == golden.cited;
    if (!same && ++moved <= 5) ADD_FAILURE() << id << " is judged otherwise than before";
  }
  EXPECT_EQ(moved, 0U) << "verdicts moved: raise kEvaluatorVersion, then write them anew";
}

}  // namespace
}  // namespace assay::assess::traps
