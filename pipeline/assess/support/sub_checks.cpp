// SPDX-License-Identifier: Apache-2.0
// From clauses to sub-checks: their words with focus and alternatives, quantities, wanted forms.
#include "pipeline/assess/support/sub_checks.hpp"

#include <algorithm>
#include <array>

#include "pipeline/assess/language/clauses.hpp"
#include "pipeline/assess/language/denials.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

// Words about quantities, which are judged apart.
bool is_bound(const Word& word) {
  return word.stem == "least" || word.stem == "minimum" || word.stem == "maximum" ||
         word.stem == "key length" || word.stem == "key size";
}

// Words joined by "or" get a number of their own.
void mark_alternatives(std::string_view text, std::vector<AskedWord>& words) {
  int number = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::size_t end = words[i].word.end;
    const auto between = text::terms(text.substr(end, words[i + 1].word.start - end));
    const bool alternative =
        std::ranges::any_of(between, [](const text::Term& term) { return term.word == "or"; });
    if (!alternative || between.size() > 2) continue;
    if (words[i].alternative < 0) words[i].alternative = number++;
    words[i + 1].alternative = words[i].alternative;
  }
}

// A quantity's own words are judged as a quantity; of a version the protocol's name stays a word.
bool within(const std::vector<Quantity>& quantities, const Word& word) {
  return std::ranges::any_of(quantities, [&word](const Quantity& quantity) {
    if (word.start >= quantity.end || word.end <= quantity.start) return false;
    if (word.number || quantity.kind != QuantityKind::Count) {
      return word.number || quantity.kind != QuantityKind::Version;
    }
    return is_plain_unit(quantity.name) || named(kNumberWords, word.stem).has_value();
  });
}

// "1,200": a sum or a size that is a condition, not a measure; evidence has its own.
bool is_large_number(const Word& word, std::string_view text) {
  return word.number &&
         text.substr(word.start, word.end - word.start).find(',') != std::string_view::npos;
}

// Who acts in any requirement, and tells nothing of what it is about.
bool is_actor(const Word& word) {
  return grammar::among(lists::kActorStems, word.stem);
}

// "The organization shall ...": whoever hands in the evidence need not say so.
bool acts(const Word& word, std::string_view text) {
  const auto terms = text::terms(text);
  return terms.size() >= 3 && is_actor(word) && word.stem != "control" && word.stem != "manag" &&
         word.stem != "polici" && word.end <= terms[1].end && word.start <= terms[1].start;
}

// What stands before the verb, or its object where only an actor stands there.
void mark_theme(std::string_view text, std::vector<AskedWord>& words) {
  const auto terms = text::terms(text);
  auto verb = std::ranges::find_if(
      terms, [](const text::Term& term) { return grammar::among(lists::kFinite, term.word); });
  // "The organisation encrypts its media": a verb of its own, where its object follows.
  for (std::size_t i = 1; verb == terms.end() && i + 1 < terms.size(); ++i) {
    const bool verbal = grammar::among(lists::kVerbs, terms[i].word) ||
                        grammar::among(lists::kMoreVerbs, terms[i].word);
    if (verbal && grammar::among(lists::kDeterminers, terms[i + 1].word) &&
        terms[i + 1].word != "of" && terms[i + 1].word != "and" && terms[i + 1].word != "or") {
      verb = terms.begin() + static_cast<std::ptrdiff_t>(i);
    }
  }
  const std::size_t verb_start = verb == terms.end() ? text.size() : verb->start;
  const auto tells = [](const AskedWord& asked) {
    return !asked.topic && !is_actor(asked.word) && is_distinctive(asked.word.stem);
  };
  bool any = false;
  for (AskedWord& asked : words) {
    if (asked.word.start >= verb_start || !tells(asked)) continue;
    asked.theme = any = true;
  }
  if (any) return;
  std::size_t until = text.size();  // the first preposition behind the verb's object
  bool object = false;
  for (auto term = verb; term != terms.end(); ++term) {
    if (object && (grammar::among(lists::kPrepositions, term->word) || term->word == "of")) {
      until = term->start;
      break;
    }
    object = object || (!term->stop && is_distinctive(term->stem));
  }
  for (AskedWord& asked : words) {
    if (asked.word.start > verb_start && asked.word.start < until && tells(asked)) {
      asked.theme = true;
    }
  }
}

