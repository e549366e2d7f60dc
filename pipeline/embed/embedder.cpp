// SPDX-License-Identifier: Apache-2.0
// Loads the package and turns text into vectors.
#include "pipeline/embed/embedder.hpp"

#include "core/settings/service_settings.hpp"
#include "pipeline/embed/model_weights.hpp"

namespace assay::embed {
namespace {

Weights trained(const std::filesystem::path& model_dir) {
  Weights weights = Weights::load(model_dir);
  weights.add_trained(trained_weights(), "trained.weights");
  return weights;
}

}  // namespace

EmbeddedEmbedder::EmbeddedEmbedder(const std::filesystem::path& model_dir)
    : model_id_(model_package_id(model_dir.string())),
      tokenizer_(Tokenizer::load(model_dir)),
      encoder_(Encoder::from(trained(model_dir), best_kernels())) {
  if (tokenizer_.vocabulary_size() > encoder_.vocabulary_size()) {
    throw ModelError(model_dir.string(), "vocabulary larger than the embedding table");
  }
}

std::vector<float> EmbeddedEmbedder::embed(std::span<const std::string> texts) const {
  std::vector<std::vector<TokenId>> ids;
  ids.reserve(texts.size());
  for (const std::string& text : texts) ids.push_back(tokenizer_.encode(collapse_whitespace(text)));
  return encoder_.encode(ids);
}

}  // namespace assay::embed
