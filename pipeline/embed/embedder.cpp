// SPDX-License-Identifier: Apache-2.0
// Loading the package, and from text to vector.
#include "pipeline/embed/embedder.hpp"

#include "core/model_package.hpp"
#include "pipeline/embed/model_error.hpp"

namespace assay::embed {
EmbeddedEmbedder::EmbeddedEmbedder(const std::filesystem::path& model_dir)
    : model_id_(model_package_id(model_dir.string())),
      tokenizer_(Tokenizer::load(model_dir)),
      encoder_(Encoder::load(model_dir)) {
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
