// SPDX-License-Identifier: Apache-2.0
// Ten thousand answers with random defects (always the same ones): none crashes, none puts a
// citation into a verdict that is not in its chunk, and none a status from an invalid confidence.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "core/json/utf8.hpp"
#include "pipeline/assess/explain/citations.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/verdict.hpp"
#include "tests/llm/fixture.hpp"

namespace assay::test {
namespace {

constexpr int kAnswers = 10'000;

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : dice_(seed) {}

  std::string answer() {
    std::string text = base();
    const std::size_t times = below(4);
    for (std::size_t i = 0; i < times; ++i) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(dice_);
  }

  std::string base() {
    const auto evidence = candidates();
    std::vector<Said> quotes;
    for (std::size_t i = below(4); i > 0; --i) quotes.push_back(quote(evidence));
    const double probability = static_cast<double>(below(101)) / 100;
    const std::array<std::string_view, 4> verdicts{"met", "partly", "not", "contradicted"};
    std::vector<Json> parts{part_of("met", probability, quotes)};
    if (below(3) == 0) parts.push_back(part_of(verdicts.at(below(4)), probability, quotes));
    Json answer = answer_with(probability, parts);
    if (below(3) == 0) answer.set("confidence", odd_confidence());
    return answer.dump();
  }

  Said quote(const std::vector<assess::Candidate>& evidence) {
    const assess::Candidate& chunk = evidence[below(evidence.size())];
    const std::string id =
        below(5) == 0 ? evidence[below(evidence.size())].chunk.value : chunk.chunk.value;
    std::size_t from = below(chunk.content.size());
    std::size_t to = std::min(from + below(60), chunk.content.size());
    if (below(2) == 0) {  // whole words
      from = chunk.content.rfind(' ', from) + 1;
      to = std::min(chunk.content.find(' ', to), chunk.content.size());
    }
    std::string text = utf8::repair(chunk.content.substr(from, to - from));
    if (below(3) == 0) change(text);
    return {id, utf8::repair(text)};
  }

  Json odd_confidence() {
    const std::array<Json, 10> odd{-1,     2,     1.7,    -0.0, 1e300,
                                   "high", "0.9", Json(), true, Json::array().push(0.9)};
    return odd.at(below(odd.size()));
  }

  void change(std::string& text) {
    static constexpr std::array<std::string_view, 12> kBits{
        "\"", "{", "}", "[", "NaN", "-1", "1.7", "\\u0000", "\xFF", "null", ",", "1e999"};
    const std::size_t at = text.empty() ? 0 : below(text.size());
    switch (below(5)) {
      case 0:
        return text.resize(at);
      case 1:
        return static_cast<void>(text.erase(at, below(20)));
      case 2:
        return static_cast<void>(text.insert(at, kBits.at(below(kBits.size()))));
      case 3:
        if (!text.empty()) text[at] = static_cast<char>(below(256));
        return;
      default:
        return static_cast<void>(text.insert(at, text.substr(0, below(40))));
    }
  }

  std::mt19937_64 dice_;
};

// The upper limit that the answer's least probable part sets on the confidence, as written.
double max_confidence(const std::string& text) {
  constexpr double kMaxWithoutAll = 0.70;
  const Json checks = Json::parse(text)->get("subchecks");
  double least = checks.size() == 0 ? 0 : 1;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const bool met = checks.at(i).get("verdict").as_string() == "met";
    least = std::min(least, met ? checks.at(i).get("probability").as_number().value_or(0) : 0.0);
  }
  return std::max(least, kMaxWithoutAll);
}

// The confidence that the accepted answer contains; nullopt if it contains none in range.
std::optional<double> written_confidence(const std::string& text) {
  const auto json = Json::parse(text);
  if (!json) return std::nullopt;
  const auto number = json->get("confidence").as_number();
  return number && *number >= 0 && *number <= 1 ? number : std::nullopt;
}

TEST(MutatedAnswers, NeitherCrashNorLie) {
  const auto evidence = candidates();
  Mutator mutator(20261121);
  int accepted = 0;
  int cited = 0;
  int dropped = 0;
  for (int i = 0; i < kAnswers; ++i) {
    const std::string text = mutator.answer();
    const auto reply = llm::read_reply(text);
    static_cast<void>(llm::read_answer(text));
    if (!reply) continue;
    ++accepted;
    const auto written = written_confidence(text);
    ASSERT_TRUE(written) << text;
    auto verdict = llm::verdict_of(*reply, requirement().title, evidence);
    EXPECT_GE(verdict.confidence, 0) << text;
    EXPECT_LE(verdict.confidence, max_confidence(text) + 0.00005) << text;
    dropped += static_cast<int>(assess::verify_citations(verdict, evidence, {}));
    for (const assess::Citation& citation : verdict.citations) {
      ++cited;
      const auto chunk = std::ranges::find(evidence, citation.chunk, &assess::Candidate::chunk);
      ASSERT_NE(chunk, evidence.end()) << text;
      EXPECT_EQ(utf8::substr(chunk->content, citation.start_offset,
                             citation.end_offset - citation.start_offset),
                citation.text)
          << text;
      EXPECT_FALSE(citation.text.empty()) << text;
    }
    if (verdict.citations.empty()) {
      EXPECT_EQ(status_for(verdict.confidence, {}), AssessmentStatus::Missing) << text;
    }
  }
  // For the other checks to mean something, a fair share of each kind must occur.
  EXPECT_GT(accepted, kAnswers / 10);
  EXPECT_LT(accepted, kAnswers * 9 / 10);
  EXPECT_GT(cited, kAnswers / 20);
  EXPECT_GT(dropped, kAnswers / 20);
}

}  // namespace
}  // namespace assay::test
