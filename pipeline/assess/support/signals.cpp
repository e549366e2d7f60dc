// SPDX-License-Identifier: Apache-2.0
// Measuring a requirement beside its candidates.
#include "pipeline/assess/support/signals.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/support/cues.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

enum Signal : std::size_t {
  kCosine,
  kWords,
  kConcepts,
  kMeaning,
  kPairs,
  kCosineBehind,
  kWordsBehind,
  kMeaningBehind,
  kLength,
  kAskedLength,
  kDenials,
  kDuties,
  kAhead,
  kNumbers,
  kAskedNumbers,
  kConceptCount,
  kAskedConcepts,
  kRow,
  kQuestion,
  kWeakened,
  kOtherParty,
  kDraft,
  kUnfilled,
  kNearMeaning,
  kNearWords,
  kNearDenied,
  kNearAhead,
  kNearExcepted,
  kNearVoid,
  kNearNames,
  kNearOthers,
  kMeasures,
  kMeasuresMet,
  kMeasuresMissed,
  kSignals
};
static_assert(kSignals == kSignalNames.size());

template <typename Words>
double count_of(const ConceptText& text, const Words& words) {
  return static_cast<double>(std::ranges::count_if(text.terms, [&words](const text::Term& term) {
    return std::ranges::count(words, term.word) > 0;
  }));
}

double numbers_in(const ConceptText& text) {
  return static_cast<double>(std::ranges::count_if(text.terms, &text::Term::number));
}

double share(double part, std::size_t whole) {
  return whole > 0 ? part / static_cast<double>(whole) : 0;
}

// What of a chunk is read: its last heading and its sentences.
std::string read_text(const Candidate& candidate) {
  const CandidateText parts(candidate);
  std::string out;
  if (!parts.heading_concludes) {
    const std::size_t at = candidate.heading_path.rfind(" > ");
    out = candidate.heading_path.substr(at == std::string::npos ? 0 : at + 3);
    if (!out.empty()) out += ". ";
  }
  for (const Sentence& sentence : parts.sentences) out += sentence.said.text + " ";
  return out;
}

void measure_words(const ConceptText& chunk, const RequirementWords& requirement,
                   const Overlap& overlap, SignalValues& out) {
  const auto concepts = std::ranges::count_if(
      requirement.concept_ids,
      [&chunk](std::string_view id) { return chunk.concept_ids.contains(id); });
  const auto own = stem_pairs(chunk);
  const auto pairs = std::ranges::count_if(
      requirement.pairs, [&own](const StemPair& pair) { return own.contains(pair); });
  out[kWords] = share_of(requirement, overlap.said);
  out[kMeaning] = share_of(requirement, overlap.meant);
  out[kConcepts] = share(static_cast<double>(concepts), requirement.concept_ids.size());
  out[kPairs] = share(static_cast<double>(pairs), requirement.pairs.size());
}

void measure_form(const ConceptText& chunk, const RequirementWords& requirement,
                  SignalValues& out) {
  const auto log_of = [](std::size_t count) { return std::log1p(static_cast<double>(count)); };
  out[kLength] = log_of(chunk.terms.size());
  out[kAskedLength] = log_of(requirement.terms.size());
  out[kDenials] = count_of(chunk, lists::kDenyingWords);
  out[kDuties] = count_of(chunk, lists::kDutyWords);
  out[kAhead] = count_of(chunk, lists::kAheadWords);
  out[kNumbers] = std::log1p(numbers_in(chunk));
  out[kAskedNumbers] = std::log1p(numbers_in(requirement));
  out[kConceptCount] = log_of(chunk.concept_ids.size());
  out[kAskedConcepts] = log_of(requirement.concept_ids.size());
  const bool cells = chunk.text.find(": ") != std::string::npos;
  out[kRow] = cells && chunk.text.find("; ") != std::string::npos ? 1 : 0;
  out[kQuestion] = requirement.text.find('?') != std::string::npos ? 1 : 0;
}

void measure_reading(const Candidate& candidate, const ChunkReading& chunk, const Reading& reading,
                     SignalValues& out) {
  double weakened = 0;
  double others = 0;
  for (const std::size_t p : chunk.passages) {
    const Passage& passage = reading.passages[p];
    weakened += passage.weakenings.empty() ? 0 : 1;
    others += passage.other_party || passage.other_speaker ? 1 : 0;
  }
  out[kWeakened] = share(weakened, chunk.passages.size());
  out[kOtherParty] = share(others, chunk.passages.size());
  out[kDraft] = reading.drafts.contains(candidate.document.value) ? 1 : 0;
  out[kUnfilled] = reading.unfilled.contains(candidate.document.value) ? 1 : 0;
}

