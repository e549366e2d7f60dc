// SPDX-License-Identifier: Apache-2.0
// Measuring a requirement beside its candidates.
#include "bench/judgement/model/signals.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "bench/judgement/model/cue_words.hpp"
#include "pipeline/text/concepts.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using Terms = std::vector<text::Term>;

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
  kSignals
};
static_assert(kSignals == kSignalNames.size());

// A text's terms, with the concepts that occur in it.
struct Said {
  std::string text;
  Terms terms;
  std::vector<text::ConceptMatch> concepts;
  std::set<std::string_view> concept_ids;

  explicit Said(std::string from)
      : text(std::move(from)), terms(text::terms(text)), concepts(text::concepts_in(terms)) {
    for (const auto& found : concepts) concept_ids.insert(found.concept_id);
  }
};

std::set<std::pair<std::string_view, std::string_view>> pairs_of(const Terms& terms) {
  std::set<std::pair<std::string_view, std::string_view>> out;
  for (std::size_t i = 1; i < terms.size(); ++i) out.insert({terms[i - 1].stem, terms[i].stem});
  return out;
}

struct Asked : Said {
  std::map<std::string_view, double> stems;  // content words, with their weights
  std::map<std::string_view, std::set<std::string_view>> concepts_of;  // of stems within them
  std::set<std::pair<std::string_view, std::string_view>> pairs;
  double whole = 0;

  Asked(std::string_view requirement, const StemWeight& weight) : Said(std::string(requirement)) {
    for (const text::Term& term : terms) {
      if (!term.stop && term.word.size() > 1)
        stems.emplace(term.stem, weight ? weight(term.stem) : 1.0);
    }
    for (const auto& [stem, one] : stems) whole += one;
    for (const auto& found : concepts) {
      for (std::size_t i = found.first; i < found.last; ++i) {
        concepts_of[terms[i].stem].insert(found.concept_id);
      }
    }
    pairs = pairs_of(terms);
  }
};

template <std::size_t N>
double count_of(const Terms& terms, const std::array<std::string_view, N>& words) {
  return static_cast<double>(std::ranges::count_if(terms, [&words](const text::Term& term) {
    return std::ranges::count(words, term.word) > 0;
  }));
}

double numbers_in(const Terms& terms) {
  return static_cast<double>(std::ranges::count_if(terms, &text::Term::number));
}

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
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

bool is_cue_word(const text::Term& term) {
  static const std::unordered_set<std::string_view> kWords(lists::kCueWords.begin(),
                                                           lists::kCueWords.end());
  return term.stop || kWords.contains(term.word);
}

// The first mark between two terms that ends or parts something.
char mark_between(std::string_view text, std::size_t from, std::size_t to) {
  const std::size_t at = text.substr(from, to - from).find_first_of(".;:?!%");
  return at == std::string_view::npos ? '\0' : text[from + at];
}

std::vector<std::string> masked(const Said& chunk, const Asked& asked) {
  std::vector<bool> in_concept(chunk.terms.size());
  for (const auto& found : chunk.concepts) {
    if (!asked.concept_ids.contains(found.concept_id)) continue;
    for (std::size_t i = found.first; i < found.last; ++i) in_concept[i] = true;
  }
  std::vector<std::string> out;
  const auto add = [&out](std::string token) {
    const bool repeats = token == "=" || token == "~" || token == "x";
    if (!repeats || out.empty() || out.back() != token) out.push_back(std::move(token));
  };
  std::size_t end = 0;
  for (std::size_t i = 0; i < chunk.terms.size(); ++i) {
    const text::Term& term = chunk.terms[i];
    if (const char mark = mark_between(chunk.text, end, term.start)) add(std::string(1, mark));
    end = term.end;
    if (!term.stop && asked.stems.contains(term.stem)) {
      add("=");
    } else if (in_concept[i]) {
      add("~");
    } else if (term.number) {
      add("#");
    } else {
      add(is_cue_word(term) ? term.word : "x");
    }
  }
  if (const char mark = mark_between(chunk.text, end, chunk.text.size())) add(std::string(1, mark));
  return out;
}

// FNV-1a, 32 bits.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char byte : text) {
      value_ = (value_ ^ static_cast<unsigned char>(byte)) * 16777619U;
    }
  }
  [[nodiscard]] std::uint32_t bucket() const { return (value_ ^ (value_ >> 16U)) % kCueBuckets; }

 private:
  std::uint32_t value_ = 2166136261U;
};

