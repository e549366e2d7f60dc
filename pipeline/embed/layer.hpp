// SPDX-License-Identifier: Apache-2.0
// The encoder's parts: a dense map, and one transformer layer (attention and feed-forward, each
// after a layer norm and with a residual).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/embed/kernels.hpp"

namespace assay::embed {

// out = in * W + bias, with weights packed once in the form that the kernels read.
class Dense {
 public:
  // weights: row-major [inputs x outputs]; bias: one per output. outputs is a multiple of
  // kWidestPanel.
  Dense(std::span<const float> weights, std::span<const float> bias, const Kernels& kernels);

  // in: [rows x inputs], out: [rows x outputs], both contiguous.
  void apply(const float* in, std::size_t rows, float* out, Finish finish = Finish::Set) const;

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return bias_.size(); }

 private:
  const Kernels* kernels_;
  std::size_t inputs_;
  std::vector<float> panels_;  // consecutive panels, each [inputs x kernels_->panel]
  std::vector<float> bias_;
};

struct LayerNorm {
  std::vector<float> scale;
  std::vector<float> bias;
};

struct LayerWeights {
  LayerNorm attention_norm;
  Dense qkv;  // queries, keys, values side by side; within each, head after head
  Dense attention_out;
  float query_scale = 1;
  std::optional<Dense> residual;  // if the input's width differs from the output's
  LayerNorm feed_norm;
  Dense feed_in;
  Dense feed_out;
};

// A layer's buffers besides its input and output. One per thread; grows, never shrinks.
struct Scratch {
  std::vector<float> normed;
  std::vector<float> qkv;
  std::vector<float> attended;
  std::vector<float> inner;
  std::vector<float> keys;    // one head's keys, transposed into panels
  std::vector<float> scores;  // one head's [tokens x padded tokens]
};

// One transformer layer.
class Layer {
 public:
  static constexpr std::size_t kHeads = 4;

  Layer(LayerWeights weights, const Kernels& kernels);

  [[nodiscard]] std::size_t inputs() const noexcept { return weights_.qkv.inputs(); }
  [[nodiscard]] std::size_t outputs() const noexcept { return weights_.attention_out.outputs(); }

  // in: [rows x inputs] and out: [rows x outputs] hold the texts' tokens one text after another;
  // lengths holds the number of tokens of each. Rows of one text attend to each other only.
  void apply(const float* in, std::span<const std::size_t> lengths, float* out,
             Scratch& scratch) const;

 private:
  void attend(const float* qkv, std::size_t tokens, float* out, Scratch& scratch) const;

  LayerWeights weights_;
  const Kernels* kernels_;
};

}  // namespace assay::embed
