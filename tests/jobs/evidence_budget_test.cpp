// SPDX-License-Identifier: Apache-2.0
// Which hits fit into a model's token budget.
#include "pipeline/jobs/runs/run_retrieval.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace assay::jobs {
namespace {

constexpr std::size_t kEach = 1000;  // tokens of a chunk, without its markers

search::Index index_of(std::size_t chunks) {
  std::vector<search::IndexRow> rows;
  for (std::size_t i = 0; i < chunks; ++i) {
    search::IndexRow row;
    row.document.value = "d";
    row.chunk.value = "c" + std::to_string(i);
    row.chunk_index = static_cast<int>(i);
    row.content = std::string(kEach, 'x');
    row.vector = {1.0F};
    rows.push_back(std::move(row));
  }
  return search::Index::build(std::move(rows));
}

std::vector<search::Hit> hits_on(const std::vector<std::size_t>& rows) {
  std::vector<search::Hit> hits;
  for (const std::size_t row : rows) hits.push_back({row, 0.5, 0.5, 0.5});
  return hits;
}

std::vector<std::size_t> rows_of(const std::vector<search::Hit>& hits) {
  std::vector<std::size_t> rows;
  for (const search::Hit& hit : hits) rows.push_back(hit.row);
  return rows;
}

using Rows = std::vector<std::size_t>;

TEST(EvidenceBudget, IsFilledBestFirstAndNotOverfilled) {
  const auto index = index_of(10);
  std::size_t counted = 0;
  const text::CountTokens count = [&counted](std::string_view text) {
    if (!text.empty()) ++counted;
    return text.size();
  };
  EvidenceBudget budget(index, count, 5 * kEach);  // four with the text around them
  const auto first = hits_on({3, 1});
  const auto all = hits_on({3, 5, 1, 7, 2, 9});
  EXPECT_EQ(rows_of(budget.filled(first, all)), (Rows{3, 1, 5, 7}));
  EXPECT_EQ(rows_of(budget.filled(hits_on({3, 1, 0}), {})), (Rows{3, 1, 0}));
  EXPECT_EQ(rows_of(budget.filled(all, {})), (Rows{3, 5, 1, 7}));
  EXPECT_EQ(rows_of(budget.filled({}, {})), Rows{});
  EXPECT_LE(counted, 10U) << "each chunk is counted once";
}

TEST(EvidenceBudget, HasRoomForOneHoweverSmallItIs) {
  const auto index = index_of(2);
  const text::CountTokens count = [](std::string_view text) { return text.size(); };
  EvidenceBudget budget(index, count, 500);
  EXPECT_EQ(rows_of(budget.filled(hits_on({1, 0}), {})), Rows{1});
}

}  // namespace
}  // namespace assay::jobs
