// SPDX-License-Identifier: Apache-2.0
// Taking a requirement apart without a parser: finite verbs, coordinators and prepositions are
// closed classes of words, and they are enough to see where equal members begin and end.
#include "pipeline/assess/language/clauses.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace assay::assess {
namespace {

using grammar::among;
using grammar::participle;
using namespace std::string_view_literals;
using text::ByteRange;

constexpr std::array kModals{"shall"sv, "must"sv, "will"sv, "can"sv, "should"sv};

class Splitter : private Coordination {
 public:
  explicit Splitter(std::string_view sentence) : Coordination(sentence) {}

  std::vector<Clause> split() {
    std::vector<Clause> out;
    std::string topic;
    Lead lead;
    for (const Span span : main_clauses()) {
      const std::size_t before = out.size();
      if (!out.empty() && (verb_opens(span.first) || gapped_verb(span))) {
        out.push_back(taken_over(lead, span));
        continue;
      }
      lead = opening(span);
      if (content(span) == 0) continue;
      const auto members = list_of(span);
      if (members.size() < 2) {
        out.push_back(whole(span));
      } else {
        for (const Span member : members) out.push_back(reduced(span, members, member));
      }
      for (std::size_t i = before; i < out.size(); ++i) out[i].topic = topic;
      if (topic.empty()) topic = subject(span);
    }
    return out;
  }

 private:
  // A coordinator whose right side has a subject and a finite verb of its own begins a clause; so
  // does what follows a semicolon.
  [[nodiscard]] std::vector<Span> main_clauses() const {
    std::vector<Span> out;
    std::size_t first = 0;
    for (std::size_t i = 1; i < terms_.size(); ++i) {
      std::size_t next = i;
      if (gap_has(i - 1, ';')) {
        if (word(i) == "and" || word(i) == "or") ++next;
      } else if (word(i) == "and" && !joins_ends(i) && !shares_object({first, i}) &&
                 clause_behind(i) && whole_before({first, i}, gap_has(i - 1, ','))) {
        ++next;
      } else if (word(i) == "and" && !shares_object({first, i}) && verb_opens(i + 1) &&
                 main_verb({first, i}) < i) {
        ++next;
      } else if (word(i) == "and" && gapped_behind(i, first)) {
        ++next;
      } else {
        continue;
      }
      out.push_back({first, i});
      first = next;
      i = next;
    }
    out.push_back({first, terms_.size()});
    return out;
  }

  // "shall obtain and evaluate reports": two verbs of one object are one thing asked for.
  [[nodiscard]] bool shares_object(Span before) const {
    const std::size_t verb = main_verb(before);
    return auxiliary(verb) && !is_passive(verb) && verb + 2 == before.last && known_verb(verb + 1);
  }

  // "... are inspected and their certificates checked": see gapped_verb().
  [[nodiscard]] bool gapped_behind(std::size_t coordinator, std::size_t first) const {
    const std::size_t verb = main_verb({first, coordinator});
    return verb < coordinator && is_passive(verb) && participle_after(verb) < coordinator &&
           coordinator + 1 < terms_.size() &&
           gapped_verb({coordinator + 1, terms_.size()}).has_value();
  }
  // "... and shall be tested", "... and record the results": the second verb of one subject.
  [[nodiscard]] bool verb_opens(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size()) return false;
    if (word(at) == "not") return verb_opens(at + 1);
    const std::string_view first = word(at);
    if (first == "shall" || first == "must" || first == "be" || first == "is" || first == "are") {
      return true;
    }
    const std::string_view next = word(at + 1);
    const bool object = among(lists::kDeterminers, next) || next == "on" || next == "directly" ||
                        next == "them" || next == "that";
    return (object && known_verb(at)) || agrees(at);
  }
  // "determines the scope ... and keeps records": a verb of the same person as the clause's own,
  // with what it is about, and none other behind it.
  [[nodiscard]] bool agrees(std::size_t at) const {
    const std::size_t verb = main_verb({0, at});
    const std::string_view next = word(at + 1);
    const bool object = !terms_[at + 1].stop || next == "them" || next == "it";
    // "and records kept": a noun with its participle.
    const bool kept = participle(next) && (at + 2 >= terms_.size() || terms_[at + 2].stop);
    if (verb >= at || !object || !(known_verb(at) || terms_[at + 1].stop) || kept ||
        has_finite({at + 1, terms_.size()})) {
      return false;
    }
    if (auxiliary(verb)) {  // "able to create and pay": of the infinitive
      for (std::size_t i = verb; i < at; ++i) {
        if (word(i) == "to" && known_verb(i + 1)) return false;
      }
    }
    const bool third =
        auxiliary(verb) ? word(verb) == "is" || word(verb) == "has" : word(verb).ends_with('s');
    return third == word(at).ends_with('s');
  }
  // "batches are inspected and their certificates checked": the auxiliary is said once. The
  // participle's place, if the clause is such.
  [[nodiscard]] std::optional<std::size_t> gapped_verb(Span clause) const {
    if (has_finite(clause) || verb_opens(clause.first) || participle(word(clause.first)) ||
        word(clause.first) == "re") {
      return std::nullopt;
    }
    for (std::size_t i = clause.first; i < clause.last; ++i) {
      if (preposition(i) || word(i) == "and") return std::nullopt;
      if (!participle(word(i))) continue;
      const bool ends = i + 1 == clause.last || preposition(i + 1) || word(i + 1).ends_with("ly") ||
                        interval_begins(i + 1);
      if (!ends || i == clause.first) return std::nullopt;
      return i;
    }
    return std::nullopt;
  }
  // Subject and auxiliary of a clause: what a later one without its own takes over.
  struct Lead {
    std::string subject;
    std::string auxiliary;
    bool modal = false;
  };
  [[nodiscard]] Lead opening(Span clause) const {
    const std::size_t verb = main_verb(clause);
    if (verb <= clause.first || verb >= clause.last) return {};
    Lead out;
    out.subject = std::string(bytes({clause.first, verb}));
    if (!auxiliary(verb)) return out;
    std::size_t end = verb + 1;
    while (end < clause.last && (word(end) == "be" || word(end) == "been")) ++end;
    out.auxiliary = std::string(bytes({verb, end}));
    out.modal = among(kModals, word(verb));
    return out;
  }
  [[nodiscard]] Clause taken_over(const Lead& lead, Span rest) const {
    Clause out;
    const auto append = [&out](std::string_view part) {
      if (part.empty()) return;
      if (!out.text.empty()) out.text += ' ';
      out.text += part;
    };
    const std::string modal = lead.auxiliary.substr(0, lead.auxiliary.find(' '));
    const auto gap = gapped_verb(rest);
    const bool own_auxiliary = word(rest.first) != "be" && among(lists::kFinite, word(rest.first));
    if (gap) {
      append(bytes({rest.first, *gap}));
      append(lead.auxiliary);
      append(bytes({*gap, rest.last}));
      out.focus = {0, out.text.size()};
      return out;
    }
    append(lead.subject);
    if (!own_auxiliary && (lead.modal || word(rest.first) == "be")) append(modal);
    out.focus.start = out.text.empty() ? 0 : out.text.size() + 1;
    append(bytes(rest));
    out.focus.end = out.text.size();
    return out;
  }

