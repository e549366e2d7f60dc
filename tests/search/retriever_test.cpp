// SPDX-License-Identifier: Apache-2.0
// Retrieval: threshold, fusion, ties, independence of the batch, agreement with a naive
// computation.
#include "pipeline/search/retriever.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "pipeline/text/glossary.hpp"

namespace assay::search {
namespace {

std::string id(std::size_t number) {
  std::string digits = std::to_string(number);
  return "00000000-0000-7000-8000-" + std::string(12 - digits.size(), '0') + digits;
}

IndexRow row(std::size_t number, std::string content, std::vector<float> vector) {
  IndexRow out;
  out.document.value = id(number);
  out.chunk.value = id(number);
  out.content = std::move(content);
  out.file_name = "f";
  out.vector = std::move(vector);
  return out;
}

class Random {
 public:
  float next() {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<float>(state_ >> 8) / static_cast<float>(1U << 23) - 1;
  }
  std::vector<float> vector(std::size_t width) {
    std::vector<float> out(width);
    for (float& value : out) value = next();
    return out;
  }

 private:
  std::uint32_t state_ = 5;
};

// No word in common, one concept.
TEST(Retriever, FindsOtherWordsForTheSameThing) {
  std::vector<IndexRow> rows;
  rows.push_back(row(1, "The canteen serves soup at noon.", {1, 0}));
  rows.push_back(row(2, "On her last working day she hands in the badge.", {1, 0}));
  const Index index = Index::build(std::move(rows));
  Query query;
  query.text = "Leavers lose their rights.";
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).front();
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(index.chunk(hits.front().row).chunk.value, id(2));
}

// Whose text is found by a search for these words alone.
std::vector<std::string> found_with(const text::Glossary& glossary, const Index& index,
                                    std::string words) {
  Query query;
  query.text = std::move(words);
  query.glossary = &glossary;
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).front();
  std::vector<std::string> found;
  for (const Hit& hit : hits) {
    found.push_back(index.chunk(hit.row).content);
  }
  return found;
}

TEST(Retriever, FindsATenantsOwnNamesForTheThing) {
  const std::string own = "All staff connect through HarbourLink.";
  const std::string common = "Nobody works without the VPN.";
  const Index index = Index::build({row(1, "The canteen serves soup at noon.", {1, 0}),
                                    row(2, own, {1, 0}), row(3, common, {1, 0})});
  using Found = std::vector<std::string>;
  const std::vector<text::GlossaryEntry> entries{{"HarbourLink", "VPN"}};
  const text::Glossary glossary(entries);
  EXPECT_EQ(found_with({}, index, "Is there a VPN?"), Found{common});
  EXPECT_EQ(found_with(glossary, index, "Is there a VPN?"), (Found{common, own}));
  EXPECT_EQ(found_with({}, index, "Is HarbourLink there?"), Found{own});
  EXPECT_EQ(found_with(glossary, index, "Is HarbourLink there?"), (Found{own, common}));
}

TEST(Retriever, AnExpressionOfSeveralWordsNeedsAllOfThem) {
  const std::string both = "Cards open the Raven in any weather, and each Gate has a log.";
  const Index index = Index::build({row(1, "The raven flies over the harbour.", {1, 0}),
                                    row(2, both, {1, 0}), row(3, "The gate is painted.", {1, 0})});
  const std::vector<text::GlossaryEntry> entries{{"Raven Gate", "VPN"}};
  const text::Glossary glossary(entries);
  EXPECT_EQ(found_with(glossary, index, "Is there a VPN?"), std::vector<std::string>{both});
}

TEST(Retriever, PhrasesFindLessThanTheQuerysOwnWords) {
  const std::string own = "Visitors sign in.";
  const std::string other = "Guests sign in.";
  const Index index =
      Index::build({row(1, "The canteen serves soup at noon.", {1, 0}), row(2, other, {1, 0}),
                    row(3, own, {1, 0}), row(4, "Soup is hot.", {1, 0})});
  Query query;
  query.text = "visitors";
  EXPECT_EQ(retrieve(index, std::vector<Query>{query}, {}).front().size(), 1U);
  query.phrases = {"guests at the gate", "doorbook"};
  const std::string embedded = embedded_text(query);
  EXPECT_EQ(embedded.find("doorbook"), std::string::npos);
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).front();
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(index.chunk(hits[0].row).content, own);
  EXPECT_EQ(index.chunk(hits[1].row).content, other);
  EXPECT_DOUBLE_EQ(weighted_terms(query).at({"guest"}), 0.5);
}

TEST(Retriever, EmptyIndexAndEmptyBatch) {
  const Index none;
  EXPECT_TRUE(retrieve(none, {}, {}).empty());
  Query query;
  query.text = "access";
  query.vector = {1, 0};
  const auto hits = retrieve(none, std::vector<Query>{query}, {});
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_TRUE(hits[0].empty());
}

TEST(Retriever, WordsAloneWithoutAVector) {
  const Index index = Index::build(
      {row(1, "access rights are reviewed", {1, 0}), row(2, "the canteen opens at noon", {1, 0})});
  Query query;
  query.text = "Review of access";
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).at(0);
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(index.chunk(hits[0].row).content, "access rights are reviewed");
  EXPECT_DOUBLE_EQ(hits[0].bm25, 1);
  EXPECT_DOUBLE_EQ(hits[0].cosine, 0);
}

