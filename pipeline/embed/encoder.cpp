// SPDX-License-Identifier: Apache-2.0
// Builds the encoder from the package's tensors, and runs the forward pass around the two layers:
// embedding, timing signal, mean, and top map.
#include "pipeline/embed/encoder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "pipeline/embed/model_weights.hpp"

namespace assay::embed {
namespace {

constexpr std::int64_t kVocabulary = 8002;
constexpr std::int64_t kFirstWidth = 256;
constexpr std::int64_t kWidth = 512;
constexpr std::int64_t kFeedWidth = 1536;

const std::string kOuter = "module_apply_default/Encoder_en/KonaTransformer/Encode/";
const std::string kConcat = "/ConcatPartitions/concat";

// The graph's tensors of one layer are under three prefixes, as the exporter folded them.
struct LayerNames {
  explicit LayerNames(int number) {
    const std::string layer = "Layer_" + std::to_string(number) + "/TransformerLayer/";
    variables = kOuter + layer;
    stack = kOuter + "TransformerStack/" + layer;
    kernels = "module/Encoder_en/KonaTransformer/Encode/" + layer;
  }
  std::string variables;
  std::string stack;
  std::string kernels;
};

std::vector<float> copied(std::span<const float> values) {
  return {values.begin(), values.end()};
}

LayerNorm norm_of(const Weights& weights, const std::string& prefix, std::int64_t width) {
  const std::string name = prefix + "layer_prepostprocess/layer_norm/layer_norm_";
  return {copied(weights.tensor(name + "scale" + kConcat, {width})),
          copied(weights.tensor(name + "bias" + kConcat, {width}))};
}

Layer layer_of(const Weights& weights, int number, std::int64_t width, const Kernels& kernels) {
  const LayerNames names(number);
  const auto attention = [&](const std::string& part, std::int64_t outputs) {
    const std::string name = "MultiheadAttention/" + part + "_transform_single/";
    return Dense(weights.tensor(names.kernels + name + "kernel/part_0", {1, 1, width, outputs}),
                 weights.tensor(names.variables + name + "bias" + kConcat, {outputs}), kernels);
  };
  const auto feed = [&](const std::string& part, std::int64_t inputs, std::int64_t outputs) {
    return Dense(
        weights.tensor(names.stack + "FFN/" + part + "/Tensordot/Reshape_1", {inputs, outputs}),
        weights.tensor(names.variables + "FFN/" + part + "/bias" + kConcat, {outputs}), kernels);
  };
  LayerWeights layer{
      .attention_norm = norm_of(weights, names.variables, width),
      .qkv = attention("qkv", 3 * width),
      .attention_out = attention("output", kWidth),
      .query_scale = weights.scalar(names.stack + "MultiheadAttention/mul/y"),
      .residual = std::nullopt,
      .feed_norm = norm_of(weights, names.variables + "FFN/", kWidth),
      .feed_in = feed("conv1", kWidth, kFeedWidth),
      .feed_out = feed("conv2", kFeedWidth, kWidth),
  };
  if (width != kWidth) {
    const std::string name = names.variables + "dense/";
    layer.residual.emplace(weights.tensor(name + "kernel" + kConcat, {width, kWidth}),
                           weights.tensor(name + "bias" + kConcat, {kWidth}), kernels);
  }
  return {std::move(layer), kernels};
}

// [sin(p * f), cos(p * f)] for the stored inverse timescales f; the angle is rounded to float
// before the sine, as in the graph.
std::vector<float> timing_signal(std::span<const float> frequencies) {
  std::vector<float> out;
  for (std::size_t position = 0; position < Encoder::kWindow; ++position) {
    const auto at = static_cast<float>(position);
    for (const float f : frequencies) out.push_back(static_cast<float>(std::sin(double{at * f})));
    for (const float f : frequencies) out.push_back(static_cast<float>(std::cos(double{at * f})));
  }
  return out;
}

// Rows of a group of texts: enough to amortise loading the weights, few enough that the data passed
// between layers stays in the cache.
constexpr std::size_t kGroupRows = 256;

std::size_t clipped(const std::vector<TokenId>& ids) {
  return std::min(ids.size(), Encoder::kWindow);
}

// Buffers for one group of texts, kept for the thread's lifetime, since it embeds repeatedly.
struct Buffers {
  std::vector<std::size_t> lengths;
  std::vector<float> embedded;
  std::vector<float> middle;
  std::vector<float> last;
  Scratch scratch;
};

Buffers& buffers_of_thread() {
  thread_local Buffers buffers;
  return buffers;
}

// The mean over a text's rows; zero for a text without tokens.
void mean_of(const float* rows, std::size_t count, std::size_t width, float* out) {
  std::fill_n(out, width, 0.0F);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t j = 0; j < width; ++j) out[j] += rows[row * width + j];
  }
  const auto divisor = static_cast<float>(std::max<std::size_t>(count, 1));
  for (std::size_t j = 0; j < width; ++j) out[j] /= divisor;
}

}  // namespace

