// SPDX-License-Identifier: Apache-2.0
// The phrases that weaken a statement, and places where they weaken nothing because they make a
// strict rule, a condition or a name: "No crate leaves before it is weighed", "a host without a
// class is blocked".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/weakening.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

struct Phrase {
  std::string_view words;  // folded, joined by blanks
  WeakeningRule rule = WeakeningRule::Negation;
};

// Phrases of weakening_phrases.tsv by their first word, in the order of the table.
class Phrases {
 public:
  // harmless: those that look like a weakening and are none. Of these the rule is of no account.
  // Throws std::runtime_error where a line names no rule.
  explicit Phrases(bool harmless);
  [[nodiscard]] std::span<const Phrase> that_begin(std::string_view word) const;

 private:
  std::vector<std::pair<std::string_view, std::vector<std::string>>> lines_;
  std::unordered_map<std::string_view, std::vector<Phrase>> by_first_;
};

[[nodiscard]] const Phrases& weakening_phrases();
[[nodiscard]] const Phrases& harmless_phrases();

// "withdrawn on 3 May" is out of force only of a document; access is withdrawn as well. In front,
// "Withdrawn on 3 May, replaced by edition 4", it is said of the text itself.
[[nodiscard]] bool is_about_document(const std::vector<text::Term>& terms, std::size_t at);

// Of the word "draft" at the place: a draft in the air, the draft that somebody reviews, or one
// that became the edition in force.
[[nodiscard]] bool is_other_draft(std::string_view text, const std::vector<text::Term>& terms,
                                  std::size_t at);

// Positions are numbers of words. Refers to the wording, which must outlive it.
class StrictRules : private ClauseBounds {
 public:
  explicit StrictRules(const text::Wording& said) : ClauseBounds(said) {}

  // Whether the phrase that takes up `count` words from `at` on weakens nothing there.
  [[nodiscard]] bool makes(const Phrase& phrase, std::size_t at, std::size_t count) const;

 private:
  [[nodiscard]] bool verb_before(std::size_t at) const;
  [[nodiscard]] bool none_before(std::size_t at) const;
  [[nodiscard]] bool only_by(std::size_t at) const;
  [[nodiscard]] bool is_failed_thing(const Phrase& phrase, std::size_t at) const;
  [[nodiscard]] bool only_before(std::size_t at) const;
  [[nodiscard]] bool no_before(std::size_t at) const;
  [[nodiscard]] bool of_somebody(std::size_t at) const;
  [[nodiscard]] bool is_condition(std::size_t at) const;
  [[nodiscard]] bool is_attribute(std::size_t at) const;
  [[nodiscard]] bool denies_denial(std::size_t at, std::size_t count) const;
  [[nodiscard]] bool holds_now(std::size_t from, std::size_t to) const;
  [[nodiscard]] bool verb_behind(std::size_t at, std::size_t last) const;
};

}  // namespace assay::assess
