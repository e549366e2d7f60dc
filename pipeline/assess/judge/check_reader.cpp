// SPDX-License-Identifier: Apache-2.0
// Reads sub-checks with the models of support, and aligns them with the verdict.
#include "pipeline/assess/judge/check_reader.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/states.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/support/signals.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kReadClosely = 5;  // chunks whose sentences are read one by one
constexpr double kContradicts = 0.5;     // from this probability on a sentence stands against it
constexpr double kNear = 0.4;            // share of its meaning from which a sentence is near it
constexpr double kTells = 3;             // weight of a word that is worth naming as missing

double shows(const Support& support) {
  return support.shows + support.part / 2;
}

// The highest values that one of several texts has beside a sub-check.
struct Highest {
  double shows = 0;
  double some = 0;
  double against = 0;
  double met = 0;
  double missed = 0;
  double meaning = 0;

  // about: the probability that the text's document is about the requirement.
  void add(const Signals& signals, const Support& support, double about) {
    const auto raise = [about](double& value, double by) { value = std::max(value, by * about); };
    raise(shows, support.shows);
    raise(some, support.shows + support.part);
    raise(against, support.contradicts);
    raise(met, signals.values[signal("measures_met")]);
    raise(missed, signals.values[signal("measures_missed")]);
    raise(meaning, signals.values[signal("meaning")]);
  }
};

// Over the sub-checks: the least, the highest and the mean of what was highest for each.
class Summary {
 public:
  explicit Summary(std::size_t checks) : share_(1 / static_cast<double>(checks)) {}

  // measures: whether the sub-check asks for a period or a size.
  void add(const Highest& one, bool measures) {
    const auto lower = [](double& value, double by) { value = std::min(value, by); };
    lower(least_.shows, one.shows);
    lower(least_.some, one.some);
    lower(least_.meaning, one.meaning);
    most_.against = std::max(most_.against, one.against);
    mean_.shows += one.shows * share_;
    mean_.some += one.some * share_;
    if (!measures) return;
    lower(least_.met, one.met);
    most_.missed = std::max(most_.missed, one.missed);
  }
  // In the order of kOfChecks.
  [[nodiscard]] CheckSignals signals() const {
    return {log_odds(least_.shows),
            log_odds(least_.some),
            log_odds(most_.against),
            mean_.shows,
            mean_.some,
            least_.met,
            most_.missed,
            least_.meaning};
  }

 private:
  double share_;
  Highest least_{.shows = 1, .some = 1, .met = 1, .meaning = 1};
  Highest most_;
  Highest mean_;
};

class CheckReader {
 public:
  CheckReader(const Evidence& evidence, const Reading& reading,
              std::span<const Candidate> candidates)
      : evidence_(evidence), sentences_(candidates, reading, evidence.texts(), best_chunks()) {}

  // Of the sentences; highest: gets what they have most of.
  [[nodiscard]] Finding find(const RequirementWords& asked, const SubCheck& check,
                             Highest& highest) const {
    Finding out;
    std::vector<Match> matches;
    double nearest = kNear;
    const auto signals = sentences_.measure(asked);
    for (std::size_t i = 0; i < signals.size(); ++i) {
      const std::size_t chunk = sentences_.chunk(i);
      const Support support = evidence_.models().sentences.of(signals[i]);
      const double about = evidence_.about(chunk);
      highest.add(signals[i], support, about);
      // The sentence knows the words, the chunk the context, the document what it is about.
      const double shown = (2 * shows(support) + shows(evidence_.supports()[chunk])) / 3;
      matches.push_back({sentences_.passage(i), shown * (0.3 + 0.7 * about)});
      const double meaning = signals[i].values[signal("meaning")];
      if (meaning > nearest) {
        nearest = meaning;
        out.nearest = matches.back();
      }
      const double against = support.contradicts * about;
      if (support.contradicts < kContradicts || support.contradicts < shows(support)) continue;
      if (out.contradiction && out.contradiction->strength >= against) continue;
      out.contradiction = Match{sentences_.passage(i), against};
    }
    std::ranges::stable_sort(matches, std::ranges::greater(), &Match::strength);
    if (matches.size() > kKeptMatches) matches.resize(kKeptMatches);
    out.missing = missing_words(asked, check, matches);
    if (!matches.empty()) out.probability = out.uncalibrated = matches.front().strength;
    out.matches = std::move(matches);
    return out;
  }

