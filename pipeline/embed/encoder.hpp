// SPDX-License-Identifier: Apache-2.0
// Runs the model's forward pass: token ids in, one unit vector per text out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "pipeline/embed/kernels.hpp"
#include "pipeline/embed/layer.hpp"
#include "pipeline/embed/model_weights.hpp"
#include "pipeline/embed/tokenizer.hpp"

namespace assay::embed {

// Immutable once loaded: any number of threads may call encode at the same time.
class Encoder {
 public:
  static constexpr std::size_t kDimensions = 512;
  // Tokens beyond the window are ignored.
  static constexpr std::size_t kWindow = 128;

  // Reads the weights from the package directory. Throws IoError and ModelError.
  [[nodiscard]] static Encoder load(const std::filesystem::path& model_dir,
                                    const Kernels& kernels = best_kernels());
  // Uses tensors that are already loaded.
  [[nodiscard]] static Encoder from(const Weights& weights, const Kernels& kernels);

  // Row-major [texts x kDimensions]. A text's vector has the same bits for any other texts in the
  // call. Precondition: all ids are below vocabulary_size().
  [[nodiscard]] std::vector<float> encode(std::span<const std::vector<TokenId>> texts) const;

  [[nodiscard]] std::size_t vocabulary_size() const noexcept;

 private:
  Encoder(std::vector<float> embeddings, std::vector<float> positions, Layer first, Layer second,
          Dense top, const Kernels& kernels);
  void encode_group(std::span<const std::vector<TokenId>> texts, float* out) const;

  const Kernels* kernels_;
  std::vector<float> embeddings_;  // [vocabulary x first layer's width]
  std::vector<float> positions_;   // [kWindow x first layer's width], the timing signal
  Layer first_;
  Layer second_;
  Dense top_;
};

}  // namespace assay::embed
