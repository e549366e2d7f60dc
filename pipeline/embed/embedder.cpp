// SPDX-License-Identifier: Apache-2.0
// Loading the package, and from text to vector.
#include "pipeline/embed/embedder.hpp"

#include <optional>

#include "core/io.hpp"
#include "core/json.hpp"
#include "pipeline/embed/model_error.hpp"

namespace assay::embed {
namespace {

// name@version as the package says: other weights must never pass for these.
std::string package_id(const std::filesystem::path& model_dir) {
  const std::string file = (model_dir / "package.json").string();
  std::string why;
  const std::optional<Json> package = Json::parse(read_file(file), &why);
  if (!package) throw ModelError(file, why);
  const std::optional<std::string> name = package->get("name").as_string();
  const std::optional<std::string> version = package->get("version").as_string();
  if (!name || !version) throw ModelError(file, "no name and version");
  return *name + "@" + *version;
}

}  // namespace

EmbeddedEmbedder::EmbeddedEmbedder(const std::filesystem::path& model_dir)
    : model_id_(package_id(model_dir)),
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
