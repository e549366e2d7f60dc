// SPDX-License-Identifier: Apache-2.0
// Expansions of requirements: phrases from a language model that find evidence in other words. One
// is stored for each requirement and version of the question, and never changes. Whoever may see
// the requirement may see its expansion. Runs pin the expansions that they use.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/json/json.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::expansions {

struct Expansion {
  RequirementRecordId requirement;
  std::string prompt_version;  // of the question
  std::string model;
  std::vector<std::string> phrases;  // may be empty
  Timestamp created_at;              // insert() ignores it
};

// Stores it for the requirement's owner. If the requirement has one of that version already, that
// one stays. Precondition: the transaction's tenant sees the requirement.
void insert(pg::Tx& tx, const Expansion& expansion);
// Which of a run's requirements have an expansion of that version.
[[nodiscard]] std::set<RequirementRecordId> of_requirements(pg::Tx& tx, const TenantId& tenant,
                                                            const RunId& run,
                                                            std::string_view prompt_version);

// Pins for a run all expansions of that version that its requirements have; those that are pinned
// stay.
void pin(pg::Tx& tx, const TenantId& tenant, const RunId& run, std::string_view prompt_version);
// What a run has pinned, in pack order.
[[nodiscard]] std::vector<Expansion> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run);

// The last expansion of each requirement of a pack's version that has one.
[[nodiscard]] std::map<RequirementRecordId, Expansion> last_of_version(
    pg::Tx& tx, const CriteriaVersionId& version);

// A JSON array of texts: as stored, and as clients see them.
[[nodiscard]] Json phrases_json(const std::vector<std::string>& phrases);

}  // namespace assay::store::expansions