// The signal that what takes force from a passage sets.
Signal signal_of(WeakeningRule rule) {
  switch (rule) {
    case WeakeningRule::Negation:
    case WeakeningRule::Failure:
      return kNearDenied;
    case WeakeningRule::Plan:
    case WeakeningRule::Wish:
      return kNearAhead;
    case WeakeningRule::Exception:
      return kNearExcepted;
    case WeakeningRule::Draft:
    case WeakeningRule::Outdated:
    case WeakeningRule::Blank:
      return kNearVoid;
    case WeakeningRule::OtherParty:
    case WeakeningRule::OutOfPeriod:
      return kNearOthers;
    case WeakeningRule::Contents:
    case WeakeningRule::Definition:
    case WeakeningRule::History:
    case WeakeningRule::Question:
      break;
  }
  return kNearNames;
}

void measure_near(const ChunkReading& chunk, const RequirementWords& requirement,
                  const Reading& reading, const ReadTexts& texts, SignalValues& out) {
  const Passage* near = nullptr;
  for (const std::size_t p : chunk.passages) {
    const Overlap overlap = overlap_of(requirement, *texts.passages[p]);
    const double meaning = share_of(requirement, overlap.meant);
    if (near != nullptr && meaning <= out[kNearMeaning]) continue;
    near = &reading.passages[p];
    out[kNearMeaning] = meaning;
    out[kNearWords] = share_of(requirement, overlap.said);
  }
  if (near == nullptr) return;
  for (const Weakening& found : near->weakenings) out[signal_of(found.rule)] = 1;
  if (near->exempted_by) out[kNearExcepted] = 1;
  if (near->other_party || near->other_speaker) out[kNearOthers] = 1;
}

void measure_measures(const ChunkReading& chunk, const std::vector<Quantity>& asked,
                      const Reading& reading, SignalValues& out) {
  if (asked.empty()) return;
  out[kMeasures] = 1;
  for (const Quantity& one : asked) {
    bool met = false;
    bool named = false;
    for (const std::size_t p : chunk.passages) {
      const QuantityMatch found = match(one, reading.passages[p].quantities);
      met = met || found == QuantityMatch::Met;
      named = named || found != QuantityMatch::Absent;
    }
    out[kMeasuresMet] += met ? 1.0 / static_cast<double>(asked.size()) : 0;
    out[kMeasuresMissed] += named && !met ? 1.0 / static_cast<double>(asked.size()) : 0;
  }
}

void measure_distance(std::vector<Signals>& all, Signal value, Signal behind) {
  double best = -1;
  for (const Signals& one : all) best = std::max(best, one.values[value]);
  for (Signals& one : all) one.values[behind] = one.values[value] - best;
}

}  // namespace

double Signals::value(std::string_view name) const {
  const auto at = std::ranges::find(kSignalNames, name) - kSignalNames.begin();
  return values.at(static_cast<std::size_t>(at));
}

Json to_json(const Signals& signals) {
  Json values = Json::array();
  for (const double value : signals.values) values.push(value);
  Json cues = Json::array();
  for (const std::uint32_t cue : signals.cues) cues.push(static_cast<std::int64_t>(cue));
  return Json::object().set("values", values).set("cues", cues);
}

ReadTexts::ReadTexts(std::span<const Candidate> candidates, const Reading& reading) {
  for (const Candidate& one : candidates) {
    chunks.push_back(std::make_unique<const ConceptText>(read_text(one)));
  }
  for (const Passage& one : reading.passages) {
    passages.push_back(std::make_unique<const ConceptText>(one.text));
  }
}

std::vector<Signals> measure_signals(const RequirementWords& requirement,
                                     std::span<const Candidate> candidates, const Reading& reading,
                                     const ReadTexts& texts) {
  const auto measures = asked_quantities(requirement.text);
  std::vector<Signals> out(candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const ConceptText& chunk = *texts.chunks[c];
    Signals& one = out[c];
    one.overlap = overlap_of(requirement, chunk);
    one.values[kCosine] = candidates[c].cosine;
    measure_words(chunk, requirement, one.overlap, one.values);
    measure_form(chunk, requirement, one.values);
    measure_reading(candidates[c], reading.chunks[c], reading, one.values);
    measure_near(reading.chunks[c], requirement, reading, texts, one.values);
    measure_measures(reading.chunks[c], measures, reading, one.values);
    one.cues = cues_of(chunk, requirement);
  }
  measure_distance(out, kCosine, kCosineBehind);
  measure_distance(out, kWords, kWordsBehind);
  measure_distance(out, kMeaning, kMeaningBehind);
  return out;
}

}  // namespace assay::assess
