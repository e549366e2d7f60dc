// SPDX-License-Identifier: Apache-2.0
// Decides which nodes of a CISO Assistant framework become criteria, and names them.
#pragma once

#include <string>
#include <vector>

#include "db/packs/ciso_nodes.hpp"
#include "db/packs/import.hpp"
#include "db/packs/refusal.hpp"

namespace assay::packs {

struct CisoCriteria {
  std::vector<store::packs::Criterion> criteria;  // numbered from 1 in order of first use
  std::vector<int> criterion_of;                  // by node: its criterion's number; 0 for none
};

// framework_name: title of the criterion for assessable nodes with no non-assessable node above
// them. Throws Refusal.
[[nodiscard]] CisoCriteria find_ciso_criteria(const CisoTree& tree,
                                              const std::string& framework_name,
                                              OutputBudget& budget);

// The part of a urn that names the node within its framework.
[[nodiscard]] std::string urn_tail(std::string_view urn);

}  // namespace assay::packs
