// SPDX-License-Identifier: Apache-2.0
// Reading sentences beside sub-checks, and aligning sub-checks with the verdict.
#include "pipeline/assess/judge/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/base/thresholds.hpp"
#include "pipeline/assess/judge/confidence.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kReadClosely = 5;     // chunks whose sentences are read one by one
constexpr std::size_t kSentencesAdded = 2;  // to a sub-check
constexpr double kAsGood = 0.7;             // a further sentence: this share of the best one

double shows(const Support& support) {
  return support.shows + support.part / 2;
}

class SentenceReader {
 public:
  SentenceReader(const Evidence& evidence, const Reading& reading,
                 std::span<const Candidate> candidates, const StemWeight& weight)
      : evidence_(evidence), weight_(weight) {
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

  // Best first.
  [[nodiscard]] std::vector<ReadSentence> read(std::string_view asked) const {
    const RequirementWords words(asked, weight_);
    const auto signals = measure_signals(words, sentences_, alone_, *texts_);
    std::vector<ReadSentence> out;
    for (std::size_t i = 0; i < signals.size(); ++i) {
      // The chunk knows the context, the sentence the words, the document what it is about.
      const double own = shows(SupportModel::shipped().of(signals[i]));
      const double chunk = shows(evidence_.supports()[chunks_[i]]);
      out.push_back({passages_[i], (own + chunk) / 2 * (0.3 + 0.7 * evidence_.about(chunks_[i]))});
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
  const StemWeight& weight_;
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

}  // namespace

void add_sentences(std::span<const SubCheck> checks, const Evidence& evidence,
                   const Reading& reading, std::span<const Candidate> candidates,
                   const StemWeight& weight, std::vector<Finding>& findings) {
  const SentenceReader reader(evidence, reading, candidates, weight);
  for (std::size_t c = 0; c < findings.size(); ++c) {
    // A single check is the whole requirement, examples and all.
    const auto sentences = reader.read(checks.size() == 1 ? std::string_view(evidence.words().text)
                                                          : std::string_view(checks[c].text));
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
