// SPDX-License-Identifier: Apache-2.0
// Looking up, embedding what is missing, remembering it.
#include "pipeline/jobs/embed_memo.hpp"

#include <algorithm>

namespace assay::jobs {

std::vector<float> EmbedMemo::embed(std::span<const std::string> texts) {
  learn(unknown(texts));
  const std::size_t width = embedder_.dimensions();
  std::vector<float> rows(texts.size() * width);
  std::vector<std::string> forgotten;
  std::vector<std::size_t> places;
  {
    const std::shared_lock lock(mutex_);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto found = vectors_.find(texts[i]);
      if (found == vectors_.end()) {
        forgotten.push_back(texts[i]);
        places.push_back(i);
      } else {
        std::copy(found->second.begin(), found->second.end(),
                  rows.begin() + static_cast<std::ptrdiff_t>(i * width));
      }
    }
  }
  if (forgotten.empty()) return rows;
  const std::vector<float> fresh = embedder_.embed(forgotten);
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::copy_n(fresh.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                rows.begin() + static_cast<std::ptrdiff_t>(places[i] * width));
  }
  return rows;
}

std::vector<std::string> EmbedMemo::unknown(std::span<const std::string> texts) const {
  std::vector<std::string> missing;
  const std::shared_lock lock(mutex_);
  const std::size_t room = kMost - std::min(kMost, vectors_.size());
  for (const std::string& text : texts) {
    if (!vectors_.contains(text)) missing.push_back(text);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (missing.size() > room) missing.resize(room);
  return missing;
}

void EmbedMemo::learn(const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  const std::vector<float> vectors = embedder_.embed(texts);
  const auto width = static_cast<std::ptrdiff_t>(embedder_.dimensions());
  const std::unique_lock lock(mutex_);
  auto at = vectors.begin();
  for (const std::string& text : texts) {
    vectors_.try_emplace(text, at, at + width);
    at += width;
  }
}

}  // namespace assay::jobs
