// SPDX-License-Identifier: Apache-2.0
// Packs weights into panels and multiplies with them; applies a layer: dense maps over all texts'
// tokens at once, attention text by text.
#include "pipeline/embed/layer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay::embed {
namespace {

float* room(std::vector<float>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer.resize(size);
  return buffer.data();
}

constexpr std::size_t padded(std::size_t tokens) {
  return (tokens + kWidestPanel - 1) / kWidestPanel * kWidestPanel;
}

// keys: `tokens` rows of `depth` floats, `stride` apart. Result: panels [depth x panel] of tokens;
// columns after the last token keep their old contents, which softmax ignores.
void transpose_keys(const float* keys, std::size_t stride, std::size_t tokens, std::size_t depth,
                    std::size_t panel, float* out) {
  for (std::size_t token = 0; token < tokens; ++token) {
    float* to = out + token / panel * depth * panel + token % panel;
    const float* from = keys + token * stride;
    for (std::size_t k = 0; k < depth; ++k) to[k * panel] = from[k];
  }
}

}  // namespace

Dense::Dense(std::span<const float> weights, std::span<const float> bias, const Kernels& kernels)
    : kernels_(&kernels),
      inputs_(weights.size() / bias.size()),
      panels_(weights.size()),
      bias_(bias.begin(), bias.end()) {
  auto to = panels_.begin();
  for (std::size_t column = 0; column < outputs(); column += kernels.panel) {
    for (std::size_t row = 0; row < inputs_; ++row) {
      to = std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(row * outputs() + column),
                       kernels.panel, to);
    }
  }
}

void Dense::apply(const float* in, std::size_t rows, float* out, Finish finish) const {
  kernels_->multiply({.a = in,
                      .a_stride = inputs_,
                      .b = panels_.data(),
                      .panel_stride = inputs_ * kernels_->panel,
                      .row_stride = kernels_->panel,
                      .bias = bias_.data(),
                      .c = out,
                      .c_stride = outputs(),
                      .rows = rows,
                      .columns = outputs(),
                      .depth = inputs_,
                      .finish = finish});
}

Layer::Layer(LayerWeights weights, const Kernels& kernels)
    : weights_(std::move(weights)), kernels_(&kernels) {}

void Layer::attend(const float* qkv, std::size_t tokens, float* out, Scratch& scratch) const {
  const std::size_t stride = weights_.qkv.outputs();
  const std::size_t width = stride / 3;
  const std::size_t depth = width / kHeads;
  const std::size_t columns = padded(tokens);
  const std::size_t panel = kernels_->panel;
  float* keys = room(scratch.keys, columns * depth);
  float* scores = room(scratch.scores, tokens * columns);
  for (std::size_t head = 0; head < kHeads; ++head) {
    const float* query = qkv + head * depth;
    transpose_keys(query + width, stride, tokens, depth, panel, keys);
    kernels_->multiply({.a = query,
                        .a_stride = stride,
                        .b = keys,
                        .panel_stride = depth * panel,
                        .row_stride = panel,
                        .c = scores,
                        .c_stride = columns,
                        .rows = tokens,
                        .columns = columns,
                        .depth = depth});
    kernels_->softmax(scores, tokens, tokens, columns, weights_.query_scale);
    // The values need no transposing: a panel of them is `panel` neighbouring columns.
    kernels_->multiply({.a = scores,
                        .a_stride = columns,
                        .b = query + 2 * width,
                        .panel_stride = panel,
                        .row_stride = stride,
                        .c = out + head * depth,
                        .c_stride = width,
                        .rows = tokens,
                        .columns = depth,
                        .depth = tokens});
  }
}

void Layer::apply(const float* in, std::span<const std::size_t> lengths, float* out,
                  Scratch& scratch) const {
  const LayerWeights& w = weights_;
  const std::size_t rows = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  float* normed = room(scratch.normed, rows * std::max(inputs(), outputs()));
  float* qkv = room(scratch.qkv, rows * w.qkv.outputs());
  float* attended = room(scratch.attended, rows * inputs());
  float* inner = room(scratch.inner, rows * w.feed_in.outputs());

  kernels_->layer_norm(in, rows, inputs(), w.attention_norm.scale.data(),
                       w.attention_norm.bias.data(), normed);
  w.qkv.apply(normed, rows, qkv);
  std::size_t row = 0;
  for (const std::size_t tokens : lengths) {
    attend(qkv + row * w.qkv.outputs(), tokens, attended + row * inputs(), scratch);
    row += tokens;
  }
  if (w.residual) {
    w.residual->apply(in, rows, out);
  } else {
    std::copy_n(in, rows * inputs(), out);
  }
  w.attention_out.apply(attended, rows, out, Finish::Add);

  kernels_->layer_norm(out, rows, outputs(), w.feed_norm.scale.data(), w.feed_norm.bias.data(),
                       normed);
  w.feed_in.apply(normed, rows, inner, Finish::Relu);
  w.feed_out.apply(inner, rows, out, Finish::Add);
}

}  // namespace assay::embed