// Things asked for that evidence has in a form of its own.
void mark_wants(const std::vector<text::Term>& terms, SubCheck& out) {
  constexpr std::array kKinds{"categori"sv, "class"sv, "classif"sv,
                              "classifi"sv, "level"sv, "grade"sv};
  // What "is recorded" or "is logged" is a action, and "logs" are what systems write.
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::string& word = terms[i].word;
    if (!grammar::among(lists::kListStems, terms[i].stem) || word == "logs") continue;
    const bool action = grammar::participle(word) && terms[i].stem != "list";
    const bool of_system = word == "log" && i + 1 < terms.size() && !terms[i + 1].stop;
    out.wants_list = out.wants_list || (!action && !of_system);
  }
  constexpr std::array kLetOut{"unless"sv, "except"sv, "exception"sv, "excluding"sv, "exempted"sv};
  out.lets_out = grammar::any_among(terms, kLetOut);
  out.wants_approval = grammar::any_stem_among(terms, lists::kApprovalStems);
  constexpr std::array kForms{"templat"sv, "form"sv, "checklist"sv, "questionnair"sv};
  out.wants_form = grammar::any_stem_among(terms, kForms);
  out.wants_plan = grammar::any_stem_among(terms, lists::kPlanStems);
  // What "is classified" is a action, and "for each level" speaks of something else.
  bool in_phrase = false;
  for (const text::Term& term : terms) {
    if (grammar::among(lists::kFinite, term.word)) in_phrase = false;
    in_phrase = in_phrase || grammar::among(lists::kPrepositions, term.word);
    const bool kind = grammar::among(kKinds, term.stem) && term.word != "classified" && !in_phrase;
    out.wants_definition =
        out.wants_definition || kind || grammar::among(lists::kDefinitionStems, term.stem);
  }
}

// "... and at least once a year thereafter": where nothing distinctive is in focus, all is.
void widen_empty_focus(std::vector<AskedWord>& words) {
  const bool distinctive = std::ranges::any_of(
      words, [](const AskedWord& asked) { return asked.focus && is_distinctive(asked.word.stem); });
  if (distinctive) return;
  for (AskedWord& asked : words) asked.focus = true;
}

std::string spoken_form(std::string_view text, const Word& word) {
  const std::string form = text::folded(text.substr(word.start, word.end - word.start));
  return form.find(' ') == std::string::npos ? form : std::string();
}

// "... unless an exception is approved": from there on it says when less will do.
std::size_t start_of_proviso(std::string_view text) {
  const auto terms = text::terms(text);
  const auto unless = std::ranges::find(terms, "unless", &text::Term::word);
  return unless == terms.end() || unless == terms.begin() ? text.size() : unless->start;
}

SubCheck sub_check_of(const Clause& clause) {
  SubCheck out;
  static_cast<text::Wording&>(out) = clause.text;
  out.quantities = asked_quantities(out);
  out.period = period_asked(out);
  const std::size_t proviso = start_of_proviso(clause.text);
  mark_wants(out.terms, out);
  for (Word& word : content_words(clause.text)) {
    if (within(out.quantities, word) || (!out.quantities.empty() && is_bound(word))) continue;
    if (out.period && word.start < out.period->end && word.end > out.period->start) continue;
    if (is_large_number(word, clause.text) || acts(word, clause.text)) continue;
    if (word.start >= proviso) continue;
    AskedWord asked;
    asked.spoken = spoken_form(clause.text, word);
    if (asked.spoken == "exists" || asked.spoken == "exist") continue;  // what is there does
    asked.focus = word.start < clause.focus.end && word.end > clause.focus.start;
    asked.word = std::move(word);
    out.words.push_back(std::move(asked));
  }
  mark_alternatives(clause.text, out.words);
  mark_theme(clause.text, out.words);
  widen_empty_focus(out.words);
  for (Word& word : content_words(clause.topic)) {
    const bool known = std::ranges::any_of(
        out.words, [&word](const AskedWord& asked) { return asked.word.stem == word.stem; });
    if (known) continue;
    AskedWord asked;
    asked.spoken = spoken_form(clause.topic, word);
    asked.topic = true;
    asked.word = std::move(word);
    out.words.push_back(std::move(asked));
  }
  out.prevents = asks_for_ban(out.terms);
  out.negated = is_ban(clause.text);
  return out;
}

}  // namespace

SubCheck whole_text(std::string_view text) {
  Clause clause;
  clause.text = text::collapsed(text);
  clause.focus = {0, clause.text.size()};
  return sub_check_of(clause);
}

bool asks_common_action(const SubCheck& check) {
  return std::ranges::none_of(check.words, [](const AskedWord& asked) {
    return !asked.theme && !asked.topic && is_distinctive(asked.word.stem);
  });
}

std::vector<SubCheck> sub_checks(std::string_view title) {
  std::vector<SubCheck> out;
  for (const Clause& clause : clauses(title)) {
    if (out.size() == kMaxSubChecks) break;
    SubCheck found = sub_check_of(clause);
    if (found.words.empty()) continue;
    found.label = std::string(1, static_cast<char>('a' + static_cast<char>(out.size())));
    out.push_back(std::move(found));
  }
  if (out.empty()) {
    SubCheck whole;
    whole.label = "a";
    static_cast<text::Wording&>(whole) = text::collapsed(title);
    out.push_back(std::move(whole));
  }
  return out;
}

std::vector<SubCheck> checks_of(std::string_view title) {
  if (!asks(title)) return sub_checks(demand_of(title));
  SubCheck whole = whole_text(title);
  whole.label = "a";
  whole.question = true;
  whole.names_thing = asks_for_thing(title);
  return {whole};
}

}  // namespace assay::assess
