// SPDX-License-Identifier: Apache-2.0
// Repeated texts are embedded once, and get the same vectors as ever.
#include "pipeline/embed/embedder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace assay::test {
namespace {

// Counts what it is asked; the vector of a text is its length and its first letter.
class CountingEmbedder final : public embed::Embedder {
 public:
  [[nodiscard]] std::string_view model_id() const override { return "counting@1"; }
  [[nodiscard]] std::size_t dimensions() const override { return 2; }
  [[nodiscard]] std::size_t max_tokens() const override { return 128; }
  [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts) const override {
    std::vector<float> all;
    for (const std::string& text : texts) {
      all.push_back(static_cast<float>(text.size()));
      all.push_back(static_cast<float>(text.front()));
      asked.push_back(text);
    }
    return all;
  }
  mutable std::vector<std::string> asked;
};

using Texts = std::vector<std::string>;

TEST(RememberingEmbedder, AsksForEachTextOnce) {
  const CountingEmbedder counting;
  const embed::RememberingEmbedder embedder(counting);
  const Texts texts{"notice", "rule a", "notice", "rule b", "notice"};
  const std::vector<float> expected{6, 'n', 6, 'r', 6, 'n', 6, 'r', 6, 'n'};
  EXPECT_EQ(embedder.embed(texts), expected);
  EXPECT_EQ(counting.asked, (Texts{"notice", "rule a", "rule b"}));
  EXPECT_EQ(embedder.embed(Texts{"rule c", "notice"}), (std::vector<float>{6, 'r', 6, 'n'}));
  EXPECT_EQ(counting.asked, (Texts{"notice", "rule a", "rule b", "rule c"}));
  EXPECT_EQ(embedder.embed(texts), expected);
  EXPECT_TRUE(embedder.embed(Texts{}).empty());
  EXPECT_EQ(counting.asked.size(), 4U);
  EXPECT_EQ(embedder.model_id(), "counting@1");
}

TEST(RememberingEmbedder, ForgetsWhatWasNotSeenForLong) {
  const CountingEmbedder counting;
  const embed::RememberingEmbedder embedder(counting, 10);
  static_cast<void>(embedder.embed(Texts{"old", "in use"}));
  for (int i = 0; i < 100; ++i) {
    static_cast<void>(embedder.embed(Texts{std::to_string(i), "in use"}));
  }
  EXPECT_EQ(counting.asked.size(), 102U) << "what is in use stays";
  static_cast<void>(embedder.embed(Texts{"old"}));
  EXPECT_EQ(counting.asked.size(), 103U);
}

TEST(RememberingEmbedder, ServesManyThreads) {
  class Plain final : public embed::Embedder {
   public:
    [[nodiscard]] std::string_view model_id() const override { return "plain@1"; }
    [[nodiscard]] std::size_t dimensions() const override { return 1; }
    [[nodiscard]] std::size_t max_tokens() const override { return 128; }
    [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts) const override {
      std::vector<float> all;
      for (const std::string& text : texts) all.push_back(std::stof(text));
      return all;
    }
  } const plain;
  const embed::RememberingEmbedder embedder(plain, 20);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (int& count : wrong) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const auto a = static_cast<float>(i % 37);
        const auto b = static_cast<float>(i % 11);
        const Texts texts{std::to_string(i % 37), std::to_string(i % 11)};
        count += embedder.embed(texts) == std::vector<float>{a, b} ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

}  // namespace
}  // namespace assay::test
