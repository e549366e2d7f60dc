// SPDX-License-Identifier: Apache-2.0
// Taking a requirement apart without a parser: finite verbs, coordinators and prepositions are
// closed classes of words, and they are enough to see where equal members begin and end.
#include "pipeline/assess/clauses.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/lexicon.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace grammar;
using namespace std::string_view_literals;
using text::ByteRange;
using text::Term;

// Terms [first, last) of the sentence.
struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
  [[nodiscard]] bool empty() const { return first >= last; }
};

class Splitter {
 public:
  explicit Splitter(std::string_view sentence) : text_(sentence), terms_(text::terms(sentence)) {}

  std::vector<Clause> split() {
    std::vector<Clause> out;
    std::string topic;
    for (const Span span : main_clauses()) {
      const std::size_t before = out.size();
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
  [[nodiscard]] std::string_view word(std::size_t at) const { return terms_[at].word; }
  [[nodiscard]] bool finite(std::size_t at) const { return auxiliary(at) || plain_verb(at); }
  // "is", "must"; but not the infinitive "to be".
  [[nodiscard]] bool auxiliary(std::size_t at) const {
    return among(kFinite, word(at)) && !(at > 0 && word(at - 1) == "to");
  }
  // "suppliers maintain", "a policy that lists"; but not "a list", "of review" or "log and report".
  [[nodiscard]] bool plain_verb(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size() || !among(kVerbs, word(at))) return false;
    if (among(kDeterminers, word(at - 1)) || preposition_not_relative(at - 1)) return false;
    const bool object = among(kDeterminers, word(at + 1));
    const bool relative =
        word(at - 1) == "that" || word(at - 1) == "which" || word(at - 1) == "who";
    const bool singular = word(at).ends_with('s');
    return object || relative || (singular && !terms_[at + 1].stop) ||
           (!singular && word(at - 1).ends_with('s') && !terms_[at + 1].stop);
  }
  [[nodiscard]] bool preposition_not_relative(std::size_t at) const {
    return preposition(at) && word(at) != "that" && word(at) != "which" && word(at) != "who";
  }
  [[nodiscard]] bool preposition(std::size_t at) const { return among(kPrepositions, word(at)); }
  // A mark between two neighbouring words.
  [[nodiscard]] bool gap_has(std::size_t before, char mark) const {
    const std::size_t from = terms_[before].end;
    return text_.substr(from, terms_[before + 1].start - from).find(mark) != std::string_view::npos;
  }
  [[nodiscard]] std::size_t content(Span span) const {
    std::size_t count = 0;
    for (std::size_t i = span.first; i < span.last; ++i) count += terms_[i].stop ? 0 : 1;
    return count;
  }
  // "defined and assigned to" is one thing asked for, not two: of verbs the verb itself must tell.
  [[nodiscard]] bool tells_something(Span span, bool verbs) const {
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (terms_[i].stop) continue;
      if (commonness(terms_[i].stem) == 1) return true;
      if (verbs) return false;
    }
    return false;
  }
  [[nodiscard]] bool has_finite(Span span) const {
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (finite(i)) return true;
    }
    return false;
  }
  // Without a comma a plain verb may belong to a relative clause, so it does not count.
  [[nodiscard]] bool whole_before(Span span, bool comma) const {
    if (comma) return has_finite(span);
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (auxiliary(i)) return true;
    }
    return false;
  }

  // A coordinator whose right side has a subject and a finite verb of its own begins a clause; so
  // does what follows a semicolon.
  [[nodiscard]] std::vector<Span> main_clauses() const {
    std::vector<Span> out;
    std::size_t first = 0;
    for (std::size_t i = 1; i < terms_.size(); ++i) {
      std::size_t next = i;
      if (gap_has(i - 1, ';')) {
        if (word(i) == "and" || word(i) == "or") ++next;
      } else if (word(i) == "and" && clause_behind(i) &&
                 whole_before({first, i}, gap_has(i - 1, ','))) {
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

  [[nodiscard]] bool clause_behind(std::size_t coordinator) const {
    const bool comma = gap_has(coordinator - 1, ',');
    const std::size_t reach = comma ? 12 : 6;  // words until the verb
    bool noun = false;
    for (std::size_t i = coordinator + 1; i < terms_.size() && i <= coordinator + reach; ++i) {
      if (gap_has(i - 1, ';') || (!comma && gap_has(i - 1, ','))) return false;
      if (finite(i)) return noun && i > coordinator + 1;
      if (i == coordinator + 1 && (preposition(i) || participle(word(i)))) return false;
      noun = noun || !terms_[i].stop;
    }
    return false;
  }

  // The members of the clause's first list, each a span; fewer than two: it has none.
  [[nodiscard]] std::vector<Span> list_of(Span clause) const {
    for (std::size_t i = clause.first + 1; i + 1 < clause.last; ++i) {
      if (word(i) == "including" && gap_has(i - 1, ',')) {
        auto members = including(clause, i);
        if (members.size() >= 2) return members;
      }
      if (word(i) != "and") continue;
      auto members = coordinated(clause, i);
      const bool verbs = participle(word(i + 1));
      if (members.size() >= 2 && std::ranges::all_of(members, [&](Span member) {
            return tells_something(member, verbs);
          })) {
        return members;
      }
    }
    return {};
  }

  // "customer data at rest, including all backup copies, is encrypted": the part and the whole.
  [[nodiscard]] std::vector<Span> including(Span clause, std::size_t at) const {
    std::size_t end = at + 1;
    while (end < clause.last && !finite(end) && !gap_has(end - 1, ',')) ++end;
    const Span part{at + 1, end};
    const Span before{clause.first, at};
    if (content(part) == 0 || content(before) == 0 || has_finite(before)) return {};
    return {before, part};
  }

  [[nodiscard]] std::vector<Span> coordinated(Span clause, std::size_t coordinator) const {
    const bool verbs = participle(word(coordinator + 1));
    const Span left{left_start(clause, coordinator, verbs), coordinator};
    Span right{coordinator + 1, right_end(clause, coordinator, verbs, left)};
    if (content(left) == 0 || content(right) == 0) return {};
    auto members = comma_members(left);
    // "severity levels, escalation paths and the persons": earlier members stand before the comma.
    members.push_back(right);
    while (right.last + 1 < clause.last && word(right.last) == "and") {
      right = {right.last + 1, right_end(clause, right.last, verbs, right)};
      if (content(right) == 0) break;
      members.push_back(right);
    }
    return members;
  }

  [[nodiscard]] std::size_t left_start(Span clause, std::size_t coordinator, bool verbs) const {
    const std::string_view head = word(coordinator + 1);
    std::size_t nearest = clause.first;
    for (std::size_t i = coordinator; i-- > clause.first;) {
      // "assessed before they are engaged and reassessed": that verb is not the clause's own.
      const bool subordinate = i > clause.first && among(kPronouns, word(i - 1));
      if (finite(i) && !(verbs && subordinate)) return std::max(nearest, i + 1);
      if (verbs) continue;
      if (preposition(head) && word(i) == head) return i;
      if (preposition(head) && preposition(i)) nearest = std::max(nearest, i);
      if (!preposition(head) && preposition(i) && i + 1 < coordinator) return i + 1;
    }
    return nearest;
  }
  [[nodiscard]] static bool preposition(std::string_view word) {
    return among(kPrepositions, word);
  }

  [[nodiscard]] std::size_t right_end(Span clause, std::size_t coordinator, bool verbs,
                                      Span left) const {
    const bool own_object = verbs && content(left) > 1;
    const bool phrase = preposition(coordinator + 1);
    if (own_object || phrase) return clause_stop(clause, coordinator);
    std::size_t end = coordinator + 1;
    for (; end < clause.last; ++end) {
      const bool started = content({coordinator + 1, end}) > 0;
      if (finite(end) || (started && preposition(end)) || (started && word(end) == "and")) break;
      if (end > coordinator + 1 && gap_has(end - 1, ',')) break;
      if (verbs && started) break;
    }
    return end;
  }
  [[nodiscard]] std::size_t clause_stop(Span clause, std::size_t coordinator) const {
    std::size_t end = coordinator + 2;
    while (end < clause.last && !finite(end) && !gap_has(end - 1, ',')) ++end;
    return std::min(end, clause.last);
  }

  [[nodiscard]] std::vector<Span> comma_members(Span left) const {
    std::vector<Span> out;
    std::size_t first = left.first;
    for (std::size_t i = left.first + 1; i < left.last; ++i) {
      if (!gap_has(i - 1, ',')) continue;
      if (content({first, i}) > 0) out.push_back({first, i});
      first = i;
    }
    if (content({first, left.last}) > 0) out.push_back({first, left.last});
    return out;
  }

  [[nodiscard]] std::string_view bytes(Span span) const {
    if (span.empty()) return {};
    const std::size_t start = terms_[span.first].start;
    return text_.substr(start, terms_[span.last - 1].end - start);
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
    append(bytes(member));
    out.focus.end = out.text.size();
    append(bytes({members.back().last, clause.last}));
    return out;
  }

  std::string_view text_;
  std::vector<Term> terms_;
};

}  // namespace

std::vector<Clause> clauses(std::string_view requirement) {
  std::vector<Clause> out;
  const std::string flat = text::collapsed(requirement);
  for (const ByteRange sentence : text::sentences(flat)) {
    auto found = Splitter(sentence.of(flat)).split();
    std::ranges::move(found, std::back_inserter(out));
  }
  return out;
}

}  // namespace assay::assess
