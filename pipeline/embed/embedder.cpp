// SPDX-License-Identifier: Apache-2.0
// Loads the package and turns text into vectors. Looks texts up by their digest and embeds the
// others, each once.
#include "pipeline/embed/embedder.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

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

std::size_t RememberingEmbedder::FirstBytes::operator()(const Sha256Bytes& digest) const noexcept {
  std::size_t first = 0;
  std::memcpy(&first, digest.data(), sizeof first);
  return first;
}

const std::vector<float>* RememberingEmbedder::find(const Sha256Bytes& text) const {
  if (const auto found = recent_.find(text); found != recent_.end()) return &found->second;
  const auto found = earlier_.find(text);
  if (found == earlier_.end()) return nullptr;
  auto moved = earlier_.extract(found);
  return &recent_.insert(std::move(moved)).position->second;
}

void RememberingEmbedder::remember(const Sha256Bytes& text, std::span<const float> vector) const {
  if (recent_.size() >= vectors_) {
    earlier_ = std::move(recent_);
    recent_ = {};
  }
  recent_.try_emplace(text, vector.begin(), vector.end());
}

std::vector<float> RememberingEmbedder::embed(std::span<const std::string> texts) const {
  const std::size_t width = dimensions();
  std::vector<float> all(texts.size() * width);
  const auto place = [&](std::size_t i) { return std::span(all).subspan(i * width, width); };
  std::vector<Sha256Bytes> digests;
  digests.reserve(texts.size());
  for (const std::string& text : texts) digests.push_back(sha256(text));

  std::vector<std::string> asked;
  std::vector<std::size_t> rows;                          // of the first place of each
  std::vector<std::pair<std::size_t, std::size_t>> same;  // a place, and the row of `asked` for it
  {
    const std::lock_guard lock(mutex_);
    std::unordered_map<Sha256Bytes, std::size_t, FirstBytes> row_of;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (const auto* known = find(digests[i])) {
        std::copy(known->begin(), known->end(), place(i).begin());
        continue;
      }
      const auto [row, is_new] = row_of.try_emplace(digests[i], asked.size());
      if (is_new) {
        asked.push_back(texts[i]);
        rows.push_back(i);
      }
      same.emplace_back(i, row->second);
    }
  }
  if (asked.empty()) return all;
  const std::vector<float> found = embedder_.embed(asked);
  const auto vector = [&](std::size_t row) { return std::span(found).subspan(row * width, width); };
  for (const auto& [i, row] : same) {
    std::copy(vector(row).begin(), vector(row).end(), place(i).begin());
  }
  const std::lock_guard lock(mutex_);
  for (std::size_t row = 0; row < rows.size(); ++row) remember(digests[rows[row]], vector(row));
  return all;
}

}  // namespace assay::embed
