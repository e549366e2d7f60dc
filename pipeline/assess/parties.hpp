// SPDX-License-Identifier: Apache-2.0
// Whose deeds a passage tells of: suppliers, customers, courts and other parties are named by what
// they are to us ("our supplier Tronix"), by their papers ("provider whitepaper") or by their
// names.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/assess/evaluator.hpp"

namespace assay::assess {

// Whether a text names a party by what it is to us: "supplier", "parent company".
[[nodiscard]] bool names_party(std::string_view text);

class Parties {
 public:
  // Reads which names the candidates give to other parties.
  explicit Parties(std::span<const Candidate> candidates);

  // Whether a sentence of the candidate tells what another party does or has.
  [[nodiscard]] bool other_party(const Candidate& candidate, std::string_view sentence) const;
  // "We at Tronix ...": the paper's "we" is not us.
  [[nodiscard]] bool speaks_for_other(std::string_view sentence) const;
  // Whether a sentence behind one of another party can still be of that party's doings.
  [[nodiscard]] static bool goes_on(std::string_view sentence);

 private:
  [[nodiscard]] bool is_name(std::string_view word) const {
    return names_.contains(std::string(word));
  }

  std::set<std::string> names_;  // folded
};

}  // namespace assay::assess
