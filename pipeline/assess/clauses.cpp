// SPDX-License-Identifier: Apache-2.0
// Taking a requirement apart without a parser: finite verbs, coordinators and prepositions are
// closed classes of words, and they are enough to see where equal members begin and end.
#include "pipeline/assess/clauses.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/assess/sentence_words.hpp"

namespace assay::assess {
namespace {

using namespace grammar;
using namespace std::string_view_literals;
using text::ByteRange;

class Splitter : private SentenceWords {
 public:
  explicit Splitter(std::string_view sentence) : SentenceWords(sentence) {}

  std::vector<Clause> split() {
    std::vector<Clause> out;
    std::string topic;
    std::string lead;  // the subject and verb that a clause without its own takes over
    for (const Span span : main_clauses()) {
      const std::size_t before = out.size();
      if (verb_opens(span.first) && !out.empty()) {
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
      } else if (word(i) == "and" && !joins_numbers(i) && clause_behind(i) &&
                 whole_before({first, i}, gap_has(i - 1, ','))) {
        ++next;
      } else if (word(i) == "and" && verb_opens(i + 1) && has_finite({first, i})) {
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

  // "... and shall be tested", "... and record the results": the second verb of one subject.
  [[nodiscard]] bool verb_opens(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size()) return false;
    const std::string_view first = word(at);
    if (first == "shall" || first == "must" || first == "be" || first == "is" || first == "are") {
      return true;
    }
    const bool object = among(kDeterminers, word(at + 1)) || word(at + 1) == "on" ||
                        word(at + 1) == "directly" || word(at + 1) == "them";
    return object && (among(kVerbs, first) || among(kMoreVerbs, first));
  }
  // Subject and auxiliary: "The organization shall".
  [[nodiscard]] std::string opening(Span clause) const {
    for (std::size_t i = clause.first + 1; i < clause.last; ++i) {
      if (auxiliary(i)) return std::string(bytes({clause.first, i + 1}));
      if (plain_verb(i)) return std::string(bytes({clause.first, i}));
    }
    return {};
  }
  [[nodiscard]] Clause taken_over(const std::string& lead, Span rest) const {
    const bool auxiliary_again = word(rest.first) != "be" && among(kFinite, word(rest.first));
    std::string start = lead;
    if (auxiliary_again) {
      const std::size_t blank = start.rfind(' ');
      if (blank != std::string::npos) start.resize(blank);
    }
    Clause out;
    out.text = start.empty() ? "" : start + " ";
    out.focus.start = out.text.size();
    out.text += bytes(rest);
    out.focus.end = out.text.size();
    return out;
  }

  [[nodiscard]] bool clause_behind(std::size_t coordinator) const {
    const bool comma = gap_has(coordinator - 1, ',');
    const std::size_t reach = comma ? 12 : 6;  // words until the verb
    bool noun = false;
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

  // The members of the clause's first list, each a span; fewer than two: it has none.
  [[nodiscard]] std::vector<Span> list_of(Span clause) {
    for (std::size_t i = clause.first + 1; i + 1 < clause.last; ++i) {
      if (word(i) == "including" && gap_has(i - 1, ',')) {
        auto members = including(clause, i);
        if (members.size() >= 2) return members;
      }
      if (word(i) != "and" || joins_numbers(i)) continue;
      // "shall obtain and evaluate reports": two verbs of one object are one thing asked for.
      if (i >= 2 && auxiliary(i - 2) && !participle(word(i - 1)) && word(i - 2) != "be" &&
          word(i - 2) != "is" && word(i - 2) != "are") {
        continue;
      }
      auto members = coordinated(clause, i);
      share_noun(members);
      const bool verbs = participle(word(i + 1));
      if (members.size() >= 2 && std::ranges::all_of(members, [&](Span member) {
            return tells_something(member, verbs) || (verbs && says_more(members.back()));
          })) {
        return members;
      }
    }
    return {};
  }

  // "between 40 and 60 percent" is one range.
  [[nodiscard]] bool joins_numbers(std::size_t at) const {
    return terms_[at + 1].number && at >= 2 && (terms_[at - 1].number || terms_[at - 2].number);
  }
  // "internal and external systems": the first attribute's noun stands behind the second.
  void share_noun(std::vector<Span>& members) {
    if (members.size() != 2 || members[1].last - members[1].first < 2) return;
    const Span left = members[0];
    const std::string_view last = word(left.last - 1);
    bool attribute = content(left) == 1 && !last.ends_with('s');
    bool formed = false;
    for (const auto ending : {"al"sv, "ic"sv, "ive"sv, "ous"sv, "ary"sv, "ible"sv, "able"sv}) {
      formed = formed || last.ends_with(ending);
    }
    if (attribute && formed)
      shared_.emplace_back(left.last, Span{members[1].first + 1, members[1].last});
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
    for (const auto& [behind, noun] : shared_) {
      if (behind == member.last) append(bytes(noun));
    }
    out.focus.end = out.text.size();
    append(bytes({members.back().last, clause.last}));
    return out;
  }

  std::vector<std::pair<std::size_t, Span>> shared_;  // where a member ends: the noun it shares
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
