// SPDX-License-Identifier: Apache-2.0
// A verdict in words and as data, written from the findings of the sub-checks.
#include "pipeline/assess/explain/explanation.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kCitationsPerCheck = 2;
// An answer is put in other words than its question: more places are shown, and for a thing named
// (parties, a date) those at the beginning of the document, where it says what it is.
constexpr std::size_t kCitationsPerQuestion = 4;
constexpr std::size_t kOpening = 30;  // passages that may say it
constexpr std::size_t kCitationsOfOpening = 5;
constexpr std::size_t kTitle = 3;  // the passages where it says what it is
constexpr std::size_t kNearMisses = 3;
constexpr std::size_t kQuotedBytes = 160;

std::string quoted(std::string_view text) {
  const std::string flat = text::collapsed(text);
  const std::string_view start = utf8::prefix(flat, kQuotedBytes);
  return "\"" + std::string(start) + (start.size() < flat.size() ? "…\"" : "\"");
}

class Writer {
 public:
  Writer(std::span<const SubCheck> checks, std::span<const Finding> findings,
         const Conclusion& conclusion, const Reading& reading,
         std::span<const Candidate> candidates)
      : checks_(checks),
        findings_(findings),
        conclusion_(conclusion),
        reading_(reading),
        candidates_(candidates) {}

  Verdict write() {
    Json list = Json::array();
    for (std::size_t c = 0; c < checks_.size(); ++c) list.push(check_details(c));
    finish_confidence();
    verdict_.details = Json::object();
    verdict_.details.set("subchecks", list)
        .set("supported", rounded(std::max(conclusion_.supported, verdict_.confidence)))
        .set("nearMisses", near_misses())
        .set("weakened", weakened_)
        .set("passagesRead", reading_.passages.size());
    verdict_.reasoning = reasoning();
    return std::move(verdict_);
  }

 private:
  [[nodiscard]] const Passage& passage(const Match& match) const {
    return reading_.passages[match.passage];
  }
  [[nodiscard]] const Candidate& candidate(const Match& match) const {
    return candidates_[passage(match).candidate];
  }
  [[nodiscard]] std::string place(const Match& match) const {
    return candidate(match).file_name + ", page " + std::to_string(candidate(match).page_number);
  }
  [[nodiscard]] bool met(std::size_t check) const {
    return findings_[check].probability >= constants::kMet;
  }

  // Whether the passage has so much to do with what is asked that a reader should see it.
  [[nodiscard]] static bool relevant(const Finding& finding, const Match& match) {
    return match.strength >= constants::kCited || finding.uncalibrated >= constants::kCitedAnyway;
  }

  // The citation's number; the same words are cited once.
  std::size_t cite(const Match& match) {
    const Candidate& chunk = candidate(match);
    const text::ByteRange range = passage(match).range;
    Citation out;
    out.document = chunk.document;
    out.chunk = chunk.chunk;
    out.page_number = chunk.page_number;
    out.ocr_confidence = chunk.ocr_confidence;
    out.text = std::string(range.of(chunk.content));
    out.start_offset = utf8::length(std::string_view(chunk.content).substr(0, range.start));
    out.end_offset = out.start_offset + utf8::length(out.text);
    for (std::size_t i = 0; i < verdict_.citations.size(); ++i) {
      const Citation& known = verdict_.citations[i];
      if (known.chunk == out.chunk && known.start_offset == out.start_offset) return i;
    }
    verdict_.citations.push_back(std::move(out));
    return verdict_.citations.size() - 1;
  }

  Json check_details(std::size_t c) {
    const Finding& finding = findings_[c];
    Json cited = Json::array();
    std::size_t count = 0;
    for (const Match& match : finding.matches) {
      if (count == (checks_[c].question ? kCitationsPerQuestion : kCitationsPerCheck)) break;
      if (!checks_[c].question && !relevant(finding, match)) continue;
      const double near = checks_[c].question ? 0.5 : 0.8;
      if (count > 0 && match.value() < near * finding.matches.front().value()) break;
      cited.push(cite(match));
      cited_.insert(match.passage);
      note_weakenings(match);
      ++count;
    }
    if (checks_[c].names_thing) cite_openings(cited);
    if (finding.contradicted) {
      cited.push(cite(finding.contradiction));
      cited_.insert(finding.contradiction.passage);
      note_weakenings(finding.contradiction);
    }
    Json missing = Json::array();
    for (const std::string& word : finding.missing) missing.push(word);
    Json out = Json::object();
    out.set("label", checks_[c].label)
        .set("text", checks_[c].text)
        .set("met", met(c))
        .set("confidence", rounded(finding.probability))
        .set("citations", cited)
        .set("missingTerms", missing);
    return out;
  }

  // Of each document's beginning what can be the answer: its title, or somebody's name.
  void cite_openings(Json& cited) {
    for (const auto& run : reading_.runs) {
      if (run.empty()) continue;
      if (candidates_[reading_.passages[run.front()].candidate].chunk_index != 0) continue;
      std::size_t count = 0;
      for (std::size_t i = 0; i < std::min(kOpening, run.size()); ++i) {
        const Passage& one = reading_.passages[run[i]];
        if (count == kCitationsOfOpening || (!one.has_name && i >= kTitle)) continue;
        Match opening;
        opening.passage = run[i];
        cited.push(cite(opening));
        cited_.insert(opening.passage);
        ++count;
      }
    }
  }

