// SPDX-License-Identifier: Apache-2.0
// Embeds a text that occurs again and again, such as the legal notice of every document, only once.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/digest.hpp"
#include "pipeline/embed/embedder.hpp"

namespace assay::embed {

// Gives the same vectors as the embedder that it asks, which must outlive it. Remembers texts by
// their SHA-256, and the vectors of the last ones.
class RememberingEmbedder final : public Embedder {
 public:
  // vectors: how many it remembers, at least; at most twice as many. One takes about 2 KiB.
  explicit RememberingEmbedder(const Embedder& embedder, std::size_t vectors = 8192)
      : embedder_(embedder), vectors_(vectors) {}

  [[nodiscard]] std::string_view model_id() const override { return embedder_.model_id(); }
  [[nodiscard]] std::size_t dimensions() const override { return embedder_.dimensions(); }
  [[nodiscard]] std::size_t max_tokens() const override { return embedder_.max_tokens(); }
  [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts) const override;

 private:
  struct FirstBytes {
    std::size_t operator()(const Sha256Bytes& digest) const noexcept;
  };
  using Vectors = std::unordered_map<Sha256Bytes, std::vector<float>, FirstBytes>;

  [[nodiscard]] const std::vector<float>* find(const Sha256Bytes& text) const;
  void remember(const Sha256Bytes& text, std::span<const float> vector) const;

  const Embedder& embedder_;
  const std::size_t vectors_;
  mutable std::mutex mutex_;
  // The recent ones, and those before: when there are enough of the recent ones, the others go.
  mutable Vectors recent_;
  mutable Vectors earlier_;
};

}  // namespace assay::embed
