// SPDX-License-Identifier: Apache-2.0
// How well a passage shows what a sub-check asks for, and what the passages together make of it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/passages.hpp"
#include "pipeline/assess/requirement_parts.hpp"

namespace assay::assess {

// A passage held against a sub-check.
struct Match {
  std::size_t passage = 0;
  double coverage = 0;        // of the words asked for, by weight, 0..1
  double focus_coverage = 0;  // of those in focus alone
  bool key = false;           // the most telling word is there
  double strength = 0;        // of all that, before anything weakens it, 0..1
  double force = 1;           // what quantities, missing facts and weakening words leave of it
  bool quantity_missed = false;
  bool fact_missing = false;
  std::vector<Weakening> weakened{};  // those that bear on the words matched
  bool draft = false;

  [[nodiscard]] double value() const { return strength * force; }
};

struct Finding {
  double probability = 0;            // that the sub-check is met
  std::vector<Match> matches;        // best first, at most kKeptMatches
  std::vector<std::string> missing;  // words asked for that no kept passage holds, as written
  bool contradicted = false;         // a passage as close as the best one is weakened
  Match contradiction;               // that passage, if so
  std::optional<std::size_t> gap;    // a row of its table that lacks the value asked of all
};

inline constexpr std::size_t kKeptMatches = 5;

// Compares every sub-check with every passage. opinions: of each sub-check how probably it is
// shown, before what weakens it; nullopt: by the strength of its best passages.
[[nodiscard]] std::vector<Finding> find_evidence(std::span<const SubCheck> checks,
                                                 const Reading& reading,
                                                 std::span<const Candidate> candidates,
                                                 const StemWeight& weight,
                                                 std::span<const std::optional<double>> opinions);

}  // namespace assay::assess
