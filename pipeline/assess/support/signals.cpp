// SPDX-License-Identifier: Apache-2.0
// Measures the signals of a requirement and its candidates.
#include "pipeline/assess/support/signals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

double count_of(const ConceptText& text, grammar::Words words) {
  return static_cast<double>(std::ranges::count_if(
      text.terms, [words](const text::Term& term) { return grammar::among(words, term.word); }));
}

double numbers_in(const ConceptText& text) {
  return static_cast<double>(std::ranges::count_if(text.terms, &text::Term::number));
}

double share(double part, std::size_t whole) {
  return whole > 0 ? part / static_cast<double>(whole) : 0;
}

// A text whose words are known.
ReadTexts::Text text_of(const text::Wording& said) {
  return std::make_shared<const ConceptText>(said.text, said.terms);
}

// The last heading of a path, as a sentence.
std::string title_of(std::string_view heading_path) {
  const std::size_t at = heading_path.rfind(" > ");
  std::string out(heading_path.substr(at == std::string_view::npos ? 0 : at + 3));
  return out.empty() ? out : out + ".";
}

// The share of the requirement's concepts, or pairs of words, that a chunk has.
template <typename Set>
double shared(const Set& asked, const Set& own) {
  const auto count =
      std::ranges::count_if(asked, [&own](const auto& one) { return own.contains(one); });
  return share(static_cast<double>(count), asked.size());
}

void measure_words(const ConceptText& chunk, const RequirementWords& requirement,
                   const Overlap& overlap, SignalValues& out) {
  out[signal("words")] = share_of(requirement, overlap.said);
  out[signal("meaning")] = share_of(requirement, overlap.meant);
  out[signal("lacks")] = lacking(requirement, overlap.meant);
  out[signal("concepts")] = shared(requirement.concept_ids, chunk.concept_ids);
  out[signal("pairs")] = shared(requirement.pairs, stem_pairs(chunk));
}

void measure_form(const ConceptText& chunk, const RequirementWords& requirement,
                  SignalValues& out) {
  const auto log_of = [](std::size_t count) { return std::log1p(static_cast<double>(count)); };
  out[signal("length")] = log_of(chunk.terms.size());
  out[signal("asked_length")] = log_of(requirement.terms.size());
  out[signal("denials")] = count_of(chunk, lists::kDenyingWords);
  out[signal("duties")] = count_of(chunk, lists::kDutyWords);
  out[signal("ahead")] = count_of(chunk, lists::kAheadWords);
  out[signal("numbers")] = std::log1p(numbers_in(chunk));
  out[signal("asked_numbers")] = std::log1p(numbers_in(requirement));
  out[signal("concept_count")] = log_of(chunk.concept_ids.size());
  out[signal("asked_concepts")] = log_of(requirement.concept_ids.size());
  const bool cells = chunk.text.find(": ") != std::string::npos;
  out[signal("row")] = cells && chunk.text.find("; ") != std::string::npos ? 1 : 0;
  out[signal("question")] = requirement.text.find('?') != std::string::npos ? 1 : 0;
}

void measure_reading(const Candidate& candidate, const std::vector<std::size_t>& passages,
                     const Reading& reading, SignalValues& out) {
  double weakened = 0;
  double others = 0;
  for (const std::size_t p : passages) {
    const Passage& passage = reading.passages[p];
    weakened += passage.weakenings.empty() ? 0 : 1;
    others += passage.of_other ? 1 : 0;
  }
  out[signal("weakened")] = share(weakened, passages.size());
  out[signal("other_party")] = share(others, passages.size());
  out[signal("draft")] = reading.drafts.contains(candidate.document.value) ? 1 : 0;
  out[signal("unfilled")] = reading.unfilled.contains(candidate.document.value) ? 1 : 0;
}

// The signal that what takes force from a passage sets.
std::size_t signal_of(WeakeningRule rule) {
  using enum WeakeningRule;
  switch (rule) {
    case Negation:
    case Failure:
      return signal("near_denied");
    case Plan:
    case Wish:
      return signal("near_ahead");
    case Exception:
      return signal("near_excepted");
    case Draft:
    case Outdated:
    case Blank:
      return signal("near_void");
    case OtherParty:
      return signal("near_others");
    default:
      return signal("near_names");
  }
}

// Of the passage that has most of the requirement's meaning.
void measure_near(const std::vector<std::size_t>& passages, const RequirementWords& requirement,
                  const std::vector<Quantity>& measures, const Reading& reading,
                  const ReadTexts& texts, SignalValues& out) {
  std::optional<std::size_t> best;
  Overlap overlap;
  for (const std::size_t p : passages) {
    Overlap own = overlap_of(requirement, *texts.passages[p]);
    const double meaning = share_of(requirement, own.meant);
    if (best && meaning <= out[signal("near_meaning")]) continue;
    best = p;
    overlap = std::move(own);
    out[signal("near_meaning")] = meaning;
  }
  if (!best) return;
  const Passage& near = reading.passages[*best];
  out[signal("near_words")] = share_of(requirement, overlap.said);
  out[signal("near_precision")] = precision_of(requirement, *texts.passages[*best]);
  out[signal("near_lacks")] = lacking(requirement, overlap.meant);
  for (const Quantity& one : measures) {
    const bool missed = match(one, near.quantities) == QuantityMatch::Missed;
    out[signal("near_missed")] += share(missed ? 1 : 0, measures.size());
  }
  for (const Weakening& found : near.weakenings) out[signal_of(found.rule)] = 1;
  if (near.of_other) out[signal("near_others")] = 1;
}

