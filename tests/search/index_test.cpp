// SPDX-License-Identifier: Apache-2.0
// The index: insertion order, refused vectors, postings and weights.
#include "pipeline/search/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::search {
namespace {

IndexRow row(int document, int chunk, std::string content, std::vector<float> vector) {
  IndexRow out;
  out.document.value = "00000000-0000-7000-8000-00000000000" + std::to_string(document);
  out.chunk.value =
      "00000000-0000-7000-9000-0000000000" + std::to_string(document) + std::to_string(chunk);
  out.chunk_index = chunk;
  out.content = std::move(content);
  out.heading_path = "Backup";
  out.file_name = "plan.pdf";
  out.vector = std::move(vector);
  return out;
}

std::vector<IndexRow> some_rows() {
  return {row(2, 0, "restores are tested", {0, 2}), row(1, 1, "backups run nightly", {3, 4}),
          row(1, 0, "access is reviewed", {1, 0})};
}

std::string stem(const std::string& word) {
  return text::index_stems(word).front();
}

TEST(Index, OrderOfInsertionDoesNotMatter) {
  auto rows = some_rows();
  const Index first = Index::build(rows);
  std::ranges::reverse(rows);
  const Index second = Index::build(rows);
  ASSERT_EQ(first.size(), 3U);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first.chunk(i).chunk, second.chunk(i).chunk);
    EXPECT_TRUE(std::ranges::equal(first.vector(i), second.vector(i)));
    EXPECT_EQ(first.length(i), second.length(i));
  }
  EXPECT_EQ(first.chunk(0).content, "access is reviewed");
  EXPECT_EQ(first.chunk(2).content, "restores are tested");
  EXPECT_EQ(first.document_count(), 2U);
  EXPECT_EQ(first.document_of(1), 0U);
  EXPECT_EQ(first.document_of(2), 1U);
}

TEST(Index, VectorsAreUnitVectors) {
  const Index index = Index::build(some_rows());
  EXPECT_FLOAT_EQ(index.vector(1)[0], 0.6F);
  EXPECT_FLOAT_EQ(index.vector(1)[1], 0.8F);
}

TEST(Index, RefusesVectorsThatCannotBeCompared) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  const std::vector<std::vector<float>> bad{{}, {nan, 1}, {infinite, 1}, {0, 0}, {1, 1, 1}};
  for (const auto& vector : bad) {
    auto rows = some_rows();
    rows[0].vector = vector;
    EXPECT_THROW(static_cast<void>(Index::build(rows)), std::invalid_argument);
  }
  auto twice = some_rows();
  twice.push_back(twice.front());
  EXPECT_THROW(static_cast<void>(Index::build(twice)), std::invalid_argument);
}

TEST(Index, PostingsCountContentHeadingsAndFileName) {
  const Index index = Index::build(some_rows());
  const auto backup = index.postings(stem("backup"));
  ASSERT_EQ(backup.size(), 3U);  // from the heading path
  EXPECT_FLOAT_EQ(backup[1].frequency, 1 + Index::kHeadingWeight);
  EXPECT_EQ(index.postings(stem("plan")).size(), 3U);
  EXPECT_TRUE(index.postings("pdf").empty());
  EXPECT_TRUE(index.postings("the").empty());
  const auto idf = [&index](const std::string& one) {
    return index.idf_of(index.postings(one).size());
  };
  EXPECT_GT(idf("unheard"), idf(stem("nightly")));
  EXPECT_GT(idf(stem("nightly")), idf(stem("backup")));
  EXPECT_GT(idf(stem("backup")), 0);
}

TEST(Index, EmptyIsFine) {
  const Index index = Index::build({});
  EXPECT_EQ(index.size(), 0U);
  EXPECT_TRUE(index.postings("x").empty());
}

}  // namespace
}  // namespace assay::search
