// SPDX-License-Identifier: Apache-2.0
// How near single words are in meaning: the encoder's vector of each word by itself, kept for the
// next requirement, since the words of one field return.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay::assess {

// Row-major unit vectors, one row per text, all of one length; safe from several threads. A text's
// vector depends on nothing but the text.
using EmbedTexts = std::function<std::vector<float>(std::span<const std::string>)>;

// A unit vector in steps of `step`: a quarter of the memory, and sums that are exact.
struct WordVector {
  std::vector<std::int8_t> values;
  float step = 0;
};

// -1..1. Precondition: both are of one encoder.
[[nodiscard]] double cosine(const WordVector& a, const WordVector& b);

// Safe from several threads. Holds a bounded number of words; which ones it holds changes no
// result.
class WordVectors {
 public:
  // About 20 MB at 512 dimensions.
  static constexpr std::size_t kMax = 32'768;
  explicit WordVectors(EmbedTexts embed, std::size_t most = kMax);

  // One per word, in their order; unknown ones are embedded in one call.
  [[nodiscard]] std::vector<std::shared_ptr<const WordVector>> of(
      std::span<const std::string> words);

 private:
  using Known = std::unordered_map<std::string, std::shared_ptr<const WordVector>>;
  void keep(const std::string& word, std::shared_ptr<const WordVector> vector);

  EmbedTexts embed_;
  std::size_t half_;  // of the most words
  std::shared_mutex mutex_;
  // When `recent_` is full it becomes `older_`, and what was there is forgotten.
  Known recent_;
  Known older_;
};

}  // namespace assay::assess
