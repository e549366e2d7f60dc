// SPDX-License-Identifier: Apache-2.0
// Looks up quotes, computes the confidence and builds the verdict.
#include "pipeline/llm/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::llm {
namespace {

constexpr double kMinProbability = 0.5;
constexpr double kPartlyWeight = 0.5;
constexpr double kBandStart = 0.30;
constexpr double kBandOfBest = 0.10;
constexpr double kBandOfMean = 0.30;

double weight(const Part& part) {
  if (counts_as_met(part)) return 1;
  const bool some = part.verdict == PartVerdict::Met || part.verdict == PartVerdict::Partly;
  return some ? kPartlyWeight : 0;
}

double band(std::span<const Part> parts) {
  double best = 0;
  double sum = 0;
  for (const Part& part : parts) {
    best = std::max(best, weight(part));
    sum += weight(part);
  }
  if (best == 0) return 0;
  return kBandStart + kBandOfBest * best + kBandOfMean * sum / static_cast<double>(parts.size());
}

double least(std::span<const Part> parts, bool contradicted) {
  if (contradicted || parts.empty() || !std::ranges::all_of(parts, counts_as_met)) return 0;
  return std::ranges::min(parts, {}, &Part::probability).probability;
}

using assess::Candidate;
using assess::Citation;

constexpr std::size_t kMaxNearMisses = 3;
constexpr std::size_t kMaxNearMissBytes = 240;

double four_decimals(double confidence) {
  constexpr double kStep = 1e4;
  return std::round(confidence * kStep) / kStep + 0.0;  // no negative zero
}

// A quote that was found, with the text around it.
struct Verified {
  Citation citation;
  Surroundings around;
};

// Takes quotes and keeps those found in the chunk that they name.
class Citations {
 public:
  explicit Citations(std::span<const Candidate> candidates) : candidates_(candidates) {}

  // Returns the quote if it is in its chunk; counts dropped and repaired quotes.
  std::optional<Verified> verified(const Quote& quote) {
    const auto chunk = std::ranges::find_if(candidates_, [&quote](const Candidate& candidate) {
      return candidate.chunk.value == quote.chunk_id;
    });
    const auto found =
        chunk == candidates_.end() ? std::nullopt : find_quote(chunk->content, quote.text);
    if (!found) {
      ++dropped_;
      return std::nullopt;
    }
    if (found->repaired) ++repaired_;
    const std::string_view content = chunk->content;
    const std::string_view text = content.substr(found->start, found->end - found->start);
    const std::size_t start = utf8::length(content.substr(0, found->start));
    return Verified{{chunk->document, chunk->chunk, std::string(text), chunk->page_number, start,
                     start + utf8::length(text)},
                    {sentences_around(content, found->start, found->end), chunk->heading_path}};
  }

  // Its index among the citations; each is listed once.
  std::size_t place_of(const Citation& citation) {
    const auto same = std::ranges::find_if(kept_, [&citation](const Citation& one) {
      return one.chunk == citation.chunk && one.start_offset == citation.start_offset &&
             one.end_offset == citation.end_offset;
    });
    if (same != kept_.end()) return static_cast<std::size_t>(same - kept_.begin());
    kept_.push_back(citation);
    return kept_.size() - 1;
  }

  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }
  [[nodiscard]] std::size_t repaired() const noexcept { return repaired_; }
  [[nodiscard]] const std::vector<Citation>& kept() const noexcept { return kept_; }

 private:
  std::span<const Candidate> candidates_;
  std::vector<Citation> kept_;
  std::size_t dropped_ = 0;
  std::size_t repaired_ = 0;
};

Json texts(const std::vector<std::string>& items) {
  Json list = Json::array();
  for (const std::string& item : items) list.push(item);
  return list;
}

// Turns the parts of a reply into what is stored and counted.
class Parts {
 public:
  Parts(std::string_view requirement, Citations& citations)
      : requirement_(requirement), citations_(citations) {}

  void add(const SubCheck& check) {
    const bool against = check.verdict == PartVerdict::Contradicted;
    std::vector<std::size_t> places;
    std::vector<Surroundings> around;
    for (const Quote& quote : check.citations) {
      const auto found = citations_.verified(quote);
      if (!found) continue;
      if (against) {
        speaks_against(found->citation, check.missing.empty() ? check.text : check.missing.front());
        continue;
      }
      const std::size_t place = citations_.place_of(found->citation);
      if (std::ranges::find(places, place) == places.end()) places.push_back(place);
      around.push_back(found->around);
    }
    Part part{check.verdict, check.probability};
    if (places.empty() && !against) part.verdict = PartVerdict::Not;
    if (part.verdict == PartVerdict::Met) judge_claim(check, around, part);
    parts_.push_back(part);
    Json numbers = Json::array();
    for (const std::size_t place : places) numbers.push(place);
    checks_.push(Json::object()
                     .set("label", check.label)
                     .set("text", check.text)
                     .set("verdict", to_text(part.verdict))
                     .set("met", part.verdict == PartVerdict::Met)
                     .set("confidence", four_decimals(check.probability))
                     .set("citations", numbers)
                     .set("missingTerms", texts(check.missing)));
  }

