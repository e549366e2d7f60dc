// SPDX-License-Identifier: Apache-2.0
// Vectors of texts seen before in the same run: requirements share candidates, and so sentences.
#pragma once

#include <functional>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pipeline/embed/embedder.hpp"

namespace assay::jobs {

// Safe from any thread. Changes no result: a text's vector depends on nothing but the text.
class EmbedMemo {
 public:
  explicit EmbedMemo(const embed::Embedder& embedder) : embedder_(embedder) {}

  // Row-major, one unit vector per text.
  [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts);

 private:
  // About 100 MB at 512 dimensions; later texts are embedded each time.
  static constexpr std::size_t kMost = 50'000;
  [[nodiscard]] std::vector<std::string> unknown(std::span<const std::string> texts) const;
  void learn(const std::vector<std::string>& texts);

  const embed::Embedder& embedder_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, std::vector<float>> vectors_;
};

}  // namespace assay::jobs
