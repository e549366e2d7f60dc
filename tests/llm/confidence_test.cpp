// SPDX-License-Identifier: Apache-2.0
// Combines the verdicts on parts into one confidence: a table of cases, and that a better part
// never lowers it.
#include "pipeline/llm/verdict.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "core/base/states.hpp"

namespace assay::llm {
namespace {

constexpr auto kMet = PartVerdict::Met;
constexpr auto kPartly = PartVerdict::Partly;
constexpr auto kNot = PartVerdict::Not;
constexpr auto kContradicted = PartVerdict::Contradicted;

struct Case {
  std::vector<Part> parts;
  bool contradicted;
  double confidence;
  std::string_view status;
};

TEST(LlmConfidence, OfATableOfCases) {
  const std::vector<Case> cases{
      {{}, false, 0, "MISSING"},
      {{{kMet, 0.97}}, false, 0.97, "COMPLETE"},
      {{{kMet, 0.9}, {kMet, 0.8}}, false, 0.8, "COMPLETE"},
      {{{kMet, 0.9}, {kMet, 0.74}}, false, 0.74, "PARTIAL"},
      {{{kMet, 0.5}}, false, 0.70, "PARTIAL"},
      {{{kMet, 0.49}}, false, 0.50, "PARTIAL"},
      {{{kMet, 0.6}, {kNot, 0.1}}, false, 0.55, "PARTIAL"},
      {{{kMet, 1.0}, {kNot, 0.9}}, false, 0.55, "PARTIAL"},
      {{{kMet, 1.0}, {kContradicted, 0.9}}, false, 0.55, "PARTIAL"},
      {{{kMet, 1.0}, {kPartly, 0.9}}, false, 0.625, "PARTIAL"},
      {{{kPartly, 0.5}}, false, 0.50, "PARTIAL"},
      {{{kPartly, 0.5}, {kPartly, 0.9}}, false, 0.50, "PARTIAL"},
      {{{kPartly, 0.5}, {kNot, 0}}, false, 0.425, "PARTIAL"},
      {{{kPartly, 0.5}, {kNot, 0}, {kNot, 0}}, false, 0.40, "PARTIAL"},
      {{{kPartly, 0.5}, {kNot, 0}, {kNot, 0}, {kNot, 0}}, false, 0.3875, "MISSING"},
      {{{kNot, 0.1}}, false, 0, "MISSING"},
      {{{kNot, 1.0}, {kNot, 1.0}}, false, 0, "MISSING"},
      {{{kContradicted, 1.0}, {kNot, 0.5}}, false, 0, "MISSING"},
      {{{kMet, 1.0}}, true, 0.70, "PARTIAL"},
      {{{kMet, 1.0}, {kNot, 0}}, true, 0.55, "PARTIAL"},
      {{{kNot, 1.0}}, true, 0, "MISSING"},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const double confidence = confidence_of(cases[i].parts, cases[i].contradicted);
    EXPECT_DOUBLE_EQ(confidence, cases[i].confidence) << "case " << i;
    EXPECT_EQ(to_text(status_for(confidence, {})), cases[i].status) << "case " << i;
  }
}

TEST(LlmConfidence, OneMetOfHoweverManyIsPartialAndSoIsAllButOne) {
  for (std::size_t count = 2; count <= 100; ++count) {
    std::vector<Part> one(count, Part{kNot, 0});
    one.front() = {kMet, 0.6};
    EXPECT_EQ(status_for(confidence_of(one, false), {}), AssessmentStatus::Partial) << count;
    std::vector<Part> most(count, Part{kMet, 1});
    most.back() = {kNot, 0};
    EXPECT_EQ(status_for(confidence_of(most, false), {}), AssessmentStatus::Partial) << count;
  }
}

TEST(LlmConfidence, NeverFallsWhenAPartRises) {
  std::mt19937 dice(20261122);
  constexpr std::array kFromWorst{kContradicted, kNot, kPartly, kMet};
  const auto below = [&dice](std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(dice);
  };
  for (int i = 0; i < 20'000; ++i) {
    std::vector<Part> parts(1 + below(6));
    for (Part& part : parts) {
      part = {kFromWorst.at(below(4)), static_cast<double>(below(101)) / 100};
    }
    const bool contradicted = below(4) == 0;
    const double before = confidence_of(parts, contradicted);
    EXPECT_LE(confidence_of(parts, true), before);
    EXPECT_GE(before, 0);
    EXPECT_LE(before, 1);
    Part& part = parts[below(parts.size())];
    const Part old = part;
    for (const PartVerdict verdict : kFromWorst) {
      if (verdict < old.verdict) continue;
      part = {verdict, old.probability};
      EXPECT_GE(confidence_of(parts, contradicted), before);
      part.probability = old.probability + (1 - old.probability) * 0.5;
      EXPECT_GE(confidence_of(parts, contradicted), before);
    }
  }
}

}  // namespace
}  // namespace assay::llm
