// SPDX-License-Identifier: Apache-2.0
// Closed findings, told by short phrases and matched by their numbers.
#include "pipeline/assess/findings.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/assess/calendar.hpp"
#include "pipeline/assess/grammar.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::Term;

constexpr std::array kPutRight{"closed"sv, "corrected"sv, "remedied"sv, "rectified"sv};
constexpr std::array kFaults{"finding"sv,         "findings"sv,   "case"sv,     "deviation"sv,
                             "deviations"sv,      "incident"sv,   "issue"sv,    "observation"sv,
                             "nonconformity"sv,   "conformity"sv, "weakness"sv, "defect"sv,
                             "nonconformities"sv, "complaint"sv,  "fault"sv};

// "closed on", "corrected in", "closed 2 December", "corrected the same day": when it was.
bool says_when(const std::vector<Term>& terms, std::size_t at) {
  if (at + 1 >= terms.size()) return false;
  const Term& next = terms[at + 1];
  if (next.word == "at" || next.word == "by") {  // "closed at night", "by the guard"
    return at + 2 < terms.size() && (terms[at + 2].word == "once" || terms[at + 2].number);
  }
  if (next.word == "in" || next.word == "on") {
    return at + 2 < terms.size() && (terms[at + 2].number || month_of(terms[at + 2].word) > 0);
  }
  const bool same_day = next.word == "the" && at + 2 < terms.size() && terms[at + 2].word == "same";
  const bool span = next.word == "after" || next.word == "within";
  return span || same_day || (next.number && at + 2 < terms.size());
}

// Whether the words before it name the fault, or say only that it "has been" put right.
bool of_fault(const std::vector<Term>& terms, std::size_t at, bool row) {
  constexpr std::size_t kReach = 6;  // words
  constexpr std::array kBeen{"been"sv, "was"sv, "were"sv};
  if (at > 0 && terms[at].word != "closed" && grammar::among(kBeen, terms[at - 1].word))
    return true;
  for (std::size_t i = at; i-- > (at > kReach ? at - kReach : 0);) {
    if (grammar::among(kFaults, terms[i].word)) return true;
    // "Fault: gate left open; Status: closed", but a ticket may be closed with an answer.
    if (row && terms[i].word == "status") return true;
  }
  return false;
}

// "not closed", "not yet been corrected", "to be closed"
bool is_to_come(const std::vector<Term>& terms, std::size_t at) {
  constexpr std::size_t kReach = 4;
  constexpr std::array kOpen{"not"sv, "never"sv, "no"sv, "be"sv, "until"sv, "if"sv, "unless"sv};
  for (std::size_t i = at; i-- > (at > kReach ? at - kReach : 0);) {
    if (grammar::among(kOpen, terms[i].word)) return true;
  }
  return false;
}

// What a finding is called by: "finding 7", "f 3", "tw 12". Days and years are no names.
void add_numbers(const text::Wording& said, std::set<std::string>& out) {
  constexpr std::array kCounted{"of"sv,   "on"sv,    "in"sv,   "and"sv,     "to"sv,
                                "for"sv,  "since"sv, "at"sv,   "by"sv,      "until"sv,
                                "from"sv, "than"sv,  "page"sv, "section"sv, "version"sv,
                                "item"sv, "room"sv,  "level"sv};
  const auto& terms = said.terms;
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const std::string_view gap =
        std::string_view(said.text).substr(terms[i - 1].end, terms[i].start - terms[i - 1].end);
    const bool joined = gap == " " || gap == "-" || gap == " #";
    if (!terms[i].number || !joined || terms[i - 1].number || month_of(terms[i - 1].word) > 0 ||
        grammar::among(kCounted, terms[i - 1].word) ||
        grammar::among(grammar::kFinite, terms[i - 1].word)) {
      continue;
    }
    out.insert(terms[i - 1].word + " " + terms[i].word);
  }
}

class Settling {
 public:
  Settling(std::span<const text::Wording> headings, Reading& reading)
      : headings_(headings), reading_(reading) {}

  void mark() {
    for (const auto& document : reading_.documents) {
      for (std::size_t i = document.size(); i-- > 0;) {
        if (!settles(passage(document[i]))) continue;
        within(document, i);
        elsewhere(document[i]);
      }
    }
  }

 private:
  Passage& passage(std::size_t number) { return reading_.passages[number]; }

  void settle(std::size_t fault, std::size_t by) {
    passage(fault).settled = true;
    if (fault != by) passage(by).settled_here.push_back(fault);
  }

  // What stands before it, or its own row.
  void within(const std::vector<std::size_t>& document, std::size_t at) {
    constexpr std::size_t kShort = 12;  // passages
    const Passage& here = passage(document[at]);
    const bool row = !here.columns.empty();
    for (std::size_t j = row ? at : 0; j <= at; ++j) {
      const Passage& before = passage(document[j]);
      const bool near = document.size() <= kShort || before.candidate == here.candidate;
      if (near && before.columns.empty() != row) settle(document[j], document[at]);
    }
  }

  // What other documents say of a finding of the same number.
  void elsewhere(std::size_t by) {
    const Passage& here = passage(by);
    std::set<std::string> numbers;
    add_numbers(here, numbers);
    add_numbers(headings_[here.candidate], numbers);
    if (numbers.empty()) return;
    if (named_.empty()) read_numbers();
    for (std::size_t p = 0; p < reading_.passages.size(); ++p) {
      const Passage& other = passage(p);
      if (other.document == here.document || !other.columns.empty()) continue;
      const bool same = std::ranges::any_of(
          named_[p], [&numbers](const std::string& one) { return numbers.contains(one); });
      if (same) settle(p, by);
    }
  }

  void read_numbers() {
    for (const Passage& one : reading_.passages) {
      add_numbers(one, named_.emplace_back());
      add_numbers(headings_[one.candidate], named_.back());
    }
  }

  std::span<const text::Wording> headings_;
  Reading& reading_;
  std::vector<std::set<std::string>> named_;  // per passage, read where first asked for
};

}  // namespace

bool settles(const text::Wording& said) {
  constexpr std::array kOpen{"still open"sv, "remains open"sv};
  if (grammar::holds_any(said.folded, kOpen)) return false;
  const bool row = said.text.find("; ") != std::string::npos;
  for (std::size_t i = 0; i < said.terms.size(); ++i) {
    if (!grammar::among(kPutRight, said.terms[i].word) || is_to_come(said.terms, i)) continue;
    if (of_fault(said.terms, i, row) || says_when(said.terms, i)) return true;
  }
  return said.folded.find("cleared at once") != std::string::npos;
}

void mark_settled(std::span<const text::Wording> headings, Reading& out) {
  Settling(headings, out).mark();
}

}  // namespace assay::assess
