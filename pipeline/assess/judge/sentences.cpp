// SPDX-License-Identifier: Apache-2.0
// Reading sentences beside sub-checks, and aligning sub-checks with the verdict.
#include "pipeline/assess/judge/sentences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/base/thresholds.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/support/numbers.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kReadClosely = 5;     // chunks whose sentences are read one by one
constexpr std::size_t kSentencesAdded = 2;  // to a sub-check
constexpr double kAsGood = 0.7;             // a further sentence: this share of the best one

double shows(const Support& support) {
  return support.shows + support.part / 2;
}

// The highest values that one of several texts has beside a sub-check.
struct Highest {
  double shows = 0;
  double some = 0;
  double against = 0;
  double meaning = 0;
  double met = 0;
  double missed = 0;

  // about: the probability that the text's document is about the requirement.
  void add(const Signals& signals, const Support& support, double about) {
    const auto raise = [about](double& value, double by) { value = std::max(value, by * about); };
    raise(shows, support.shows);
    raise(some, support.shows + support.part);
    raise(against, support.contradicts);
    raise(meaning, signals.value("meaning"));
    raise(met, signals.value("measures_met"));
    raise(missed, signals.value("measures_missed"));
  }
};

// Over the sub-checks: the least, the highest and the mean of what was highest for each.
class Summary {
 public:
  explicit Summary(std::size_t checks) : share_(1 / static_cast<double>(checks)) {}

  void add(const Highest& one) {
    shows_ = std::min(shows_, one.shows);
    some_ = std::min(some_, one.some);
    against_ = std::max(against_, one.against);
    meaning_ = std::min(meaning_, one.meaning);
    shows_mean_ += one.shows * share_;
    some_mean_ += one.some * share_;
  }
  [[nodiscard]] std::array<double, 5> odds_and_means() const {
    return {log_odds(shows_), log_odds(some_), log_odds(against_), shows_mean_, some_mean_};
  }
  [[nodiscard]] double meaning() const { return meaning_; }

 private:
  double share_;
  double shows_ = 1;
  double some_ = 1;
  double against_ = 0;
  double meaning_ = 1;
  double shows_mean_ = 0;
  double some_mean_ = 0;
};

class SentenceReader {
 public:
  SentenceReader(const Evidence& evidence, const Reading& reading,
                 std::span<const Candidate> candidates)
      : evidence_(evidence) {
    alone_.drafts = reading.drafts;
    alone_.unfilled = reading.unfilled;
    std::set<std::size_t> taken;
    for (const std::size_t c : best_chunks()) {
      for (const std::size_t p : reading.chunks[c].passages) {
        if (taken.insert(p).second) add(c, p, candidates[c], reading.passages[p]);
      }
    }
    texts_.emplace(sentences_, alone_);
  }

  // Best first; highest: gets what they have most of.
  [[nodiscard]] std::vector<ReadSentence> read(const RequirementWords& asked,
                                               Highest& highest) const {
    const auto signals = measure_signals(asked, sentences_, alone_, *texts_);
    std::vector<ReadSentence> out;
    for (std::size_t i = 0; i < signals.size(); ++i) {
      const Support support = evidence_.model().of(signals[i]);
      const double about = evidence_.about(chunks_[i]);
      highest.add(signals[i], support, about);
      // The chunk knows the context, the sentence the words, the document what it is about.
      const double chunk = shows(evidence_.supports()[chunks_[i]]);
      out.push_back({passages_[i], (shows(support) + chunk) / 2 * (0.3 + 0.7 * about)});
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &ReadSentence::strength);
    return out;
  }

 private:
  [[nodiscard]] std::vector<std::size_t> best_chunks() const {
    const auto& supports = evidence_.supports();
    std::vector<std::size_t> out(supports.size());
    std::iota(out.begin(), out.end(), 0U);
    std::ranges::stable_sort(out, std::ranges::greater(), [&](std::size_t c) {
      return shows(supports[c]) * (0.2 + evidence_.about(c));
    });
    if (out.size() > kReadClosely) out.resize(kReadClosely);
    return out;
  }

