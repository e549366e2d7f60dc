// SPDX-License-Identifier: Apache-2.0
// Fills the budget and counts each chunk's tokens.
#include "pipeline/jobs/evidence_budget.hpp"

#include <algorithm>

namespace assay::jobs {
namespace {

constexpr std::size_t kBlockTokens = 80;  // for the markers around a passage, with its identifier

}  // namespace

std::vector<search::Hit> EvidenceBudget::filled(const std::vector<search::Hit>& first,
                                                const std::vector<search::Hit>& rest) {
  std::vector<search::Hit> taken;
  std::size_t spent = 0;
  const auto take = [&](const search::Hit& hit) {
    spent += cost(hit.row);
    if (spent > tokens_ && !taken.empty()) return false;
    taken.push_back(hit);
    return true;
  };
  if (!std::ranges::all_of(first, take)) return taken;
  for (const search::Hit& hit : rest) {
    if (std::ranges::find(first, hit.row, &search::Hit::row) != first.end()) continue;
    if (!take(hit)) break;
  }
  return taken;
}

std::size_t EvidenceBudget::cost(std::size_t row) {
  const auto known = costs_.find(row);
  if (known != costs_.end()) return known->second;
  const search::IndexedChunk& chunk = index_.chunk(row);
  const std::size_t tokens =
      kBlockTokens + count_(chunk.file_name) + count_(chunk.heading_path) + count_(chunk.content);
  return costs_.emplace(row, tokens).first->second;
}

}  // namespace assay::jobs
