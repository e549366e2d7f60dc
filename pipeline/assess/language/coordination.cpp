// SPDX-License-Identifier: Apache-2.0
// Finding a list's members: the word behind "and" says of what kind they are, and the first one
// begins where one of that kind stands before.
#include "pipeline/assess/language/clauses.hpp"

#include <algorithm>
#include <array>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"

namespace assay::assess {

using grammar::among;
using grammar::participle;
using namespace std::string_view_literals;

std::vector<Span> Coordination::list_of(Span clause) {
  constexpr std::array kComparatives{"later"sv, "more"sv, "less"sv, "longer"sv, "fewer"sv};
  for (std::size_t i = clause.first + 1; i + 1 < clause.last; ++i) {
    if (word(i) == "including" && gap_has(i - 1, ',')) {
      auto members = including(clause, i);
      if (members.size() >= 2) return members;
    }
    // "without delay and no later than within a day": one limit.
    const bool limit =
        word(i + 1) == "no" && among(kComparatives, word(i + 2 < clause.last ? i + 2 : i));
    if (word(i) != "and" || joins_ends(i) || limit || word(i + 1) == "other" ||
        among(lists::kQuestions, word(i - 1)))
      continue;
    const auto place = place_of(clause, i);
    if (!place) continue;
    auto members = members_of(*place);
    if (members.size() >= 2) share_noun(members);
    const bool verbs = place->kind == Kind::Participle;
    const bool alike = place->kind == Kind::Interval || place->kind == Kind::Gerund;
    const bool some_say_more =
        std::ranges::any_of(members, [this](Span member) { return says_more(member); });
    if (members.size() >= 2 && std::ranges::all_of(members, [&](Span member) {
          return alike || says_something(member, verbs) || (verbs && some_say_more);
        })) {
      return members;
    }
  }
  return {};
}

bool Coordination::joins_ends(std::size_t at) const {
  constexpr std::size_t kReach = 6;  // words
  if (at + 1 >= terms_.size()) return false;
  if (terms_[at + 1].number && at >= 2 && (terms_[at - 1].number || terms_[at - 2].number)) {
    return true;
  }
  for (std::size_t i = at; i-- > (at > kReach ? at - kReach : 0);) {
    if (word(i) == "and") return false;
    if (word(i) == "between") return true;
  }
  return false;
}

// nullopt: what stands there is no list.
std::optional<Coordination::Place> Coordination::place_of(Span clause,
                                                          std::size_t coordinator) const {
  Place out;
  out.clause = clause;
  out.and_at = coordinator;
  out.verb = main_verb(clause);
  const bool behind_verb = out.verb < coordinator;
  out.lower = behind_verb ? group_end(out.verb, coordinator) : introduction_end(clause);
  std::size_t head = coordinator + 1;
  while (head + 1 < clause.last && (word(head) == "both" || word(head) == "re" ||
                                    word(head) == "then" || word(head) == "also")) {
    ++head;
  }
  out.head = head;
  out.kind = kind_of(head, behind_verb);
  if (behind_verb && out.lower >= coordinator && out.kind != Kind::Participle) {
    if (out.kind == Kind::Gerund) {  // "new and existing customers"
      bool other = false;
      for (std::size_t i = out.lower; i < coordinator; ++i) other = other || gerund(i);
      if (!other) out.kind = Kind::Noun;
    }
    // "shall obtain and evaluate reports": two verbs of one object are one thing asked for; but "is
    // inventoried and subject to review" says two.
    if (!participle(word(coordinator - 1)) || preposition(head)) return std::nullopt;
    out.kind = Kind::Participle;
  }
  if (out.kind == Kind::Participle) out.lower = std::min(out.lower, participle_after(out.verb));
  // "describing how thefts are found and reported": of the verb that stands nearest.
  bool how = false;
  for (std::size_t i = out.verb + 1; out.kind == Kind::Participle && i + 1 < coordinator; ++i) {
    const bool being = word(i) == "is" || word(i) == "are";
    how = how || word(i) == "how";
    if (how && being && participle(word(coordinator - 1))) out.lower = i + 1;
  }
  // "describes how incidents are escalated and how they are told": from the first question on.
  for (std::size_t i = clause.first; i < coordinator && among(lists::kQuestions, word(head)); ++i) {
    if (word(i) == word(head)) out.lower = std::min(out.lower, i);
  }
  return out;
}

Coordination::Kind Coordination::kind_of(std::size_t head, bool behind_verb) const {
  if (behind_verb && participle(word(head))) {
    return Kind::Participle;
  }
  if (interval_begins(head)) return Kind::Interval;
  if (preposition(head) || among(lists::kQuestions, word(head))) return Kind::Preposition;
  if (gerund(head)) return Kind::Gerund;
  return among(lists::kDeterminers, word(head)) ? Kind::Determiner : Kind::Noun;
}

std::vector<Span> Coordination::members_of(const Place& place) const {
  auto members = left_members(place);
  if (members.empty()) return {};
  const bool again = word(place.head - 1) == "re";  // "re-evaluated"
  Span right{again ? place.head - 1 : place.head, right_end(place, members)};
  if (content(right) == 0) return {};
  members.push_back(right);
  while (right.last + 1 < place.clause.last && word(right.last) == "and") {
    Place next = place;
    next.and_at = right.last;
    next.head = right.last + 1;
    right = {next.head, right_end(next, members)};
    if (content(right) == 0) break;
    members.push_back(right);
  }
  return members;
}

// Those before the coordinator: parted by commas, back to where the first begins.
std::vector<Span> Coordination::left_members(const Place& place) const {
  std::vector<std::size_t> starts;  // from the last one back
  std::size_t end = place.and_at;   // of the first member
  std::size_t from = place.lower;
  for (std::size_t i = place.and_at - 1; i > 0 && i >= place.lower; --i) {
    if (!gap_has(i - 1, ',')) continue;
    // ", covering devices, ...", ", for posts of trust, ...": the list is within that phrase.
    const bool phrase = (preposition(i) && place.kind != Kind::Preposition) ||
                        (gerund(i) && place.kind != Kind::Gerund);
    if (phrase) {
      from = i + 1;
      break;
    }
    starts.push_back(i);
    end = i;
  }
  starts.push_back(first_start(place, from, end));
  std::vector<Span> out;
  for (std::size_t i = starts.size(); i-- > 0;) {
    const Span member{starts[i], i > 0 ? starts[i - 1] : place.and_at};
    if (content(member) > 0) out.push_back(member);
  }
  return out;
}

// Where the first member begins within [from, to).
std::size_t Coordination::first_start(const Place& place, std::size_t from, std::size_t to) const {
  const auto last_that = [&](const auto& test) -> std::optional<std::size_t> {
    for (std::size_t i = to; i-- > from;) {
      if (i + 1 <= to && test(i)) return i;
    }
    return std::nullopt;
  };
  const auto any_preposition = [this](std::size_t i) { return preposition(i); };
  const std::string_view head = word(place.head);
  switch (place.kind) {
    case Kind::Participle:
      return from;
    case Kind::Preposition:
      if (const auto same = last_that([&](std::size_t i) { return word(i) == head; })) return *same;
      return last_that(any_preposition).value_or(from);
    case Kind::Interval:
      if (const auto same = last_that([&](std::size_t i) { return interval_begins(i); })) {
        return *same;
      }
      return last_that(any_preposition).value_or(from);
    case Kind::Gerund:
      if (const auto same = last_that([&](std::size_t i) { return gerund(i); })) return *same;
      break;
    case Kind::Determiner: {
      // "of the purposes of processing and of the storage period": the first of them.
      for (std::size_t i = from; i < to && head == "of"; ++i) {
        if (word(i) == head) return i;
      }
      // "a plan naming roles, contacts and the steps": what it names.
      const auto opener = last_that([&](std::size_t i) { return among(lists::kOpeners, word(i)); });
      if (opener && *opener + 1 < to) return *opener + 1;
      const auto same = last_that([&](std::size_t i) { return same_determiner(word(i), head); });
      if (same) return *same;
      const auto any = last_that([&](std::size_t i) {
        return among(lists::kDeterminers, word(i)) && word(i) != "of" && word(i) != "and";
      });
      if (any) return *any;
      break;
    }
    case Kind::Noun:
      // "requests for access and requests for erasure"
      if (const auto same = last_that([&](std::size_t i) {
            return word(i) == head && place.head + 1 < terms_.size() && preposition(i + 1) &&
                   preposition(place.head + 1);
          })) {
        return *same;
      }
      break;
  }
  const auto before = last_that([&](std::size_t i) {
    return (preposition(i) || among(lists::kOpeners, word(i))) && i + 1 < to;
  });
  if (!before) return from;
  if (relative_word(*before)) return std::min(group_end(*before + 1, to), to - 1);
  // "how to report weaknesses and incidents": the verb is of both.
  const bool infinitive =
      word(*before) == "to" && *before + 2 < to &&
      (among(lists::kVerbs, word(*before + 1)) || among(lists::kMoreVerbs, word(*before + 1)));
  return *before + (infinitive ? 2 : 1);
}

// "customer data at rest, including all backup copies, is encrypted": the part and the whole.
std::vector<Span> Coordination::including(Span clause, std::size_t at) const {
  std::size_t end = at + 1;
  while (end < clause.last && !finite(end) && !gap_has(end - 1, ',')) ++end;
  const Span part{at + 1, end};
  const Span before{clause.first, at};
  if (content(part) == 0 || content(before) == 0 || has_finite(before)) return {};
  return {before, part};
}

// "internal and external systems": the first attribute's noun stands behind the second.
void Coordination::share_noun(const std::vector<Span>& members) {
  const auto formed = [this](std::size_t at) {
    return std::ranges::any_of(lists::kAdjectiveEndings,
                               [&](std::string_view ending) { return word(at).ends_with(ending); });
  };
  // "students' and employees' files"
  const auto possessive = [this](std::size_t at) {
    const std::string_view behind = text_.substr(terms_[at].end);
    const std::string_view said = text_.substr(0, terms_[at].end);
    return behind.starts_with('\'') || behind.starts_with("\u2019") || said.ends_with("'s") ||
           said.ends_with("\u2019s");
  };
  for (std::size_t i = members.size() - 1; i-- > 0;) {
    if (!formed(members[i].last - 1) && !possessive(members[i].last - 1)) continue;
    const auto noun =
        std::ranges::find(shared_, members[i + 1].last, &std::pair<std::size_t, Span>::first);
    if (noun != shared_.end()) {
      shared_.emplace_back(members[i].last, noun->second);
    } else if (members[i + 1].last - members[i + 1].first >= 2 &&
               (content(members[i]) == 1 || formed(members[i + 1].first))) {
      shared_.emplace_back(members[i].last, Span{members[i + 1].first + 1, members[i + 1].last});
    }
  }
}

}  // namespace assay::assess
