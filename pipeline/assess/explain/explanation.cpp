// SPDX-License-Identifier: Apache-2.0
// A verdict in words and as data, written from the findings of the sub-checks.
#include "pipeline/assess/explain/explanation.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kCitationsPerCheck = 2;
constexpr double kAsGood = 0.7;  // a further citation: this share of the best one's strength
constexpr std::size_t kNearMisses = 3;
constexpr std::size_t kNamedWords = 4;
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
    double confidence = conclusion_.confidence;
    if (verdict_.citations.empty()) confidence = std::min(confidence, constants::kWithoutCitation);
    verdict_.confidence = rounded(confidence);
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
  // Where it stands, and its words.
  [[nodiscard]] std::string cited(const Match& match) const {
    return candidate(match).file_name + ", page " + std::to_string(candidate(match).page_number) +
           ": " + quoted(passage(match).text);
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
    const std::size_t start = utf8::length(std::string_view(chunk.content).substr(0, range.start));
    const std::string_view quote = range.of(chunk.content);
    auto& all = verdict_.citations;
    const auto known = std::ranges::find_if(all, [&](const Citation& one) {
      return one.chunk == chunk.chunk && one.start_offset == start;
    });
    const auto number = static_cast<std::size_t>(known - all.begin());
    if (known == all.end()) {
      all.push_back({chunk.document, chunk.chunk, std::string(quote), chunk.page_number, start,
                     start + utf8::length(quote), chunk.ocr_confidence, chunk.page_label});
    }
    return number;
  }

  Json check_details(std::size_t c) {
    const Finding& finding = findings_[c];
    Json numbers = Json::array();
    for (const Match& match : finding.matches) {
      if (numbers.size() == kCitationsPerCheck || !relevant(finding, match)) break;
      if (match.strength < kAsGood * finding.matches.front().strength) break;
      cite_for(c, match, numbers);
    }
    if (finding.contradiction) cite_for(c, *finding.contradiction, numbers);
    if (!met(c) && finding.nearest) note_weaknesses(c, *finding.nearest);
    Json missing = Json::array();
    for (const std::string& word : finding.missing) missing.push(word);
    return Json::object()
        .set("label", checks_[c].label)
        .set("text", checks_[c].text)
        .set("met", met(c))
        .set("confidence", rounded(finding.probability))
        .set("citations", numbers)
        .set("missingTerms", missing);
  }

  void cite_for(std::size_t c, const Match& match, Json& numbers) {
    const auto number = cite(match);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers.at(i).as_integer() == static_cast<std::int64_t>(number)) return;
    }
    numbers.push(number);
    cited_.insert(match.passage);
    if (!met(c)) note_weaknesses(c, match);
  }

  void note(std::string_view rule, std::string_view quote, const Match& match) {
    if (!noted_.insert({std::string(rule), match.passage}).second) return;
    weakened_.push(Json::object()
                       .set("rule", rule)
                       .set("quote", quote)
                       .set("documentId", candidate(match).document.value)
                       .set("chunkId", candidate(match).chunk.value));
  }

  // Why a sentence that is near may not be enough.
  void note_weaknesses(std::size_t c, const Match& match) {
    for (const Weakening& found : passage(match).weakenings) {
      note(rule_name(found.rule), passage(match).text, match);
    }
    if (misses_quantity(c, match)) note("quantity", passage(match).text, match);
    if (is_draft(match)) note("draft", candidate(match).file_name, match);
  }

  // Whether it names a period or a size of the kind asked for, and not one that meets it.
  [[nodiscard]] bool misses_quantity(std::size_t c, const Match& one) const {
    return std::ranges::any_of(checks_[c].quantities, [&](const Quantity& asked) {
      return match(asked, passage(one).quantities) == QuantityMatch::Missed;
    });
  }
  [[nodiscard]] bool is_draft(const Match& match) const {
    return reading_.drafts.contains(candidate(match).document.value);
  }

  // The closest passages that are not cited: by what they show, and of what is not met also by
  // what they speak of.
  [[nodiscard]] std::vector<Match> closest_uncited() const {
    std::vector<Match> out;
    std::set<std::size_t> taken = cited_;
    const auto add = [&](const Match& match) {
      if (taken.insert(match.passage).second) out.push_back(match);
    };
    for (std::size_t c = 0; c < checks_.size(); ++c) {
      for (const Match& match : findings_[c].matches) {
        if (match.strength >= constants::kNearMiss) add(match);
      }
      if (!met(c) && findings_[c].nearest) add(*findings_[c].nearest);
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &Match::strength);
    if (out.size() > kNearMisses) out.resize(kNearMisses);
    return out;
  }

  [[nodiscard]] Json near_misses() const {
    Json out = Json::array();
    for (const Match& match : closest_uncited()) {
      out.push(Json::object()
                   .set("documentId", candidate(match).document.value)
                   .set("chunkId", candidate(match).chunk.value)
                   .set("fileName", candidate(match).file_name)
                   .set("pageNumber", candidate(match).page_number)
                   .set("score", rounded(match.strength))
                   .set("text", passage(match).text));
    }
    return out;
  }

  [[nodiscard]] std::string shown(std::size_t c) const {
    const Finding& finding = findings_[c];
    std::string out = "Shown: " + checks_[c].text + " (" + cited(finding.matches.front()) + ").";
    if (finding.contradiction) out += " Against it stands " + cited(*finding.contradiction) + ".";
    return out;
  }

  [[nodiscard]] std::string why_weak(std::size_t c, const Match& match) const {
    std::string out;
    const auto add = [&out](std::string_view reason) {
      if (out.find(reason) != std::string::npos) return;
      out += (out.empty() ? "" : "; ") + std::string(reason);
    };
    for (const Weakening& found : passage(match).weakenings) add(assess::explain(found.rule));
    if (misses_quantity(c, match)) add("the period or size it names does not meet the requirement");
    if (is_draft(match)) add(assess::explain(WeakeningRule::Draft));
    return out;
  }

  // The passage that a reader should see beside a sub-check that is not met; null where none is
  // near it.
  [[nodiscard]] static const Match* closest(const Finding& finding) {
    if (finding.contradiction) return &*finding.contradiction;
    if (!finding.matches.empty() && relevant(finding, finding.matches.front())) {
      return &finding.matches.front();
    }
    return finding.nearest ? &*finding.nearest : nullptr;
  }

  [[nodiscard]] std::string not_shown(std::size_t c) const {
    const Finding& finding = findings_[c];
    std::string out = "Not shown: " + checks_[c].text;
    const Match* const best = closest(finding);
    if (best == nullptr) {
      out += " (no passage bears on it";
      for (std::size_t i = 0; i < finding.missing.size() && i < kNamedWords; ++i) {
        out += (i > 0 ? ", \"" : "; nothing mentions \"") + finding.missing[i] + "\"";
      }
      return out + ").";
    }
    const std::string why = why_weak(c, *best);
    out += " (closest: " + cited(*best);
    return out + (why.empty() ? ", which covers it only in part)." : "; but " + why + ").");
  }

  [[nodiscard]] std::string reasoning() const {
    std::size_t count = 0;
    for (std::size_t c = 0; c < checks_.size(); ++c) count += met(c) ? 1 : 0;
    std::string out =
        std::to_string(count) + " of " + std::to_string(checks_.size()) + " sub-checks shown.";
    for (std::size_t c = 0; c < checks_.size(); ++c) {
      out += "\n" + (met(c) ? shown(c) : not_shown(c));
    }
    for (const Match& match : closest_uncited()) {
      out += "\nNear: " + cited(match) + ".";
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
