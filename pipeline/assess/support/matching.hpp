// SPDX-License-Identifier: Apache-2.0
// How well a passage shows what a sub-check asks for, and what the passages together show.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/support/features.hpp"
#include "pipeline/assess/support/sub_checks.hpp"

namespace assay::assess {

// A passage compared with a sub-check.
struct Match {
  std::size_t passage = 0;
  double coverage = 0;        // of the words asked for, by weight, 0..1
  double focus_coverage = 0;  // of those in focus alone
  bool key = false;           // the most distinctive word is there
  double strength = 0;        // of all that, before anything weakens it, 0..1
  double alone = 0;           // the same without what the passages beside it lend
  double force = 1;           // what quantities and weakening words leave of it
  double shortfall = 1;       // of that: what is left where it is shown, but not in full measure
  bool quantity_missed = false;
  std::vector<Weakening> weakened{};  // those that bear on the words matched
  bool draft = false;
  bool opposed = false;                         // it says the opposite of what is asked
  std::optional<std::size_t> exempted_by = {};  // the sentence that makes an exception of it
  bool exempts_all = false;                     // and lets all out that is asked about

  [[nodiscard]] double value() const { return strength * force; }
};

struct Finding {
  double probability = 0;      // that the sub-check is met
  double uncalibrated = 0;     // the same before a tenant's calibration: what is cited goes by it
  std::vector<Match> matches;  // best first, at most kKeptMatches
  std::vector<std::string> missing;  // words asked for that no kept passage holds, as written
  bool contradicted = false;         // a passage as close as the best one is weakened
  Match contradiction;               // that passage, if so
};

inline constexpr std::size_t kKeptMatches = 5;

// How near the best passages come to a sub-check, 0..1 where nothing else is said.
struct Closeness {
  double strength = 0;  // of the best ones together
  double focus = 0;     // of the best one: its share of the words in focus
  double theme = 0;     // and of what the sub-check is about, headings and neighbours counted
  // Of many passages one comes near by chance, of a few none does: the logarithm of their number.
  double read = 0;
};

// How probably a sub-check (by its number) is shown, before what weakens it, as if only the
// passages of these numbers were there.
using Shown = std::function<double(std::size_t check, const Closeness& closeness,
                                   std::span<const std::size_t> passages)>;

// Compares every sub-check with every passage.
[[nodiscard]] std::vector<Finding> find_evidence(std::span<const SubCheck> checks,
                                                 const Reading& reading,
                                                 std::span<const Candidate> candidates,
                                                 const StemWeight& weight, FeatureReader& reader,
                                                 const Shown& shown);

}  // namespace assay::assess