void measure_measures(const std::vector<std::size_t>& passages, const std::vector<Quantity>& asked,
                      const Reading& reading, SignalValues& out) {
  if (asked.empty()) return;
  out[signal("measures")] = 1;
  for (const Quantity& one : asked) {
    bool met = false;
    bool named = false;
    for (const std::size_t p : passages) {
      const QuantityMatch found = match(one, reading.passages[p].quantities);
      met = met || found == QuantityMatch::Met;
      named = named || found != QuantityMatch::Absent;
    }
    out[signal("measures_met")] += share(met ? 1 : 0, asked.size());
    out[signal("measures_missed")] += share(named && !met ? 1 : 0, asked.size());
  }
}

void measure_distance(std::vector<Signals>& all, std::size_t value, std::size_t behind) {
  double best = -1;
  for (const Signals& one : all) best = std::max(best, one.values[value]);
  for (Signals& one : all) one.values[behind] = one.values[value] - best;
}

}  // namespace

Json to_json(const Signals& signals) {
  Json values = Json::array();
  for (const double value : signals.values) values.push(value);
  Json cues = Json::array();
  for (const std::uint32_t cue : signals.cues) cues.push(static_cast<std::int64_t>(cue));
  return Json::object().set("values", values).set("cues", cues);
}

ReadTexts::Text ReadTexts::joined(std::span<const Part> parts) {
  std::string whole;
  std::vector<text::Term> terms;
  for (const Part& part : parts) {
    if (part.text.empty()) continue;
    const std::size_t start = whole.size();
    whole.append(part.text).push_back(' ');
    for (text::Term term : part.terms) {
      term.start += start;
      term.end += start;
      terms.push_back(std::move(term));
    }
  }
  return std::make_shared<const ConceptText>(std::move(whole), std::move(terms));
}

ReadTexts::ReadTexts(std::span<const Candidate> candidates, const Reading& reading) {
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const CandidateText& read = reading.candidates[c];
    headings.push_back(text_of(read.heading_concludes ? text::Wording() : read.heading));
    titles.push_back(std::make_shared<const ConceptText>(
        read.heading_concludes ? std::string() : title_of(candidates[c].heading_path)));
    std::vector<Part> parts{{titles.back()->text, titles.back()->terms}};
    for (const Sentence& one : read.sentences) parts.push_back({one.said.text, one.said.terms});
    chunks.push_back(joined(parts));
  }
  for (const Passage& one : reading.passages) passages.push_back(text_of(one));
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
    one.values[signal("cosine")] = candidates[c].cosine;
    measure_words(chunk, requirement, one.overlap, one.values);
    measure_form(chunk, requirement, one.values);
    measure_reading(candidates[c], reading.chunks[c], reading, one.values);
    measure_near(reading.chunks[c], requirement, measures, reading, texts, one.values);
    measure_measures(reading.chunks[c], measures, reading, one.values);
    one.cues = cues_of(chunk, requirement);
  }
  measure_distance(out, signal("cosine"), signal("cosine_behind"));
  measure_distance(out, signal("words"), signal("words_behind"));
  measure_distance(out, signal("meaning"), signal("meaning_behind"));
  return out;
}

SentenceTexts::SentenceTexts(std::span<const Candidate> candidates, const Reading& reading,
                             const ReadTexts& texts, std::span<const std::size_t> chunks) {
  reading_.drafts = reading.drafts;
  reading_.unfilled = reading.unfilled;
  std::set<std::size_t> taken;
  for (const std::size_t c : chunks) {
    for (const std::size_t p : reading.chunks[c]) {
      if (!taken.insert(p).second) continue;
      sentences_.push_back(candidates[c]);
      sentences_.back().content = reading.passages[p].text;
      reading_.chunks.push_back({reading_.passages.size()});
      reading_.passages.push_back(reading.passages[p]);
      const ConceptText& title = *texts.titles[c];
      const ConceptText& said = *texts.passages[p];
      const std::array<ReadTexts::Part, 2> parts{
          {{title.text, title.terms}, {said.text, said.terms}}};
      texts_.chunks.push_back(ReadTexts::joined(parts));
      texts_.passages.push_back(texts.passages[p]);
      passages_.push_back(p);
      chunks_.push_back(c);
    }
  }
}

std::vector<Signals> SentenceTexts::measure(const RequirementWords& asked) const {
  return measure_signals(asked, sentences_, reading_, texts_);
}

}  // namespace assay::assess
