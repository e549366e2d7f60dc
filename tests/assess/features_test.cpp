// SPDX-License-Identifier: Apache-2.0
// Measures of a text against passages: words themselves, their like, sentences in a row.
#include "pipeline/assess/support/features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pipeline/assess/support/sub_checks.hpp"

namespace assay::assess {
namespace {

Candidate chunk(int index, std::string content) {
  Candidate out;
  out.document.value = "00000000-0000-7000-8000-000000000001";
  out.chunk.value = "00000000-0000-7000-9000-00000000000" + std::to_string(index);
  out.file_name = "rules.txt";
  out.content = std::move(content);
  out.chunk_index = index;
  return out;
}

double measure(std::string_view name, std::string_view text,
               const std::vector<Candidate>& candidates, WordVectors* words = nullptr,
               Counted counted = Counted::All) {
  const Reading reading = read_passages(candidates);
  const StemWeight weight = [](std::string_view) { return 2.0; };
  FeatureReader reader(reading, weight, words, counted);
  const auto found = std::ranges::find(kFeatureNames, name);
  return reader.of(text)[static_cast<std::size_t>(found - kFeatureNames.begin())];
}

constexpr const char* kText = "Parrots eat almonds";

TEST(Features, SharesOfTheWords) {
  const std::vector<Candidate> candidates{chunk(1, "Parrots sleep. They dislike almonds.")};
  EXPECT_NEAR(measure("x_g1", kText, candidates), 1.0 / 3, 1e-9);
  EXPECT_NEAR(measure("x_g3", kText, candidates), 2.0 / 3, 1e-9);
  EXPECT_NEAR(measure("x_all", kText, candidates), 2.0 / 3, 1e-9);
  EXPECT_EQ(measure("words", kText, candidates), 3);
  EXPECT_EQ(measure("weight", kText, candidates), 2);
  EXPECT_EQ(measure("x_g1", kText, {}), 0);
  EXPECT_EQ(measure("x_g1", "", candidates), 0);
}

TEST(Features, InARowMeansNeighboursOfOneDocument) {
  std::string filler;
  for (int i = 0; i < 12; ++i) filler += " Number " + std::to_string(i) + " is a plain filler.";
  const std::vector<Candidate> near{chunk(1, "Parrots sleep here."), chunk(2, "Almonds are here.")};
  const std::vector<Candidate> gap{chunk(1, "Parrots sleep here."), chunk(3, "Almonds are here.")};
  const std::vector<Candidate> far{chunk(1, "Parrots sleep here." + filler),
                                   chunk(2, "Almonds are here.")};
  EXPECT_NEAR(measure("x_w11", kText, near), 2.0 / 3, 1e-9);
  EXPECT_NEAR(measure("x_w11", kText, gap), 1.0 / 3, 1e-9);
  EXPECT_NEAR(measure("x_w11", kText, far), 1.0 / 3, 1e-9);
}

TEST(Features, WordsNearInMeaningCountButNamesDoNot) {
  WordVectors words([](std::span<const std::string> texts) {
    std::vector<float> out;
    for (const std::string& text : texts) {
      const bool bird = text == "parrots" || text == "cockatoos" || text == "smith";
      out.insert(out.end(), {bird ? 1.0F : 0.0F, bird ? 0.0F : 1.0F});
    }
    return out;
  });
  const std::vector<Candidate> candidates{chunk(1, "Many cockatoos.")};
  EXPECT_EQ(measure("x_g1", "parrots", candidates, &words), 0);
  EXPECT_NEAR(measure("f_g1", "parrots", candidates, &words), 0.9, 1e-6);
  EXPECT_EQ(measure("f_g1", "parrots", candidates), 0);
  EXPECT_NEAR(measure("name_share", "parrots Smith", candidates, &words), 0.5, 1e-9);
  EXPECT_NEAR(measure("f_g1", "parrots Smith", candidates, &words), 0.45, 1e-6);
}

// "at least", an actor and a sum are judged by rules where a practice is demanded.
TEST(Features, AllWordsOfAClaimAndTheTellingOnesOfAPractice) {
  constexpr const char* kClaim = "The company bought 1,200 parrots on 3 May 2019";
  EXPECT_EQ(measure("words", kClaim, {}, nullptr, Counted::All), 6);
  EXPECT_EQ(measure("words", kClaim, {}, nullptr, Counted::Distinctive), 3);
}

TEST(Features, WhatAsksAndWhatNamesParticulars) {
  EXPECT_TRUE(asks("Is there a cap on liability? This includes fees."));
  EXPECT_TRUE(asks("The date when the contract is effective"));
  EXPECT_TRUE(asks("The name of the contract"));
  EXPECT_FALSE(asks("The date of approval is recorded."));
  EXPECT_FALSE(asks("Access is reviewed."));
  EXPECT_FALSE(asks("The policy lists all assets"));
  EXPECT_FALSE(asks(""));
}

}  // namespace
}  // namespace assay::assess
