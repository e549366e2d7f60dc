// SPDX-License-Identifier: Apache-2.0
// Ids and vectors of known texts: ours always, the reference's if its file is available.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/embed/model.hpp"

namespace assay::embed {
namespace {

constexpr double kLeastCosine = 0.99999;

void expect_golden(const std::vector<GoldenLine>& lines) {
  std::vector<std::vector<TokenId>> ids;
  for (const GoldenLine& line : lines) {
    EXPECT_EQ(embedder().tokenizer().encode(line.text), line.ids) << line.text;
    EXPECT_EQ(embedder().tokenizer().count(line.text), line.ids.size()) << line.text;
    ids.push_back(line.ids);
  }
  const std::vector<float> vectors = encoder().encode(ids);
  ASSERT_EQ(vectors.size(), lines.size() * Encoder::kDimensions);
  double least = 1;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double similarity = cosine(nth(vectors, i), lines[i].vector);
    EXPECT_GE(similarity, kLeastCosine) << lines[i].text;
    least = std::min(least, similarity);
  }
  ::testing::Test::RecordProperty("least_cosine", std::to_string(least));
}

TEST(Golden, own_texts) {
  const auto lines = read_golden(std::string(ASSAY_SOURCE_DIR) + "/tests/embed/golden.jsonl");
  ASSERT_GE(lines.size(), 8U);
  expect_golden(lines);
}

// Vectors made with the package under its own runtime, kept outside the repository.
TEST(Golden, reference_runtime) {
  const char* set = std::getenv("ASSAY_TEST_DATA");
  const std::filesystem::path data =
      set != nullptr ? std::filesystem::path(set)
                     : std::filesystem::path(ASSAY_SOURCE_DIR "/../shared/data");
  const std::filesystem::path file = data / "embedding" / "golden.jsonl";
  if (!std::filesystem::exists(file)) {
    GTEST_SKIP() << "no reference vectors at " << file << " (set ASSAY_TEST_DATA)";
  }
  const auto lines = read_golden(file);
  ASSERT_GE(lines.size(), 100U);
  expect_golden(lines);
}

}  // namespace
}  // namespace assay::embed