  // The passage as a chunk of its own.
  void add(std::size_t chunk, std::size_t passage, const Candidate& from, const Passage& said) {
    Candidate one = from;
    one.content = said.text;
    sentences_.push_back(std::move(one));
    ChunkReading own;
    own.passages = {alone_.passages.size()};
    alone_.passages.push_back(said);
    alone_.chunks.push_back(std::move(own));
    passages_.push_back(passage);
    chunks_.push_back(chunk);
  }

  const Evidence& evidence_;
  std::vector<Candidate> sentences_;
  Reading alone_;                      // of them...
  std::optional<ReadTexts> texts_;     // ...and what they say
  std::vector<std::size_t> passages_;  // the number of each...
  std::vector<std::size_t> chunks_;    // ...and of its candidate
};

// The match that the rules made of it, or one that they did not see.
Match match_of(const ReadSentence& sentence, const Finding& finding, const Reading& reading,
               std::span<const Candidate> candidates) {
  const auto known = std::ranges::find(finding.matches, sentence.passage, &Match::passage);
  Match out = known == finding.matches.end() ? Match{} : *known;
  out.passage = sentence.passage;
  out.strength = std::max(out.strength, sentence.strength);
  const Candidate& candidate = candidates[reading.passages[sentence.passage].candidate];
  out.draft = reading.drafts.contains(candidate.document.value);
  return out;
}

// Of the chunks, likewise. whole: what is asked is the requirement itself.
Highest highest_chunk(const RequirementWords& asked, bool whole, const Evidence& evidence,
                      const Reading& reading, std::span<const Candidate> candidates) {
  Highest out;
  if (whole) {
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      out.add(evidence.signals()[c], evidence.supports()[c], evidence.about(c));
    }
    return out;
  }
  const auto signals = measure_signals(asked, candidates, reading, evidence.texts());
  for (std::size_t c = 0; c < signals.size(); ++c) {
    out.add(signals[c], evidence.model().of(signals[c]), evidence.about(c));
  }
  return out;
}

}  // namespace

ReadChecks read_checks(std::span<const SubCheck> checks, const Evidence& evidence,
                       const Reading& reading, std::span<const Candidate> candidates,
                       const StemWeight& weight) {
  const SentenceReader reader(evidence, reading, candidates);
  ReadChecks out;
  Summary sentences(checks.size());
  Summary chunks(checks.size());
  double met = 1;
  double missed = 0;
  for (const SubCheck& check : checks) {
    // A single check is the whole requirement, examples and all.
    const bool whole = checks.size() == 1;
    std::optional<RequirementWords> own;
    const RequirementWords& asked = whole ? evidence.words() : own.emplace(check.text, weight);
    Highest sentence;
    out.sentences.push_back(reader.read(asked, sentence));
    sentences.add(sentence);
    chunks.add(highest_chunk(asked, whole, evidence, reading, candidates));
    if (check.quantities.empty()) continue;
    met = std::min(met, sentence.met);
    missed = std::max(missed, sentence.missed);
  }
  auto to = std::ranges::copy(sentences.odds_and_means(), out.signals.begin()).out;
  to = std::ranges::copy(std::array{met, missed, sentences.meaning()}, to).out;
  to = std::ranges::copy(chunks.odds_and_means(), to).out;
  *to = chunks.meaning();
  return out;
}

void add_sentences(const ReadChecks& read, const Reading& reading,
                   std::span<const Candidate> candidates, std::vector<Finding>& findings) {
  for (std::size_t c = 0; c < findings.size(); ++c) {
    const std::vector<ReadSentence>& sentences = read.sentences[c];
    std::vector<Match> added;
    for (const ReadSentence& one : sentences) {
      if (added.size() == kSentencesAdded) break;
      if (one.strength < kAsGood * sentences.front().strength) break;
      added.push_back(match_of(one, findings[c], reading, candidates));
    }
    for (Match& match : findings[c].matches) {
      const bool again = std::ranges::count(added, match.passage, &Match::passage) > 0;
      if (!again && added.size() < kKeptMatches) added.push_back(std::move(match));
    }
    findings[c].matches = std::move(added);
  }
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