  [[nodiscard]] bool clause_behind(std::size_t coordinator) const {
    const bool comma = gap_has(coordinator - 1, ',');
    const std::size_t reach = comma ? 12 : 6;  // words until the verb
    bool noun = among(lists::kPronouns, word(coordinator + 1));
    for (std::size_t i = coordinator + 1; i < terms_.size() && i <= coordinator + reach; ++i) {
      if (gap_has(i - 1, ';') || (!comma && gap_has(i - 1, ','))) return false;
      if (finite(i)) return noun && i > coordinator + 1;
      // "and privileged accounts must": there it belongs to a noun.
      const bool attribute = i + 1 < terms_.size() && !terms_[i + 1].stop && !finite(i + 1) &&
                             !participle(word(i + 1));
      if (i == coordinator + 1 && (preposition(i) || (participle(word(i)) && !attribute))) {
        return false;
      }
      noun = noun || !terms_[i].stop;
    }
    return false;
  }

  // What stands before the clause's verb.
  [[nodiscard]] std::string subject(Span clause) const {
    for (std::size_t i = clause.first; i < clause.last; ++i) {
      if (finite(i) && i > clause.first) return std::string(bytes({clause.first, i}));
    }
    return {};
  }

  [[nodiscard]] Clause whole(Span span) const {
    Clause out;
    out.text = bytes(span);
    out.focus = {0, out.text.size()};
    return out;
  }

  // Of "how goods are moved and how they are stored": "goods". Empty where the member has no such
  // pronoun.
  [[nodiscard]] Span meant_by_pronoun(Span first, Span member) const {
    const bool refers = member.first != first.first && member.first + 2 < member.last &&
                        among(lists::kQuestions, word(member.first)) &&
                        among(lists::kPronouns, word(member.first + 1));
    if (!refers || !among(lists::kQuestions, word(first.first))) return {};
    std::size_t end = first.first + 1;
    while (end < first.last && !finite(end)) ++end;
    return end < first.last ? Span{first.first + 1, end} : Span{};
  }

  // The clause with one member of the list in the list's place.
  [[nodiscard]] Clause reduced(Span clause, const std::vector<Span>& members, Span member) const {
    Clause out;
    const auto append = [&out](std::string_view part) {
      if (part.empty()) return;
      if (!out.text.empty()) out.text += ' ';
      out.text += part;
    };
    append(bytes({clause.first, members.front().first}));
    out.focus.start = out.text.empty() ? 0 : out.text.size() + 1;
    const Span meant = meant_by_pronoun(members.front(), member);
    if (meant.empty()) {
      append(bytes(member));
    } else {
      append(word(member.first));
      append(bytes(meant));
      append(bytes({member.first + 2, member.last}));
    }
    for (const auto& [behind, noun] : shared()) {
      if (behind == member.last) append(bytes(noun));
    }
    out.focus.end = out.text.size();
    append(bytes({members.back().last, clause.last}));
    return out;
  }
};

}  // namespace

std::vector<Clause> clauses(std::string_view requirement) {
  std::vector<Clause> out;
  if (const auto list = enumeration_in(requirement)) {
    for (const std::string& item : list->items) {
      Clause point;
      point.text = list->lead + " " + item;
      point.focus = {list->lead.size() + 1, point.text.size()};
      out.push_back(std::move(point));
    }
    return out;
  }
  std::string flat = text::collapsed(requirement);
  constexpr auto kAsWell = " as well as "sv;  // "and" in a longer dress
  for (std::size_t at = flat.find(kAsWell); at != std::string::npos; at = flat.find(kAsWell, at)) {
    flat.replace(at, kAsWell.size(), " and ");
  }
  for (const ByteRange sentence : text::sentences(flat)) {
    auto found = Splitter(sentence.of(flat)).split();
    std::ranges::move(found, std::back_inserter(out));
  }
  return out;
}

}  // namespace assay::assess
