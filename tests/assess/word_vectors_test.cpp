// SPDX-License-Identifier: Apache-2.0
// Vectors of single words: what is kept, what is made anew, and that neither changes a result.
#include "pipeline/assess/language/word_vectors.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

namespace assay::assess {
namespace {

// A unit vector by the word's letters.
std::vector<float> vectors_of(std::span<const std::string> words) {
  std::vector<float> out;
  for (const std::string& word : words) {
    std::vector<float> vector(16, 0.1F);
    for (const char c : word) vector[static_cast<std::size_t>(c) % 16] += 1;
    float length = 0;
    for (const float value : vector) length += value * value;
    for (const float value : vector) out.push_back(value / std::sqrt(length));
  }
  return out;
}

TEST(WordVectors, CosinesAreThoseOfTheEncoder) {
  WordVectors words(vectors_of);
  const std::vector<std::string> texts{"review", "reviews", "canteen"};
  const auto found = words.of(texts);
  const auto exact = vectors_of(texts);
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 16; ++k) {
        sum += static_cast<double>(exact[i * 16 + k]) * static_cast<double>(exact[j * 16 + k]);
      }
      EXPECT_NEAR(cosine(*found[i], *found[j]), sum, 0.02);
    }
  }
}

TEST(WordVectors, KnownWordsAreNotEmbeddedAgain) {
  std::vector<std::string> asked;
  WordVectors words([&asked](std::span<const std::string> texts) {
    asked.insert(asked.end(), texts.begin(), texts.end());
    return vectors_of(texts);
  });
  static_cast<void>(words.of(std::vector<std::string>{"lock", "key"}));
  static_cast<void>(words.of(std::vector<std::string>{"key", "door", "lock"}));
  EXPECT_EQ(asked, (std::vector<std::string>{"lock", "key", "door"}));
  EXPECT_TRUE(words.of({}).empty());
}

TEST(WordVectors, ForgettingChangesNoVector) {
  WordVectors few(vectors_of, 4);
  WordVectors many(vectors_of);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i) {
      const std::vector<std::string> texts{"word" + std::to_string(i), "lock"};
      const auto a = few.of(texts);
      const auto b = many.of(texts);
      for (std::size_t k = 0; k < texts.size(); ++k) EXPECT_EQ(a[k]->values, b[k]->values);
    }
  }
}

TEST(WordVectors, AnyNumberOfThreads) {
  WordVectors words(vectors_of, 50);
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 500; ++i) {
          const std::vector<std::string> one{"word" + std::to_string(i % 80)};
          const auto again = WordVectors(vectors_of).of(one);
          if (words.of(one).front()->values != again.front()->values) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace assay::assess