Encoder Encoder::load(const std::filesystem::path& model_dir, const Kernels& kernels) {
  return from(Weights::load(model_dir), kernels);
}

Encoder Encoder::from(const Weights& weights, const Kernels& kernels) {
  const std::string top = "module/Encoder_en/hidden_layers/tanh_layer_0/";
  return {copied(weights.tensor("module/Embeddings_en", {kVocabulary, kFirstWidth})),
          timing_signal(weights.tensor(
              kOuter + "TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1",
              {1, kFirstWidth / 2})),
          layer_of(weights, 0, kFirstWidth, kernels),
          layer_of(weights, 1, kWidth, kernels),
          Dense(weights.tensor(top + "weights", {kWidth, kWidth}),
                weights.tensor(top + "bias", {kWidth}), kernels),
          kernels};
}

Encoder::Encoder(std::vector<float> embeddings, std::vector<float> positions, Layer first,
                 Layer second, Dense top, const Kernels& kernels)
    : kernels_(&kernels),
      embeddings_(std::move(embeddings)),
      positions_(std::move(positions)),
      first_(std::move(first)),
      second_(std::move(second)),
      top_(std::move(top)) {}

std::size_t Encoder::vocabulary_size() const noexcept {
  return embeddings_.size() / first_.inputs();
}

std::vector<float> Encoder::encode(std::span<const std::vector<TokenId>> texts) const {
  std::vector<float> out(texts.size() * kDimensions);
  for (std::size_t begin = 0; begin < texts.size();) {
    std::size_t end = begin;
    for (std::size_t rows = 0; end < texts.size() && rows < kGroupRows; ++end) {
      rows += std::max<std::size_t>(clipped(texts[end]), 1);
    }
    encode_group(texts.subspan(begin, end - begin), out.data() + begin * kDimensions);
    begin = end;
  }
  return out;
}

void Encoder::encode_group(std::span<const std::vector<TokenId>> texts, float* out) const {
  const std::size_t width = first_.inputs();
  Buffers& buffers = buffers_of_thread();
  buffers.lengths.clear();
  buffers.embedded.clear();
  for (const std::vector<TokenId>& ids : texts) {
    buffers.lengths.push_back(clipped(ids));
    for (std::size_t position = 0; position < clipped(ids); ++position) {
      const float* token = embeddings_.data() + static_cast<std::size_t>(ids[position]) * width;
      const float* time = positions_.data() + position * width;
      // The graph adds the embedding twice: once plain, once with the timing signal.
      for (std::size_t j = 0; j < width; ++j) {
        buffers.embedded.push_back(token[j] + (token[j] + time[j]));
      }
    }
  }
  const std::size_t rows = buffers.embedded.size() / width;
  buffers.middle.resize(std::max(buffers.middle.size(), rows * first_.outputs()));
  buffers.last.resize(std::max(buffers.last.size(), rows * second_.outputs()));
  first_.apply(buffers.embedded.data(), buffers.lengths, buffers.middle.data(), buffers.scratch);
  second_.apply(buffers.middle.data(), buffers.lengths, buffers.last.data(), buffers.scratch);

  // buffers.middle is free now: it takes the means, which may outnumber the rows (empty texts).
  buffers.middle.resize(std::max(buffers.middle.size(), texts.size() * kDimensions));
  const float* text_rows = buffers.last.data();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    mean_of(text_rows, buffers.lengths[i], kDimensions, buffers.middle.data() + i * kDimensions);
    text_rows += buffers.lengths[i] * kDimensions;
  }
  top_.apply(buffers.middle.data(), texts.size(), out);
  kernels_->unit_tanh(out, texts.size(), kDimensions);
}

}  // namespace assay::embed
