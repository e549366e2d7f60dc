// SPDX-License-Identifier: Apache-2.0
// Looking up quotes.
#include "pipeline/llm/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/utf8.hpp"
#include "pipeline/llm/quotes.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::llm {
namespace {

using assess::Candidate;
using assess::Citation;

constexpr std::size_t kNearMisses = 3;
constexpr std::size_t kNearMissBytes = 240;

double four_decimals(double confidence) {
  constexpr double kStep = 1e4;
  return std::round(confidence * kStep) / kStep + 0.0;  // no negative zero
}

// Takes quotes and keeps those that stand where they are said to.
class Citations {
 public:
  explicit Citations(std::span<const Candidate> candidates) : candidates_(candidates) {}

  // The citation of a quote that stands in its chunk; counts what was dropped or repaired.
  std::optional<Citation> verified(const Quote& quote) {
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
    return Citation{chunk->document,    chunk->chunk, std::string(text),
                    chunk->page_number, start,        start + utf8::length(text)};
  }

  // Its place among the citations; each stands there once.
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

Json sub_check(const SubCheck& check, Citations& citations) {
  std::vector<std::size_t> places;
  for (const Quote& quote : check.citations) {
    const auto citation = citations.verified(quote);
    if (!citation) continue;
    const std::size_t place = citations.place_of(*citation);
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  Json numbers = Json::array();
  for (const std::size_t place : places) numbers.push(place);
  return Json::object()
      .set("label", check.label)
      .set("text", check.text)
      .set("met", check.met && !places.empty())
      .set("confidence", four_decimals(check.confidence))
      .set("citations", numbers)
      .set("missingTerms", texts(check.missing));
}

// Contradictions that stand in the evidence. They speak against the requirement, so they are no
// citations of it.
Json weakened(const std::vector<Contradiction>& contradictions, Citations& citations) {
  Json list = Json::array();
  for (const Contradiction& one : contradictions) {
    const auto citation = citations.verified(one.quote);
    if (!citation) continue;
    list.push(Json::object()
                  .set("rule", "contradiction")
                  .set("quote", citation->text)
                  .set("documentId", citation->document.value)
                  .set("chunkId", citation->chunk.value)
                  .set("why", one.why));
  }
  return list;
}

Json near_misses(std::span<const Candidate> candidates, const std::vector<Citation>& cited) {
  Json list = Json::array();
  for (const Candidate& candidate : candidates) {
    if (list.size() == kNearMisses) break;
    if (std::ranges::find(cited, candidate.chunk, &Citation::chunk) != cited.end()) continue;
    const std::string flat = text::collapsed(candidate.content);
    list.push(Json::object()
                  .set("documentId", candidate.document.value)
                  .set("chunkId", candidate.chunk.value)
                  .set("fileName", candidate.file_name)
                  .set("pageNumber", candidate.page_number)
                  .set("score", candidate.score)
                  .set("text", utf8::prefix(flat, kNearMissBytes)));
  }
  return list;
}

}  // namespace

void ask_for_review(Json& details, std::string_view reason) {
  Json reasons = Json::array();
  const Json before = details.get("reviewReasons");
  for (std::size_t i = 0; i < before.size(); ++i) reasons.push(before.at(i));
  details.set("needsReview", true).set("reviewReasons", reasons.push(reason));
}

assess::Verdict verdict_of(const Reply& reply, std::span<const Candidate> candidates) {
  Citations citations(candidates);
  Json checks = Json::array();
  for (const SubCheck& check : reply.subchecks) checks.push(sub_check(check, citations));
  const Json against = weakened(reply.contradictions, citations);
  assess::Verdict verdict;
  verdict.confidence = four_decimals(reply.confidence);
  verdict.citations = citations.kept();
  verdict.reasoning = reply.reasoning;
  verdict.details = Json::object()
                        .set("subchecks", checks)
                        .set("nearMisses", near_misses(candidates, citations.kept()))
                        .set("weakened", against)
                        .set("droppedCitations", citations.dropped())
                        .set("repairedCitations", citations.repaired());
  if (citations.dropped() > 0) ask_for_review(verdict.details, "unverified_quotes");
  return verdict;
}

}  // namespace assay::llm
