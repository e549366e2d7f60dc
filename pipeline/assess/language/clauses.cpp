// SPDX-License-Identifier: Apache-2.0
// Takes a requirement apart without a parser: finite verbs and coordinators are closed classes of
// words, and they are enough to see where a new clause begins.
#include "pipeline/assess/language/clauses.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "pipeline/assess/language/sentence_words.hpp"
#include "pipeline/text/sentence.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using grammar::participle;
using text::ByteRange;

class Splitter : private SentenceWords {
 public:
  explicit Splitter(std::string_view sentence) : SentenceWords(sentence) {}

  std::vector<std::string> split() {
    std::vector<std::string> out;
    Lead lead;
    for (const Span span : main_clauses()) {
      if (!out.empty() && (verb_opens(span.first) || gapped_verb(span))) {
        out.push_back(taken_over(lead, span));
        continue;
      }
      lead = opening(span);
      const auto own = std::span(terms_).subspan(span.first, span.last - span.first);
      if (!std::ranges::all_of(own, &text::Term::stop)) out.emplace_back(bytes(span));
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
      } else if (word(i) == "and" && begins_clause(i, first)) {
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

  // Of the "and" at a word, in a clause that begins at `first`.
  [[nodiscard]] bool begins_clause(std::size_t at, std::size_t first) const {
    const Span before{first, at};
    if (!shares_object(before)) {
      if (!joins_ends(at) && clause_behind(at) && whole_before(before, gap_has(at - 1, ','))) {
        return true;
      }
      if (verb_opens(at + 1) && main_verb(before) < at) return true;
    }
    // "... are inspected and their certificates checked": see gapped_verb().
    const std::size_t verb = main_verb(before);
    return verb < at && is_passive(verb) && participle_after(verb) < at && at + 1 < terms_.size() &&
           gapped_verb({at + 1, terms_.size()}).has_value();
  }

  // "between 40 and 60 percent", "between the sender and the recipient": one thing.
  [[nodiscard]] bool joins_ends(std::size_t at) const {
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

  // "shall obtain and evaluate reports": two verbs of one object are one thing asked for.
  [[nodiscard]] bool shares_object(Span before) const {
    const std::size_t verb = main_verb(before);
    return auxiliary(verb) && !is_passive(verb) && verb + 2 == before.last && known_verb(verb + 1);
  }

  // "... and shall be tested", "... and record the results": the second verb of one subject.
  [[nodiscard]] bool verb_opens(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size()) return false;
    if (word(at) == "not") return verb_opens(at + 1);
    if (among(lists::kOpeningVerbs, word(at))) return true;
    const bool object =
        among(lists::kDeterminers, word(at + 1)) || among(lists::kBehindVerb, word(at + 1));
    return (object && known_verb(at)) || agrees(at);
  }
  // "determines the scope ... and keeps records": a verb of the same person as the clause's own,
  // with what it is about, and none other after it.
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
    out.modal = among(lists::kModals, word(verb));
    return out;
  }
  // The clause with what it takes over from an earlier one.
  [[nodiscard]] std::string taken_over(const Lead& lead, Span rest) const {
    std::string out;
    const auto append = [&out](std::string_view part) {
      if (part.empty()) return;
      if (!out.empty()) out += ' ';
      out += part;
    };
    if (const auto gap = gapped_verb(rest)) {
      append(bytes({rest.first, *gap}));
      append(lead.auxiliary);
      append(bytes({*gap, rest.last}));
      return out;
    }
    append(lead.subject);
    const bool own_auxiliary = word(rest.first) != "be" && among(lists::kFinite, word(rest.first));
    if (!own_auxiliary && (lead.modal || word(rest.first) == "be")) {
      append(std::string_view(lead.auxiliary).substr(0, lead.auxiliary.find(' ')));
    }
    append(bytes(rest));
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
};

// ---- lists whose points have marks ----

bool is_mark_label(char c) {
  return grammar::is_small(c) || grammar::is_digit(c);
}

// "- ", "* ", "a) ", "1. ", "(1) ", "(a) " at the byte: its length, 0 for none.
std::size_t mark_at(std::string_view text, std::size_t at, bool line_start) {
  const std::string_view rest = text.substr(at);
  if (line_start) {
    for (const auto bullet : {"- "sv, "* "sv, "\u2022 "sv, "\u2013 "sv}) {
      if (rest.starts_with(bullet)) return bullet.size();
    }
    const std::size_t digits =
        rest.size() > 3 && is_mark_label(rest[0]) && is_mark_label(rest[1]) ? 2 : 1;
    const bool closed = rest.size() > digits + 1 && is_mark_label(rest[0]) &&
                        rest[digits + 1] == ' ' && (rest[digits] == ')' || rest[digits] == '.');
    if (closed) return digits + 2;
  }
  const bool round = rest.size() > 4 && rest[0] == '(' && is_mark_label(rest[1]) &&
                     rest.substr(2).starts_with(") ") && at > 0 && text[at - 1] == ' ';
  return round ? 4 : 0;
}

// Without what joins a point to the next one.
std::string trimmed_item(std::string_view item) {
  std::string out = text::collapsed(item);
  for (const auto ending : {"."sv, ";"sv, ","sv, " and"sv, " or"sv, ";"sv, ","sv}) {
    if (out.ends_with(ending)) out.resize(out.size() - ending.size());
  }
  return out;
}

// The points of a list, at least two, each after the words before the first one; none where the
// text holds no such list.
std::vector<std::string> points(std::string_view text) {
  std::vector<ByteRange> marks;
  bool line_start = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t length = mark_at(text, at, line_start);
    if (length > 0) {
      marks.push_back({at, at + length});
      at += length - 1;
    }
    line_start = length == 0 && (text[at] == '\n' || (line_start && text[at] == ' '));
  }
  if (marks.size() < 2 || marks.front().start == 0) return {};
  std::string lead = text::collapsed(text.substr(0, marks.front().start));
  while (lead.ends_with(':') || lead.ends_with(' ')) lead.pop_back();
  std::vector<std::string> out;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::size_t end = i + 1 < marks.size() ? marks[i + 1].start : text.size();
    const std::string item = trimmed_item(text.substr(marks[i].end, end - marks[i].end));
    if (item.empty()) return {};
    out.push_back(lead + " " + item);
  }
  return out;
}

}  // namespace

std::vector<std::string> clauses(std::string_view requirement) {
  std::vector<std::string> out = points(requirement);
  if (!out.empty()) return out;
  const std::string flat = text::collapsed(requirement);
  for (const ByteRange sentence : text::sentences(flat)) {
    std::ranges::move(Splitter(sentence.of(flat)).split(), std::back_inserter(out));
  }
  return out;
}

}  // namespace assay::assess
