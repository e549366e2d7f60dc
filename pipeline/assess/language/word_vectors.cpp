// SPDX-License-Identifier: Apache-2.0
// Vectors of single words: made in batches, rounded to bytes, kept in two generations.
#include "pipeline/assess/language/word_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::assess {
namespace {

std::shared_ptr<const WordVector> rounded(std::span<const float> vector) {
  constexpr float kSteps = 127;
  float most = 0;
  for (const float value : vector) most = std::max(most, std::abs(value));
  auto out = std::make_shared<WordVector>();
  out->step = most > 0 ? most / kSteps : 1;
  out->values.reserve(vector.size());
  for (const float value : vector) {
    out->values.push_back(static_cast<std::int8_t>(std::lround(value / out->step)));
  }
  return out;
}

}  // namespace

double cosine(const WordVector& a, const WordVector& b) {
  const std::int8_t* left = a.values.data();
  const std::int8_t* right = b.values.data();
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    sum += static_cast<std::int32_t>(left[i]) * right[i];
  }
  return static_cast<double>(sum) * static_cast<double>(a.step) * static_cast<double>(b.step);
}

WordVectors::WordVectors(EmbedTexts embed, std::size_t most)
    : embed_(std::move(embed)), half_(std::max<std::size_t>(most / 2, 1)) {}

std::vector<std::shared_ptr<const WordVector>> WordVectors::of(std::span<const std::string> words) {
  std::vector<std::shared_ptr<const WordVector>> out(words.size());
  std::vector<std::size_t> from_older;
  std::vector<std::size_t> unknown;
  {
    const std::shared_lock lock(mutex_);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (const auto found = recent_.find(words[i]); found != recent_.end()) {
        out[i] = found->second;
      } else if (const auto old = older_.find(words[i]); old != older_.end()) {
        out[i] = old->second;
        from_older.push_back(i);
      } else {
        unknown.push_back(i);
      }
    }
  }
  if (!unknown.empty()) {
    std::vector<std::string> texts;
    for (const std::size_t i : unknown) texts.push_back(words[i]);
    const std::vector<float> vectors = embed_(texts);
    const std::size_t width = vectors.size() / texts.size();
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      out[unknown[i]] = rounded(std::span(vectors).subspan(i * width, width));
    }
  }
  if (from_older.empty() && unknown.empty()) return out;
  const std::unique_lock lock(mutex_);
  for (const std::size_t i : from_older) keep(words[i], out[i]);
  for (const std::size_t i : unknown) keep(words[i], out[i]);
  return out;
}

void WordVectors::keep(const std::string& word, std::shared_ptr<const WordVector> vector) {
  if (recent_.size() >= half_) {
    older_ = std::move(recent_);
    recent_.clear();
  }
  recent_.insert_or_assign(word, std::move(vector));
}

}  // namespace assay::assess
