// SPDX-License-Identifier: Apache-2.0
// A requirement's clauses, its lists of equal members, and lists whose points have marks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/assess/language/sentence_words.hpp"
#include "pipeline/text/sentence.hpp"

namespace assay::assess {

struct Enumeration {
  std::string lead;                // what stands before the first point, without a colon
  std::vector<std::string> items;  // at least two, without their marks; white space collapsed
};

// nullopt: the text holds no such list, or something else behind it.
[[nodiscard]] std::optional<Enumeration> enumeration_in(std::string_view text);

// A statement with what it asks for in particular. text is whole and readable; focus are bytes of
// it, the whole text where the statement asks for one thing only.
struct Clause {
  std::string text;
  text::ByteRange focus;
  std::string topic;  // of a later clause: the first one's subject, which it takes for granted
};

// "X is done, and Y is kept" -> both clauses; "logons and changes are logged" -> "logons are
// logged", "changes are logged"; "a or b" stays whole. In order of reading.
[[nodiscard]] std::vector<Clause> clauses(std::string_view requirement);

// "a" and "an", "the" and "the": what stands for the other at the head of a member.
[[nodiscard]] inline bool same_determiner(std::string_view a, std::string_view b) {
  return (a == "an" ? "a" : a) == (b == "an" ? "a" : b);
}

// Refers to the sentence, which must outlive it.
class Coordination : protected SentenceWords {
 public:
  explicit Coordination(std::string_view sentence) : SentenceWords(sentence) {}

 protected:
  // The members of the clause's first list, each a span; fewer than two: it has none.
  [[nodiscard]] std::vector<Span> list_of(Span clause);
  // "between 40 and 60 percent", "between the sender and the recipient": one thing.
  [[nodiscard]] bool joins_ends(std::size_t at) const;
  // What a member shares with one behind it: where the member ends, and the noun it lacks.
  [[nodiscard]] const std::vector<std::pair<std::size_t, Span>>& shared() const { return shared_; }

 private:
  // What the member behind a coordinator begins with: members are alike.
  enum class Kind { Participle, Gerund, Preposition, Interval, Determiner, Noun };
  struct Place {
    Span clause;
    std::size_t and_at = 0;
    std::size_t head = 0;   // the first distinctive word behind the coordinator
    std::size_t verb = 0;   // the clause's verb; its end where there is none
    std::size_t lower = 0;  // no member begins before
    Kind kind = Kind::Noun;
  };
  [[nodiscard]] std::optional<Place> place_of(Span clause, std::size_t coordinator) const;
  [[nodiscard]] Kind kind_of(std::size_t head, bool behind_verb) const;
  [[nodiscard]] std::vector<Span> members_of(const Place& place) const;
  [[nodiscard]] std::vector<Span> left_members(const Place& place) const;
  [[nodiscard]] std::size_t first_start(const Place& place, std::size_t from, std::size_t to) const;
  [[nodiscard]] std::size_t right_end(const Place& place, const std::vector<Span>& left) const;
  [[nodiscard]] bool keeps_rest(const Place& place, std::size_t limit) const;
  [[nodiscard]] std::size_t group_end(std::size_t verb, std::size_t last) const;
  [[nodiscard]] std::vector<Span> including(Span clause, std::size_t at) const;
  void share_noun(const std::vector<Span>& members);

  std::vector<std::pair<std::size_t, Span>> shared_;
};

}  // namespace assay::assess
