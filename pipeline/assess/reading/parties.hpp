// SPDX-License-Identifier: Apache-2.0
// Whose actions a passage describes. Suppliers, customers, courts and other parties are named by
// what they are to us ("our supplier Tronix"), by their papers ("provider whitepaper") or by their
// names.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/reading/candidate.hpp"

namespace assay::assess {

// "Jane Doe", "the CISO", "Head of IT". A guess from capitals and posts.
[[nodiscard]] bool names_somebody(const text::Wording& said);

class Parties {
 public:
  // Reads which names the candidates give to other parties.
  explicit Parties(std::span<const CandidateText> candidates);

  // Whether a sentence of the candidate with this number is about what another party does or has.
  [[nodiscard]] bool other_party(std::size_t candidate, const text::Wording& sentence) const;
  // "Door: archive room of the tenant"
  [[nodiscard]] static bool row_of_other(const text::Wording& row);
  // "We at Tronix ...": the paper's "we" is not us.
  [[nodiscard]] bool speaks_for_other(const text::Wording& sentence) const;
  // Whether a sentence that follows one about another party can still be about that party.
  [[nodiscard]] static bool continues(const text::Wording& sentence);

 private:
  // all: the texts of one candidate; paper: whether it is named after a party.
  void read_names(std::span<const text::Wording* const> all, bool paper);
  [[nodiscard]] bool is_name(std::string_view word) const {
    return names_.contains(std::string(word));
  }

  // For each candidate: which party its heading and file name say it is about.
  struct Paper {
    bool names_party = false;  // the file's name does
    bool of_others = false;    // it is a public paper, or its section speaks of others
  };

  std::set<std::string> names_;  // folded
  std::vector<Paper> papers_;
};

}  // namespace assay::assess
