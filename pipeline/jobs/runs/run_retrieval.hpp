// SPDX-License-Identifier: Apache-2.0
// Chooses the hits a language model is shown: as many as its tokens hold, best first.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::jobs {

// Maximum number of hits per requirement considered for a model. Hits beyond it only share a common
// word with the requirement.
inline constexpr std::size_t kMaxModelHits = 400;

// Counts the tokens of each chunk once, however many requirements it is a hit for. For one thread.
class EvidenceBudget {
 public:
  // index and count must outlive this object.
  EvidenceBudget(const search::Index& index, const text::CountTokens& count, std::size_t tokens)
      : index_(index), count_(count), tokens_(tokens) {}

  // Returns as much of `first` as fits, then the hits of `rest` that are not in it, up to the first
  // that does not fit. Returns at least one hit if there is any.
  [[nodiscard]] std::vector<search::Hit> filled(const std::vector<search::Hit>& first,
                                                const std::vector<search::Hit>& rest);

 private:
  [[nodiscard]] std::size_t cost(std::size_t row);

  const search::Index& index_;
  const text::CountTokens& count_;
  std::size_t tokens_;
  std::map<std::size_t, std::size_t> costs_;  // by row
};

}  // namespace assay::jobs
