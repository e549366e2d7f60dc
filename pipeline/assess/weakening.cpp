// SPDX-License-Identifier: Apache-2.0
// What takes force from a statement: phrases over folded words, each with the reach of its rule.
#include "pipeline/assess/weakening.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/assess/weakening_phrases.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::Term;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), terms_(text::terms(text)) {}

  std::vector<Weakening> read() const {
    std::vector<Weakening> out;
    for (std::size_t at = 0; at < terms_.size();) {
      if (const std::size_t harmless = longest_harmless(at); harmless > 0) {
        at += harmless;
        continue;
      }
      const Phrase* found = nullptr;
      std::size_t taken = 0;
      for (const Phrase& phrase : kPhrases) {
        const std::size_t words = matches(phrase.words, at);
        if (words <= taken || (phrase.words == "may" && is_month(at))) continue;
        found = &phrase;
        taken = words;
      }
      if (found != nullptr) out.push_back(weakening(*found, at, taken));
      at += std::max<std::size_t>(taken, 1);
    }
    return out;
  }

 private:
  // The number of words of the phrase if it stands at `at`, else 0.
  [[nodiscard]] std::size_t matches(std::string_view phrase, std::size_t at) const {
    std::size_t words = 0;
    while (!phrase.empty()) {
      const std::size_t end = std::min(phrase.find(' '), phrase.size());
      if (at + words >= terms_.size() || terms_[at + words].word != phrase.substr(0, end)) {
        return 0;
      }
      ++words;
      phrase.remove_prefix(std::min(end + 1, phrase.size()));
    }
    return words;
  }

  [[nodiscard]] std::size_t longest_harmless(std::size_t at) const {
    std::size_t longest = 0;
    for (const auto phrase : kHarmless) longest = std::max(longest, matches(phrase, at));
    return longest;
  }

  // "May 2026", "12 May", with a capital letter.
  [[nodiscard]] bool is_month(std::size_t at) const {
    const bool capital = text_[terms_[at].start] == 'M';
    const bool digits =
        (at + 1 < terms_.size() && terms_[at + 1].number) || (at > 0 && terms_[at - 1].number);
    return capital && (digits || at > 0);
  }

  [[nodiscard]] Weakening weakening(const Phrase& phrase, std::size_t at, std::size_t count) const {
    Weakening out;
    out.rule = phrase.rule;
    out.start = terms_[at].start;
    out.end = terms_[at + count - 1].end;
    out.scope_start = phrase.reach == Reach::Behind   ? out.end
                      : phrase.reach == Reach::Clause ? clause_start(out.start)
                                                      : 0;
    out.scope_end = phrase.reach == Reach::Statement ? text_.size() : clause_end(out.end);
    return out;
  }

  // Clauses end at semicolons, colons of rows, and at commas before a conjunction.
  [[nodiscard]] std::size_t clause_start(std::size_t before) const {
    std::size_t start = 0;
    for (const auto mark : kClauseMarks) {
      const std::size_t at = text_.substr(0, before).rfind(mark);
      if (at != std::string_view::npos) start = std::max(start, at + mark.size());
    }
    return start;
  }
  [[nodiscard]] std::size_t clause_end(std::size_t from) const {
    std::size_t end = text_.size();
    for (const auto mark : kClauseMarks) {
      const std::size_t at = text_.find(mark, from);
      if (at != std::string_view::npos) end = std::min(end, at);
    }
    return end;
  }

  static constexpr std::array kClauseMarks{";"sv,          ", but "sv,     ", and "sv,
                                           ", while "sv,   ", whereas "sv, ", however"sv,
                                           " although "sv, " because "sv,  " but "sv};

  std::string_view text_;
  std::vector<Term> terms_;
};

// "Approved by: ", "Date: -", "Owner: n/a; ...": a row's field without a value.
void add_blanks(std::string_view text, std::vector<Weakening>& out) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    std::size_t value = colon + 1;
    while (value < text.size() && text[value] == ' ') ++value;
    const std::size_t end = std::min(text.find_first_of(";\n", value), text.size());
    const std::string found = text::folded(text.substr(value, end - value));
    const bool blank = (found.empty() && end < text.size()) || found == "-" || found == "\u2013" ||
                       found == "\u2014" || found == "n/a" || found == "?" || found == "none" ||
                       found.find_first_not_of("_. ") == std::string::npos;
    if (!blank || colon + 1 >= text.size()) continue;
    const std::size_t before = text.substr(0, colon).rfind(';');
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    out.push_back({WeakeningRule::Blank, start, end, start, end});
  }
}

}  // namespace

std::string_view rule_name(WeakeningRule rule) {
  constexpr std::array kNames{"negation"sv,  "plan"sv,  "wish"sv,    "draft"sv,
                              "exception"sv, "blank"sv, "failure"sv, "outdated"sv};
  return kNames.at(static_cast<std::size_t>(rule));
}

std::string_view explain(WeakeningRule rule) {
  constexpr std::array kReasons{
      "it is denied"sv,           "it is only planned"sv,
      "it is not binding"sv,      "the document is a draft or not approved"sv,
      "an exception is made"sv,   "the entry is left open"sv,
      "it was not carried out"sv, "the document is out of force"sv};
  return kReasons.at(static_cast<std::size_t>(rule));
}

double remaining_force(WeakeningRule rule) {
  constexpr std::array kForce{0.30, 0.30, 0.75, 0.45, 0.65, 0.35, 0.40, 0.35};
  return kForce.at(static_cast<std::size_t>(rule));
}

std::vector<Weakening> weakenings(std::string_view text) {
  auto out = Reader(text).read();
  add_blanks(text, out);
  std::ranges::stable_sort(out, {}, &Weakening::start);
  return out;
}

bool says_draft(std::string_view text) {
  return std::ranges::any_of(weakenings(text), [](const Weakening& found) {
    return found.rule == WeakeningRule::Draft || found.rule == WeakeningRule::Outdated;
  });
}

}  // namespace assay::assess
