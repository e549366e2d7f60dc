// SPDX-License-Identifier: Apache-2.0
// Builds an Encoder from the package's tensors: maps each tensor to its part.
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "pipeline/embed/encoder.hpp"
#include "pipeline/embed/weights.hpp"

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

}  // namespace assay::embed
