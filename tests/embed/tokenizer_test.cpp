// SPDX-License-Identifier: Apache-2.0
// The tokenizer on our own texts: structure rather than ids, which the golden files pin.
#include "pipeline/embed/tokenizer.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "pipeline/embed/model_weights.hpp"
#include "tests/embed/model.hpp"

namespace assay::embed {
namespace {

const Tokenizer& tokenizer() {
  return embedder().tokenizer();
}

std::vector<TokenId> encode(std::string_view text) {
  return tokenizer().encode(text);
}

// A package directory with the given vocabulary.
std::filesystem::path directory_with(const std::string& vocabulary) {
  const std::filesystem::path dir =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("vocabulary_") +
       ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::filesystem::create_directories(dir / "dist");
  std::ofstream(dir / "dist" / "vocab.json") << vocabulary;
  return dir;
}

// Ids 0 to 5 are markers; the given pieces start at 6.
Tokenizer tokenizer_of(const std::string& pieces) {
  return Tokenizer::load(directory_with(
      R"([["<0>",0],["<1>",0],["<2>",0],["<3>",0],["<4>",0],["<5>",0],)" + pieces + "]"));
}

TEST(Tokenizer, empty_text_has_no_tokens) {
  EXPECT_TRUE(encode("").empty());
  EXPECT_EQ(tokenizer().count(""), 0U);
}

TEST(Tokenizer, takes_the_path_with_the_best_sum) {
  // "▁ab" alone costs 5, "▁a" + "b" costs 4.
  const Tokenizer two = tokenizer_of(R"(["▁ab",-5],["▁a",-2],["b",-2])");
  EXPECT_EQ(two.encode("ab"), (std::vector<TokenId>{7, 8}));
  const Tokenizer one = tokenizer_of(R"(["▁ab",-3],["▁a",-2],["b",-2])");
  EXPECT_EQ(one.encode("ab"), (std::vector<TokenId>{6}));
}

TEST(Tokenizer, equal_sums_go_to_the_shorter_last_piece) {
  const Tokenizer even = tokenizer_of(R"(["▁ab",-4],["▁a",-2],["b",-2])");
  EXPECT_EQ(even.encode("ab"), (std::vector<TokenId>{7, 8}));
}

TEST(Tokenizer, null_scores_count_as_zero) {
  const Tokenizer null_score = tokenizer_of(R"(["▁",-1],["a:",-1],["a",-1],[":",null])");
  EXPECT_EQ(null_score.encode("a:"), (std::vector<TokenId>{6, 8, 9}));
}

TEST(Tokenizer, of_equal_pieces_the_last_counts) {
  EXPECT_EQ(tokenizer_of(R"(["▁a",-1],["▁a",-2])").encode("a"), (std::vector<TokenId>{7}));
}

TEST(Tokenizer, runs_of_unknown_characters_are_one_token) {
  const Tokenizer small = tokenizer_of(R"(["▁",-1],["a",-1])");
  EXPECT_EQ(small.encode("xyz"), (std::vector<TokenId>{6, 0}));
  EXPECT_EQ(small.encode("xaÿ猫z"), (std::vector<TokenId>{6, 0, 7, 0}));
  EXPECT_EQ(small.count("xaÿ猫z"), 4U);
}

TEST(Tokenizer, spaces_and_their_mark_are_the_same) {
  EXPECT_EQ(encode("two words"), encode("two\u2581words"));
  EXPECT_NE(encode("two words"), encode("two  words"));
}

TEST(Tokenizer, compatibility_forms_are_folded) {
  EXPECT_EQ(encode("\uFB01le"), encode("file"));                 // ligature
  EXPECT_EQ(encode("e\u0301t\u00E9"), encode("\u00E9t\u00E9"));  // combining acute
  EXPECT_EQ(encode("\uFF21\uFF22\uFF23"), encode("ABC"));        // full width
}

TEST(Tokenizer, bytes_that_are_not_utf8_count_as_replacement_characters) {
  EXPECT_EQ(encode("key \xC3( end"), encode("key \uFFFD( end"));
  EXPECT_EQ(encode("\xFF\xFE\x80"), encode("\uFFFD\uFFFD\uFFFD"));
  EXPECT_EQ(encode(std::string_view("a\0b", 3)).size(), 3U);
}

TEST(Tokenizer, counts_what_it_encodes) {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += "Access is reviewed quarterly — Zugriffsprüfung №" + std::to_string(i) + " 🔒\t; ";
    EXPECT_EQ(tokenizer().count(text), encode(text).size());
  }
  EXPECT_GT(tokenizer().count(text), 2000U);
}

TEST(Tokenizer, refuses_a_vocabulary_of_another_form) {
  EXPECT_THROW((void)Tokenizer::load(directory_with("{}")), ModelError);
  EXPECT_THROW((void)Tokenizer::load(directory_with("[[")), ModelError);
  EXPECT_THROW((void)tokenizer_of(R"(["",-1])"), ModelError);
  EXPECT_THROW((void)tokenizer_of(R"(["a","b"])"), ModelError);
  EXPECT_THROW((void)tokenizer_of(R"(["a",-1,2])"), ModelError);
}

TEST(CollapseWhitespace, leaves_single_spaces_only) {
  EXPECT_EQ(collapse_whitespace(""), "");
  EXPECT_EQ(collapse_whitespace(" \t\r\n"), "");
  EXPECT_EQ(collapse_whitespace("  a \n\n b\tc  "), "a b c");
  EXPECT_EQ(collapse_whitespace("a\u00A0\u2003b\u3000\u2028c\u0085"), "a b c");
  EXPECT_EQ(collapse_whitespace("a\u200Bb"), "a\u200Bb");  // not white space
  EXPECT_EQ(collapse_whitespace("\xFF \xFE"), "\xFF \xFE");
}

}  // namespace
}  // namespace assay::embed