  // A contradiction whose quote is not in the evidence does not count.
  void add(const Contradiction& one) {
    const auto found = citations_.verified(one.quote);
    if (!found) return;
    contradicted_ = true;
    speaks_against(found->citation, one.why);
  }

  [[nodiscard]] double confidence() const { return confidence_of(parts_, contradicted_); }
  [[nodiscard]] bool carried() const noexcept { return carried_; }
  [[nodiscard]] const Json& checks() const noexcept { return checks_; }
  [[nodiscard]] const Json& weakened() const noexcept { return weakened_; }

 private:
  void judge_claim(const SubCheck& check, const std::vector<Surroundings>& around, Part& part) {
    const bool worded = word_count(check.text) > 0;
    const std::string_view claim = worded ? std::string_view(check.text) : requirement_;
    if (carried_share(claim, around) < kMinCarried) carried_ = false;
    if (!counts_as_met(part)) part.verdict = PartVerdict::Partly;
  }

  void speaks_against(const Citation& citation, const std::string& why) {
    weakened_.push(Json::object()
                       .set("rule", "contradiction")
                       .set("quote", citation.text)
                       .set("documentId", citation.document.value)
                       .set("chunkId", citation.chunk.value)
                       .set("why", why));
  }

  std::string_view requirement_;
  Citations& citations_;
  std::vector<Part> parts_;
  bool contradicted_ = false;
  bool carried_ = true;
  Json checks_ = Json::array();
  Json weakened_ = Json::array();
};

Json near_misses(std::span<const Candidate> candidates, const std::vector<Citation>& cited) {
  Json list = Json::array();
  for (const Candidate& candidate : candidates) {
    if (list.size() == kMaxNearMisses) break;
    if (std::ranges::find(cited, candidate.chunk, &Citation::chunk) != cited.end()) continue;
    const std::string flat = text::collapsed(candidate.content);
    list.push(Json::object()
                  .set("documentId", candidate.document.value)
                  .set("chunkId", candidate.chunk.value)
                  .set("fileName", candidate.file_name)
                  .set("pageNumber", candidate.page_number)
                  .set("score", candidate.score)
                  .set("text", utf8::prefix(flat, kMaxNearMissBytes)));
  }
  return list;
}

}  // namespace

bool counts_as_met(const Part& part) {
  return part.verdict == PartVerdict::Met && part.probability >= kMinProbability;
}

double confidence_of(std::span<const Part> parts, bool contradicted) {
  constexpr double kStep = 1e4;
  const double whole = std::max(band(parts), least(parts, contradicted));
  return std::round(whole * kStep) / kStep;
}

void ask_for_review(Json& details, std::string_view reason) {
  Json reasons = Json::array();
  const Json before = details.get("reviewReasons");
  for (std::size_t i = 0; i < before.size(); ++i) reasons.push(before.at(i));
  details.set("needsReview", true).set("reviewReasons", reasons.push(reason));
}

assess::Verdict verdict_of(const Reply& reply, std::string_view requirement,
                           std::span<const Candidate> candidates) {
  Citations citations(candidates);
  Parts parts(requirement, citations);
  for (const SubCheck& check : reply.subchecks) parts.add(check);
  for (const Contradiction& one : reply.contradictions) parts.add(one);
  assess::Verdict verdict;
  verdict.confidence = parts.confidence();
  verdict.citations = citations.kept();
  verdict.reasoning = reply.reasoning;
  verdict.details = Json::object()
                        .set("subchecks", parts.checks())
                        .set("nearMisses", near_misses(candidates, citations.kept()))
                        .set("weakened", parts.weakened())
                        .set("droppedCitations", citations.dropped())
                        .set("repairedCitations", citations.repaired());
  if (citations.dropped() > 0) ask_for_review(verdict.details, "unverified_quotes");
  if (!parts.carried()) ask_for_review(verdict.details, "quotes_do_not_carry");
  return verdict;
}

}  // namespace assay::llm
