// SPDX-License-Identifier: Apache-2.0
// Which hits of retrieval a language model is shown: as many as its tokens hold, best first.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::jobs {

// Hits that are looked at for a model, per requirement. More are worth nothing: by then they share
// a common word with the requirement and no more.
inline constexpr std::size_t kMaxModelHits = 400;

// Counts each chunk once, however many requirements it is a hit of. For one thread.
class EvidenceBudget {
 public:
  // Outlived by all three.
  EvidenceBudget(const search::Index& index, const text::CountTokens& count, std::size_t tokens)
      : index_(index), count_(count), tokens_(tokens) {}

  // `first` as far as it fits, then those of `rest` that are not in it, up to the first that does
  // not fit. At least one where there is any.
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
