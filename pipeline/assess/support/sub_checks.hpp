// SPDX-License-Identifier: Apache-2.0
// A requirement taken apart: what it demands, in which form, and each thing it asks for as a
// sub-check of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/lexicon.hpp"
#include "pipeline/assess/language/quantities.hpp"

namespace assay::assess {

// The demand of a requirement's text, white space kept. Taken out are
//  - its name, where an import joined it to the description: "Separation of Duties: Separate ...";
//  - lines and bullets that only refer to another catalogue: "• NIST SP 800-171 Rev 2 3.1.4";
//  - examples, which are never mandatory: "such as ...", "e.g. ...", "for example ...", "including
//    but not limited to ...", a sentence like "Measures include ...";
//  - blanks to be filled in: "[Assignment: organization-defined frequency]" becomes "defined
//    frequency", "[Selection: remove; disable]" becomes "remove or disable".
// The text itself where nothing would be left.
[[nodiscard]] std::string demand_of(std::string_view requirement);

struct AskedWord {
  Word word;
  std::string spoken;    // folded, as it stands; "" for a phrase
  bool focus = false;    // what this sub-check asks for; the rest is what it asks it of
  bool topic = false;    // of the requirement; this sub-check does not name it again
  bool theme = false;    // names what it is about: "Backups are ...", "... shall test backups"
  int alternative = -1;  // words of one number are joined by "or": one of them will do
};

// Its wording is a sentence of its own: "Log records are protected against alteration".
struct SubCheck : text::Wording {
  std::string label;  // "a", "b", ...
  std::vector<AskedWord> words;
  std::vector<Quantity> quantities;
  bool negated = false;           // "shall not be used for testing": a ban or a denial shows it
  bool wants_list = false;        // a register, an inventory: a table is what is asked for
  bool wants_approval = false;    // of a document: its history tells
  bool wants_form = false;        // a template, which nobody has filled in
  bool lets_out = false;          // "unless", "except": it allows exceptions itself
  bool wants_plan = false;        // what is planned is what is asked for
  bool wants_definition = false;  // what a word means, which classes there are
  std::optional<DayRange> period = {};  // evidence must be of these days
  bool prevents = false;                // "protected against", "restricted": shown by a ban as well
  bool practice = false;                // demands a practice, which other sentences can contradict
  bool question = false;                // asks, see asks()
  bool names_thing = false;             // a question without a verb: "The parties to the contract"
};

// The text as one sub-check, without a label.
[[nodiscard]] SubCheck whole_text(std::string_view text);

// Whether a requirement asks ("Is there a cap on liability?") or names a thing ("The date of the
// contract") rather than states what is so.
[[nodiscard]] bool asks(std::string_view title);

// Of those that ask: "The parties to the contract", a thing by name rather than a question.
[[nodiscard]] bool asks_for_thing(std::string_view title);

// "shall not be stored", "no access", "are prohibited". "not only" and "no later than" deny
// nothing.
[[nodiscard]] bool is_ban(std::string_view text);

// Whether all it asks of what it is about are words as common as "recorded".
[[nodiscard]] bool asks_common_action(const SubCheck& check);

// A practice is asked for part by part; a question is one thing asked.
[[nodiscard]] std::vector<SubCheck> checks_of(std::string_view title);

// At least one, at most kMaxSubChecks, for any title. Deterministic.
inline constexpr std::size_t kMaxSubChecks = 8;
[[nodiscard]] std::vector<SubCheck> sub_checks(std::string_view title);

}  // namespace assay::assess