 private:
  // The chunks that show most, and the one whose words are nearest: a sentence in the requirement's
  // own words is read even amid text that hides it from the model of chunks.
  [[nodiscard]] std::vector<std::size_t> best_chunks() const {
    const auto& supports = evidence_.supports();
    std::vector<std::size_t> out(supports.size());
    std::iota(out.begin(), out.end(), 0U);
    std::ranges::stable_sort(out, std::ranges::greater(), [&](std::size_t c) {
      return shows(supports[c]) * (0.2 + evidence_.about(c));
    });
    if (out.size() <= kReadClosely) return out;
    const auto nearest = std::ranges::max_element(out, {}, [this](std::size_t c) {
      return evidence_.near_words(c) * (0.2 + evidence_.about(c));
    });
    const auto last = out.begin() + kReadClosely - 1;
    if (nearest > last) *last = *nearest;
    out.resize(kReadClosely);
    return out;
  }

  // Words of weight that no match has or means, as written. Excludes measures and the words that
  // introduce them ("at least").
  [[nodiscard]] std::vector<std::string> missing_words(const RequirementWords& asked,
                                                       const SubCheck& check,
                                                       std::span<const Match> matches) const {
    constexpr std::size_t kLeads = 12;  // bytes before a measure
    const auto of_measure = [&check](const text::Term& term) {
      return std::ranges::any_of(check.quantities, [&term](const Quantity& one) {
        return term.start < one.end && term.end + kLeads > one.start;
      });
    };
    Overlap all;
    for (const Match& match : matches) {
      join(all, overlap_of(asked, *evidence_.texts().passages[match.passage]));
    }
    std::vector<bool> named(asked.weights.size());
    for (const std::size_t place : all.meant) named[place] = true;
    std::vector<std::string> out;
    for (const text::Term& term : asked.terms) {
      const auto stem = asked.stems.find(term.stem);
      if (stem == asked.stems.end() || named[stem->second]) continue;
      if (asked.weights[stem->second] < kTells || of_measure(term)) continue;
      named[stem->second] = true;
      out.push_back(asked.text.substr(term.start, term.end - term.start));
    }
    return out;
  }

  const Evidence& evidence_;
  SentenceTexts sentences_;
};

}  // namespace

ReadChecks read_checks(std::span<const SubCheck> checks, const Evidence& evidence,
                       const Reading& reading, std::span<const Candidate> candidates) {
  const CheckReader reader(evidence, reading, candidates);
  ReadChecks out;
  Summary summary(checks.size());
  for (const SubCheck& check : checks) {
    // A single check is the whole requirement, examples and all.
    std::optional<RequirementWords> own;
    const RequirementWords& asked = checks.size() == 1 ? evidence.words() : own.emplace(check.text);
    Highest highest;
    out.findings.push_back(reader.find(asked, check, highest));
    summary.add(highest, !check.quantities.empty());
  }
  out.signals = summary.signals();
  return out;
}

double align(std::vector<Finding>& findings, double confidence) {
  constexpr Thresholds kDefault{};
  constexpr double kBelow = 0.01;
  const bool uncited =
      std::ranges::any_of(findings, [](const Finding& one) { return one.matches.empty(); });
  if (uncited) confidence = std::min(confidence, kDefault.complete - kBelow);
  std::vector<double> values;
  for (const Finding& finding : findings) values.push_back(finding.probability);
  const double shift = PlattScaling::logit(confidence) - PlattScaling::logit(confidence_of(values));
  const bool complete = confidence >= kDefault.complete;
  const double least = complete ? constants::kMet : 0;
  const double most = confidence < kDefault.partial ? constants::kMet - kBelow : 1;
  for (Finding& finding : findings) {
    if (finding.matches.empty()) continue;
    const double moved = 1 / (1 + std::exp(-(PlattScaling::logit(finding.probability) + shift)));
    finding.probability = std::clamp(moved, least, most);
  }
  const auto weakest = std::ranges::min_element(findings, {}, &Finding::probability);
  if (!complete && weakest != findings.end()) {
    weakest->probability = std::min(weakest->probability, constants::kMet - kBelow);
  }
  for (Finding& finding : findings) finding.uncalibrated = finding.probability;
  return confidence;
}

}  // namespace assay::assess
