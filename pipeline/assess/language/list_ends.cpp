// SPDX-License-Identifier: Apache-2.0
// Where a list's last member ends: what behind it belongs to it, and what to all members. And lists
// whose points have marks.
#include "pipeline/assess/language/clauses.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using grammar::participle;
using namespace std::string_view_literals;

// Verbs that say little without what follows them: "made known", "kept separate".
constexpr std::array kLight{"made"sv, "kept"sv, "given"sv, "put"sv, "set"sv, "held"sv, "taken"sv};
constexpr std::array kParticles{"out"sv, "up"sv, "down"sv, "off"sv};

}  // namespace

std::size_t Coordination::right_end(const Place& place, const std::vector<Span>& left) const {
  const Span last_left = left.back();
  const bool behind_verb = place.verb < place.and_at;
  const std::size_t limit = behind_verb ? place.clause.last : place.verb;
  // To the limit, or to a comma behind which something else begins.
  const auto all = [&] {
    std::size_t end = place.head + 1;
    while (end < limit && !(gap_has(end - 1, ',') && (gerund(end) || preposition(end)))) ++end;
    return std::min(end, limit);
  };
  const bool has_own = content(last_left) > 1;
  switch (place.kind) {
    case Kind::Participle:
      if (has_own || left.size() > 1 || among(kLight, word(place.head)) ||
          !participle(word(place.head)) || keeps_rest(place, limit)) {
        return all();
      }
      return std::min(
          place.head + (place.head + 1 < limit && among(kParticles, word(place.head + 1)) ? 2 : 1),
          limit);
    case Kind::Gerund:
      return has_own ? all() : std::min(place.head + 1, limit);
    case Kind::Preposition:
    case Kind::Interval:
      return all();
    case Kind::Determiner:
    case Kind::Noun:
      break;
  }
  // "clauses and a right to audit": what has an article of its own, or a phrase of its own before
  // it, keeps what follows it.
  const bool new_thing = word(place.head) == "a" || word(place.head) == "an";
  const bool two_alike =
      !new_thing && left.size() == 1 && same_determiner(word(last_left.first), word(place.head));
  bool own = place.kind == Kind::Determiner && !two_alike && (has_own || left.size() > 1);
  std::size_t phrase = place.head + 1;  // the preposition behind the last one
  while (phrase < limit && !preposition(phrase) && word(phrase) != "of") ++phrase;
  const bool other_phrase = phrase < limit && word(phrase) != "of";
  for (std::size_t i = last_left.first; i < last_left.last; ++i) {
    // "the evacuation of guests and the talk with the press"
    own = own || preposition(i) || (word(i) == "of" && other_phrase);
  }
  std::size_t end = place.head + 1;
  bool within = false;  // a phrase of its own, whose "and" is its own too
  for (; end < limit; ++end) {
    const bool started = content({place.head, end}) > 0;
    if (started && ((preposition(end) && !own) || (word(end) == "and" && !within))) break;
    if (gap_has(end - 1, ',')) break;
    within = within || preposition(end);
  }
  return std::min(end, limit);
}

// Of two participles: "documented and reviewed every six months", "labelled and stored in
// cabinets", "defined and reported to the board": what is done once is not done so often, a place
// is of what is put there, and only what is told has a hearer.
bool Coordination::keeps_rest(const Place& place, std::size_t limit) const {
  if (among(lists::kPlaced, word(place.head))) return true;
  const bool told = among(lists::kTold, word(place.head)) && place.head + 2 < limit &&
                    word(place.head + 1) == "to" && !among(lists::kTold, word(place.and_at - 1));
  if (told) return true;
  if (!among(lists::kDoneOnce, word(place.and_at - 1)) || among(lists::kDoneOnce, word(place.head)))
    return false;
  for (std::size_t i = place.head + 1; i < limit; ++i) {
    if (interval_begins(i)) return true;
  }
  return false;
}

// Behind the verb with what belongs to it: "must not be", "shall lay down", "is required".
std::size_t Coordination::group_end(std::size_t verb, std::size_t last) const {
  std::size_t i = verb + 1;
  const bool modal = word(verb) == "shall" || word(verb) == "must" || word(verb) == "will" ||
                     word(verb) == "can" || word(verb) == "should" || word(verb) == "do" ||
                     word(verb) == "does";
  bool open = modal;
  for (; i < last; ++i) {
    const std::string_view here = word(i);
    const bool helper = here == "not" || here == "be" || here == "been" || here == "have" ||
                        here == "also" || (here.ends_with("ly") && here.size() > 4);
    if (helper) {
      open = open && here != "be" && here != "been" && here != "have";
      continue;
    }
    if (participle(here) && auxiliary(verb)) return i + 1;
    if (!open) break;
    open = false;  // the infinitive behind a modal
  }
  while (i < last && among(kParticles, word(i))) ++i;
  return i;
}

namespace {

using namespace std::string_view_literals;

struct Mark {
  std::size_t start = 0;
  std::size_t end = 0;
};

bool label(char c) {
  return grammar::is_small(c) || grammar::is_digit(c);
}

// "- ", "* ", "a) ", "1. ", "(1) ", "(a) " at the byte: its length, 0 for none.
std::size_t mark_at(std::string_view text, std::size_t at, bool line_start) {
  const std::string_view rest = text.substr(at);
  if (line_start) {
    for (const auto bullet : {"- "sv, "* "sv, "\u2022 "sv, "\u2013 "sv}) {
      if (rest.starts_with(bullet)) return bullet.size();
    }
    const std::size_t digits = rest.size() > 3 && label(rest[0]) && label(rest[1]) ? 2 : 1;
    const bool closed = rest.size() > digits + 1 && label(rest[0]) && rest[digits + 1] == ' ' &&
                        (rest[digits] == ')' || rest[digits] == '.');
    if (closed) return digits + 2;
  }
  const bool round = rest.size() > 4 && rest[0] == '(' && label(rest[1]) && rest[2] == ')' &&
                     rest[3] == ' ' && at > 0 && text[at - 1] == ' ';
  return round ? 4 : 0;
}

// Without what joins a point to the next one.
std::string trimmed(std::string_view item) {
  std::string out = text::collapsed(item);
  for (const auto ending : {"."sv, ";"sv, ","sv, " and"sv, " or"sv, ";"sv, ","sv}) {
    if (out.ends_with(ending)) out.resize(out.size() - ending.size());
  }
  return out;
}

}  // namespace

std::optional<Enumeration> enumeration_in(std::string_view text) {
  std::vector<Mark> marks;
  bool line_start = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const std::size_t length = mark_at(text, at, line_start); length > 0) {
      marks.push_back({at, at + length});
      at += length - 1;
      line_start = false;
      continue;
    }
    line_start = text[at] == '\n' || (line_start && text[at] == ' ');
  }
  if (marks.size() < 2 || marks.front().start == 0) return std::nullopt;
  Enumeration out;
  out.lead = text::collapsed(text.substr(0, marks.front().start));
  while (out.lead.ends_with(':') || out.lead.ends_with(' ')) out.lead.pop_back();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::size_t end = i + 1 < marks.size() ? marks[i + 1].start : text.size();
    std::string item = trimmed(text.substr(marks[i].end, end - marks[i].end));
    if (item.empty()) return std::nullopt;
    out.items.push_back(std::move(item));
  }
  return out;
}

}  // namespace assay::assess
