// SPDX-License-Identifier: Apache-2.0
// Loads the package and turns text into vectors.
#include "pipeline/embed/embedder.hpp"

#include <utility>

#include "core/settings/service_settings.hpp"
#include "pipeline/embed/model_weights.hpp"

namespace assay::embed {
namespace {

Weights with_trained(Weights weights) {
  weights.add_trained(trained_weights(), "trained.weights");
  return weights;
}

}  // namespace

EmbeddedEmbedder::EmbeddedEmbedder(const std::filesystem::path& model_dir)
    : EmbeddedEmbedder(model_dir, Weights::load(model_dir)) {}

EmbeddedEmbedder::EmbeddedEmbedder(const std::filesystem::path& model_dir, Weights weights)
    : model_id_(model_package_id(model_dir.string())),
      tokenizer_(Tokenizer::load(model_dir)),
      original_(Encoder::from(weights, best_kernels())),
      trained_(Encoder::from(with_trained(std::move(weights)), best_kernels())) {
  if (tokenizer_.vocabulary_size() > original_.vocabulary_size()) {
    throw ModelError(model_dir.string(), "vocabulary larger than the embedding table");
  }
}

std::vector<float> EmbeddedEmbedder::embed(std::span<const std::string> texts) const {
  return encoded(trained_, texts);
}

std::vector<float> EmbeddedEmbedder::embed_words(std::span<const std::string> words) const {
  return encoded(original_, words);
}

std::vector<float> EmbeddedEmbedder::encoded(const Encoder& encoder,
                                             std::span<const std::string> texts) const {
  std::vector<std::vector<TokenId>> ids;
  ids.reserve(texts.size());
  for (const std::string& text : texts) ids.push_back(tokenizer_.encode(collapse_whitespace(text)));
  return encoder.encode(ids);
}

}  // namespace assay::embed