  void note(std::string_view rule, std::string_view quote, const Match& match) {
    if (!noted_.insert({std::string(rule), match.passage}).second) return;
    Json out = Json::object();
    out.set("rule", rule)
        .set("quote", quote)
        .set("documentId", candidate(match).document.value)
        .set("chunkId", candidate(match).chunk.value);
    weakened_.push(out);
  }

  void note_weakenings(const Match& match) {
    for (const Weakening& found : match.weakened)
      note(rule_name(found.rule), passage(match).text, match);
    if (match.quantity_missed) note("quantity", passage(match).text, match);
    if (match.draft) note("draft", candidate(match).file_name, match);
  }

  void finish_confidence() {
    double confidence = conclusion_.confidence;
    if (verdict_.citations.empty()) confidence = std::min(confidence, constants::kWithoutCitation);
    verdict_.confidence = rounded(confidence);
  }

  // The closest passages that are not cited.
  [[nodiscard]] std::vector<Match> closest_uncited() const {
    std::vector<Match> out;
    std::set<std::size_t> taken = cited_;
    for (const Finding& finding : findings_) {
      for (const Match& match : finding.matches) {
        if (match.strength >= constants::kNearMiss && taken.insert(match.passage).second) {
          out.push_back(match);
        }
      }
    }
    std::ranges::stable_sort(
        out, [](const Match& a, const Match& b) { return a.strength > b.strength; });
    if (out.size() > kNearMisses) out.resize(kNearMisses);
    return out;
  }

  [[nodiscard]] Json near_misses() const {
    Json out = Json::array();
    for (const Match& match : closest_uncited()) {
      Json item = Json::object();
      item.set("documentId", candidate(match).document.value)
          .set("chunkId", candidate(match).chunk.value)
          .set("fileName", candidate(match).file_name)
          .set("pageNumber", candidate(match).page_number)
          .set("score", rounded(match.strength))
          .set("text", passage(match).text);
      out.push(item);
    }
    return out;
  }

  [[nodiscard]] std::string shown(std::size_t c) const {
    const Finding& finding = findings_[c];
    const Match& best = finding.matches.front();
    std::string out =
        "Shown: " + checks_[c].text + " (" + place(best) + ": " + quoted(passage(best).text) + ").";
    if (finding.contradicted) {
      out += " Against it stands " + place(finding.contradiction) + ": " +
             quoted(passage(finding.contradiction).text) + ".";
    }
    return out;
  }

  [[nodiscard]] std::string why_weak(const Match& match) const {
    std::string out;
    const auto add = [&out](std::string_view reason) {
      if (out.find(reason) != std::string::npos) return;
      out += (out.empty() ? "" : "; ") + std::string(reason);
    };
    for (const Weakening& found : match.weakened) add(assess::explain(found.rule));
    if (match.quantity_missed) add("the period or size it names does not meet the requirement");
    if (match.draft) add(assess::explain(WeakeningRule::Draft));
    return out;
  }

  [[nodiscard]] std::string not_shown(std::size_t c) const {
    const Finding& finding = findings_[c];
    std::string out = "Not shown: " + checks_[c].text;
    if (finding.matches.empty() || !relevant(finding, finding.matches.front())) {
      out += " (no passage bears on it";
      if (!finding.missing.empty()) {
        out += "; nothing mentions ";
        for (std::size_t i = 0; i < finding.missing.size() && i < 4; ++i) {
          out += (i > 0 ? ", " : "") + ("\"" + finding.missing[i] + "\"");
        }
      }
      return out + ").";
    }
    const Match& best = finding.contradicted ? finding.contradiction : finding.matches.front();
    const std::string why = why_weak(best);
    out += " (closest: " + place(best) + ": " + quoted(passage(best).text);
    return out + (why.empty() ? ", which covers it only in part)." : "; but " + why + ").");
  }

  [[nodiscard]] std::string reasoning() const {
    std::string out;
    std::size_t count = 0;
    for (std::size_t c = 0; c < checks_.size(); ++c) count += met(c) ? 1 : 0;
    out = std::to_string(count) + " of " + std::to_string(checks_.size()) + " sub-checks shown.";
    for (std::size_t c = 0; c < checks_.size(); ++c) {
      out += "\n" + (met(c) ? shown(c) : not_shown(c));
    }
    for (const Match& match : closest_uncited()) {
      out += "\nNear: " + place(match) + ": " + quoted(passage(match).text) + ".";
    }
    return out;
  }

  std::span<const SubCheck> checks_;
  std::span<const Finding> findings_;
  Conclusion conclusion_;
  const Reading& reading_;
  std::span<const Candidate> candidates_;
  Verdict verdict_;
  Json weakened_ = Json::array();
  std::set<std::size_t> cited_;
  std::set<std::pair<std::string, std::size_t>> noted_;
};

}  // namespace

Verdict explain(std::span<const SubCheck> checks, std::span<const Finding> findings,
                const Conclusion& conclusion, const Reading& reading,
                std::span<const Candidate> candidates) {
  return Writer(checks, findings, conclusion, reading, candidates).write();
}

}  // namespace assay::assess