TEST(Retriever, TheThresholdBoundsTheVectorSideOnly) {
  const Index index = Index::build({row(1, "alpha", {0.19F, std::sqrt(1 - 0.19F * 0.19F)}),
                                    row(2, "beta", {0.21F, std::sqrt(1 - 0.21F * 0.21F)}),
                                    row(3, "gamma", {0, 1})});
  Query query;
  query.text = "gamma";
  query.vector = {1, 0};
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).at(0);
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(index.chunk(hits[0].row).content, "gamma");  // found by its word
  EXPECT_EQ(index.chunk(hits[1].row).content, "beta");   // found by its vector
  EXPECT_NEAR(hits[1].cosine, 0.21, 1e-6);
}

TEST(Retriever, AgreesWithAPlainScanOverManyBlocks) {
  constexpr std::size_t kRows = 5000;
  constexpr std::size_t kWidth = 16;
  Random random;
  std::vector<IndexRow> rows;
  for (std::size_t i = 0; i < kRows; ++i) rows.push_back(row(i, "word", random.vector(kWidth)));
  const Index index = Index::build(rows);
  Query query;
  query.vector = random.vector(kWidth);
  double norm = 0;
  for (const float value : query.vector) norm += static_cast<double>(value) * value;
  std::vector<std::pair<double, std::size_t>> plain;
  for (std::size_t r = 0; r < index.size(); ++r) {
    double dot = 0;
    for (std::size_t i = 0; i < kWidth; ++i) {
      dot += static_cast<double>(index.vector(r)[i]) * query.vector[i];
    }
    plain.emplace_back(-dot / std::sqrt(norm), r);
  }
  std::ranges::sort(plain);
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).at(0);
  ASSERT_EQ(hits.size(), RetrievalSettings{}.limit);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    EXPECT_EQ(hits[i].row, plain[i].second);
    EXPECT_NEAR(hits[i].cosine, -plain[i].first, 2e-6);
  }
}

TEST(Retriever, AQuerysHitsDoNotDependOnTheBatch) {
  Random random;
  std::vector<IndexRow> rows;
  const std::vector<std::string> words{"access review", "backup restore", "log retention",
                                       "incident", "access log"};
  for (std::size_t i = 0; i < 300; ++i) {
    rows.push_back(row(i, words[i % words.size()], random.vector(8)));
  }
  const Index index = Index::build(rows);
  std::vector<Query> queries(9);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    queries[i].text = words[i % words.size()];
    if (i % 3 != 2) queries[i].vector = random.vector(8);
  }
  const auto together = retrieve(index, queries, {});
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto alone = retrieve(index, std::span(queries).subspan(i, 1), {}).at(0);
    ASSERT_EQ(alone.size(), together[i].size());
    for (std::size_t h = 0; h < alone.size(); ++h) {
      EXPECT_EQ(alone[h].row, together[i][h].row);
      EXPECT_EQ(alone[h].score, together[i][h].score);
      EXPECT_GE(alone[h].score, 0);
      EXPECT_LE(alone[h].score, 1);
      if (h > 0) {
        EXPECT_LE(alone[h].score, alone[h - 1].score);
      }
    }
  }
}

TEST(Retriever, EqualScoresComeByRow) {
  std::vector<IndexRow> rows;
  for (std::size_t i = 0; i < 50; ++i) rows.push_back(row(i, "same words", {1, 0}));
  const Index index = Index::build(rows);
  Query query;
  query.text = "same words";
  query.vector = {1, 0};
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).at(0);
  ASSERT_EQ(hits.size(), 20U);
  for (std::size_t i = 0; i < hits.size(); ++i) EXPECT_EQ(hits[i].row, i);
}

// What one chunk begins the next one completes, in words that are not the query's.
TEST(Retriever, ChunksBesideTheBestAreHitsToo) {
  std::vector<IndexRow> rows;
  const auto add = [&rows](std::size_t document, int chunk, std::string content) {
    IndexRow one = row(rows.size() + 1, std::move(content), {0, 1});
    one.document.value = id(document);
    one.chunk_index = chunk;
    rows.push_back(std::move(one));
  };
  add(1, 0, "We tried it in May.");
  add(1, 1, "Restore test of the ledger.");
  add(1, 2, "It came up in two hours.");
  add(1, 3, "The canteen serves soup.");
  add(2, 0, "Of another document.");
  const Index index = Index::build(std::move(rows));
  Query query;
  query.text = "restore test";
  const auto found = [&](std::size_t beside) {
    std::vector<std::string> out;
    const auto hits =
        retrieve(index, std::vector<Query>{query}, {.limit = 2, .beside = beside}).front();
    for (const Hit& hit : hits) {
      out.push_back(index.chunk(hit.row).content);
    }
    return out;
  };
  EXPECT_EQ(found(0), std::vector<std::string>{"Restore test of the ledger."});
  EXPECT_EQ(found(1),
            (std::vector<std::string>{"Restore test of the ledger.", "We tried it in May.",
                                      "It came up in two hours."}));
}

TEST(Retriever, RefusesVectorsThatDoNotFit) {
  const Index index = Index::build({row(1, "a", {1, 0})});
  Query query;
  query.vector = {1, 0, 0};
  EXPECT_THROW(static_cast<void>(retrieve(index, std::vector<Query>{query}, {})),
               std::invalid_argument);
  query.vector = {std::numeric_limits<float>::quiet_NaN(), 0};
  EXPECT_THROW(static_cast<void>(retrieve(index, std::vector<Query>{query}, {})),
               std::invalid_argument);
}

TEST(Retriever, ARequirementsExpansionCountsLessThanItsTitle) {
  const Index index = Index::build({row(1, "register", {1, 0}), row(2, "inventory", {1, 0})});
  const Query query = requirement_query("Inventory", "", "register");
  EXPECT_EQ(embedded_text(query), "Inventory. register");
  const auto hits = retrieve(index, std::vector<Query>{query}, {}).at(0);
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(index.chunk(hits[0].row).content, "inventory");
}

}  // namespace
}  // namespace assay::search
