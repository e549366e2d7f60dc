// SPDX-License-Identifier: Apache-2.0
// One passage compared with one sub-check: the words it covers and what weakens it; and what each
// document supports by itself.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/assess/support/features.hpp"
#include "pipeline/assess/support/matching.hpp"
#include "pipeline/assess/support/scope.hpp"
#include "pipeline/assess/support/sub_checks.hpp"

namespace assay::assess {

// Shares of a sub-check's words, by weight.
struct Coverage {
  double all = 0;
  double focus = 0;
  bool key = true;  // the most distinctive word asked for is there
};

// Coverage in one number, 0..1.
[[nodiscard]] double lexical(const Coverage& coverage);

// Refers to what it is made from, which must outlive it.
class Comparer {
 public:
  Comparer(std::span<const SubCheck> checks, const Reading& reading,
           std::span<const Candidate> candidates, const StemWeight& weight, FeatureReader& reader);

  // What the passage gives each of the sub-check's words; those left out lend it nothing.
  [[nodiscard]] std::vector<double> credits(std::size_t check, const Passage& passage,
                                            const std::set<std::size_t>& left_out = {}) const;

  // Of the sub-check's words, given what each of them is credited with.
  [[nodiscard]] Coverage coverage(std::size_t check, const std::vector<double>& credit) const;

  // Enters what the match's passage covers; the passages left out lend it nothing.
  void cover(std::size_t check, Match& match, const std::set<std::size_t>& left_out = {}) const;

  // How much of what the sub-check is about the passage names, 0..1: itself, or with its headings
  // and neighbours. 1 where the sub-check names nothing.
  [[nodiscard]] double theme(std::size_t check, const Passage& passage, bool with_context,
                             const std::set<std::size_t>& left_out = {}) const;

  // How much of what is asked of that the passage itself names, 0..1. 1 where nothing is. Words as
  // common as "recorded" count where there are no others, if of_common.
  [[nodiscard]] double action(std::size_t check, const Passage& passage,
                              bool of_common = false) const;

  // Whether the passage denies the very thing: it names what the sub-check is about, and what it
  // denies, plans or calls failed is what is asked of it.
  // with_context: what it is about may stand in its headings and neighbours.
  // least: of what it is about, as a share.
  [[nodiscard]] bool denies_it(std::size_t check, const Match& match, bool with_context,
                               double least = constants::kThemeDenied) const;

  // How much of what is asked weakened passages deny and none of the others names, 0..1.
  [[nodiscard]] double only_denied(std::size_t check, std::span<const Match> matches) const;

  // Whether a weakened passage speaks of the same thing as the best one, so that it can stand
  // against it: it names it, or is a row or another document's word on it.
  [[nodiscard]] bool contradicts(std::size_t check, const Match& match, const Match& best) const;

  // How well the passage holds the word, itself or by what stands around and above it.
  [[nodiscard]] double credit_of(const AskedWord& asked, const Passage& passage,
                                 const std::set<std::size_t>& left_out = {}) const;

  // One document may say it in several sentences: what the best match lacks, others of its document
  // add, at a discount. Precondition: matches is not empty and in order.
  [[nodiscard]] double strength_together(std::size_t check, const std::vector<Match>& matches,
                                         const std::set<std::size_t>& left_out) const;

  // What quantities, weakening words and the document's state leave of the match.
  void weigh(std::size_t check, Match& match) const;

 private:
  void read_siblings(std::size_t check);
  // Whether the passage is of what the sub-check is about: it names enough of that, or its noun.
  [[nodiscard]] bool same_theme(std::size_t check, const Passage& passage, bool with_context) const;
  // "The rules" of "firewall rules", with all that is asked of them.
  [[nodiscard]] bool same_noun(std::size_t check, const Passage& passage) const;
  // Whether the passage itself has a distinctive word of what is asked to be done.
  [[nodiscard]] bool names_asked(std::size_t check, const Passage& passage) const;
  // How well the passage itself holds the word, or one very near to it in meaning.
  [[nodiscard]] double own_credit(const AskedWord& asked, const Passage& passage) const;
  [[nodiscard]] bool is_row_of_other(std::size_t check, const Passage& row,
                                     const Passage& shows) const;
  // What a clause denies or excepts may be what a question asks for, so that statements only are
  // weakened by it.
  void weigh_statement(std::size_t check, Match& match) const;
  [[nodiscard]] QuantityMatch quantity_of(std::size_t check, const Quantity& required,
                                          std::size_t number) const;
  [[nodiscard]] std::vector<Quantity> quantities_on(std::size_t check, const Quantity& required,
                                                    const Passage& passage) const;
  [[nodiscard]] std::optional<QuantityMatch> by_days(std::size_t check, const Quantity& required,
                                                     std::size_t number) const;
  [[nodiscard]] bool is_yearly_paper(std::size_t check, const Quantity& required,
                                     const Passage& passage) const;
  [[nodiscard]] std::vector<int> days_like(std::size_t check, const Passage& passage,
                                           bool same_document) const;
  [[nodiscard]] bool next_is_near(const Quantity& required, const Passage& passage) const;
  static void weigh_period(const DayRange& period, const Passage& passage, Match& match);
  // Whether the passage names another part of the requirement and not this one.
  [[nodiscard]] bool of_sibling(std::size_t check, const Passage& passage) const;
  void weigh_exemption(std::size_t check, const Passage& passage, Match& match) const;
  [[nodiscard]] bool lets_all_out(std::size_t check, const Passage& exempting) const;
  [[nodiscard]] std::vector<double> weights_of(const SubCheck& check) const;

  void weaken(std::size_t check, const Passage& passage, Match& match) const;
  [[nodiscard]] bool in_scope_of_sibling(std::size_t check, const Passage& passage,
                                         const Weakening& found) const;
  // Marks a match that says the opposite of a state asked for.
  void weigh_opposite(const SubCheck& asked, const Passage& passage, Match& match) const;

  std::span<const SubCheck> checks_;
  const Reading& reading_;
  std::span<const Candidate> candidates_;
  const StemWeight& weight_;
  std::vector<std::vector<double>> weights_;
  std::vector<std::vector<Sibling>> siblings_;  // per check
  // Likewise: the candidates and columns of tables that have rows of its siblings.
  std::vector<std::set<std::pair<std::size_t, std::vector<std::string>>>> tables_of_siblings_;
  std::unordered_map<const AskedWord*, const std::vector<double>*> near_;  // see nearness()
};

// By value, then by strength, then in order of reading.
[[nodiscard]] bool stronger(const Match& a, const Match& b);

// What of a probability is left to a thing that is shown, but falls short: never so little that it
// would count as not shown.
[[nodiscard]] double cut_short(double shown, double left);

// What one document shows of a sub-check.
struct DocumentSupport {
  double probability = 0;
  Match basis;          // the passage that it rests on
  Match strongest;      // the one that says most, weakened or not
  bool denied = false;  // that one denies the thing
};

// Of a practice: what the best document shows, since one that shows a practice names it whole,
// while among many something always has one word of it and something else another.
// matches: of the sub-check of that number, best first, not empty.
[[nodiscard]] DocumentSupport best_supported(std::size_t check, const Comparer& comparer,
                                             const Reading& reading, const Shown& shown,
                                             const std::vector<Match>& matches);

}  // namespace assay::assess