std::vector<std::uint32_t> cues_of(const Said& chunk, const Asked& asked) {
  constexpr std::size_t kLongest = 4;
  std::vector<std::uint32_t> out;
  const auto tokens = masked(chunk, asked);
  for (std::size_t first = 0; first < tokens.size(); ++first) {
    Hash hash;
    for (std::size_t i = first; i < std::min(first + kLongest, tokens.size()); ++i) {
      hash.add("_");
      hash.add(tokens[i]);
      out.push_back(hash.bucket());
    }
  }
  for (const text::Term& term : chunk.terms) {
    Hash hash;
    hash.add("w:");
    hash.add(term.stem);
    out.push_back(hash.bucket());
  }
  std::ranges::sort(out);
  const auto repeated = std::ranges::unique(out);
  out.erase(repeated.begin(), repeated.end());
  return out;
}

void measure_words(const Said& chunk, const Asked& asked, SignalValues& out) {
  std::set<std::string_view> stems;
  for (const text::Term& term : chunk.terms) stems.insert(term.stem);
  double words = 0;
  double meaning = 0;
  for (const auto& [stem, weight] : asked.stems) {
    const bool said = stems.contains(stem);
    const auto known = asked.concepts_of.find(stem);
    const bool meant = known != asked.concepts_of.end() &&
                       std::ranges::any_of(known->second, [&chunk](std::string_view id) {
                         return chunk.concept_ids.contains(id);
                       });
    words += said ? weight : 0;
    meaning += said || meant ? weight : 0;
  }
  const auto shared = std::ranges::count_if(
      asked.concept_ids, [&chunk](std::string_view id) { return chunk.concept_ids.contains(id); });
  const auto pairs = pairs_of(chunk.terms);
  const auto same = std::ranges::count_if(
      asked.pairs, [&pairs](const auto& pair) { return pairs.contains(pair); });
  out[kWords] = share(words, asked.whole);
  out[kMeaning] = share(meaning, asked.whole);
  out[kConcepts] =
      share(static_cast<double>(shared), static_cast<double>(asked.concept_ids.size()));
  out[kPairs] = share(static_cast<double>(same), static_cast<double>(asked.pairs.size()));
}

void measure_form(const Said& chunk, const Asked& asked, SignalValues& out) {
  const auto log_of = [](std::size_t count) { return std::log1p(static_cast<double>(count)); };
  out[kLength] = log_of(chunk.terms.size());
  out[kAskedLength] = log_of(asked.terms.size());
  out[kDenials] = count_of(chunk.terms, lists::kDenyingWords);
  out[kDuties] = count_of(chunk.terms, lists::kDutyWords);
  out[kAhead] = count_of(chunk.terms, lists::kAheadWords);
  out[kNumbers] = std::log1p(numbers_in(chunk.terms));
  out[kAskedNumbers] = std::log1p(numbers_in(asked.terms));
  out[kConceptCount] = log_of(chunk.concept_ids.size());
  out[kAskedConcepts] = log_of(asked.concept_ids.size());
  const bool cells = chunk.text.find(": ") != std::string::npos;
  out[kRow] = cells && chunk.text.find("; ") != std::string::npos ? 1 : 0;
  out[kQuestion] = asked.text.find('?') != std::string::npos ? 1 : 0;
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
  out[kWeakened] = share(weakened, static_cast<double>(chunk.passages.size()));
  out[kOtherParty] = share(others, static_cast<double>(chunk.passages.size()));
  out[kDraft] = reading.drafts.contains(candidate.document.value) ? 1 : 0;
  out[kUnfilled] = reading.unfilled.contains(candidate.document.value) ? 1 : 0;
}

void measure_distance(std::vector<Signals>& all, Signal value, Signal behind) {
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

std::vector<Signals> measure_signals(std::string_view requirement,
                                     std::span<const Candidate> candidates, const Reading& reading,
                                     const StemWeight& weight) {
  const Asked asked(requirement, weight);
  std::vector<Signals> out(candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Said chunk(read_text(candidates[c]));
    out[c].values[kCosine] = candidates[c].cosine;
    measure_words(chunk, asked, out[c].values);
    measure_form(chunk, asked, out[c].values);
    measure_reading(candidates[c], reading.chunks[c], reading, out[c].values);
    out[c].cues = cues_of(chunk, asked);
  }
  measure_distance(out, kCosine, kCosineBehind);
  measure_distance(out, kWords, kWordsBehind);
  measure_distance(out, kMeaning, kMeaningBehind);
  return out;
}

}  // namespace assay::assess
