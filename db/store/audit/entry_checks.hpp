// SPDX-License-Identifier: Apache-2.0
// Checks single entries of a tenant's trail: proves one unchanged, for questions about a single
// action, where recomputing the whole chain would take too long; and compares records with the
// entries that tell of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "db/store/audit/chain.hpp"

namespace assay::store::audit {

// The first entry of an action on a run.
struct RunEntry {
  std::int64_t sequence = 0;
  double age_s = 0;  // by the database's clock
};
[[nodiscard]] std::optional<RunEntry> first_entry_of_run(pg::Tx& tx, const TenantId& tenant,
                                                         const RunId& run, std::string_view action);

// The sequence of the first entry of an action on an object.
[[nodiscard]] std::optional<std::int64_t> first_entry_of_object(pg::Tx& tx, const TenantId& tenant,
                                                                const std::string& object,
                                                                std::string_view action);

struct ProvenEntry {
  std::string action;
  std::optional<std::string> detail;  // JSON text, as hashed
  std::int64_t checkpoint = 0;        // the first that has seen the entry; 0: none yet
};
// Recomputes the chain between the two checkpoints around the entry: the last one made before it
// (or the beginning of the chain) and the first one that has seen it (or the head). Checks the
// signatures of both, by one of the keys or, if none are given, by the key that the checkpoint
// itself names. A different entry can then only pass if somebody holds the signing key or removed
// all later checkpoints. The time grows with the entries between two checkpoints, not with the
// trail; without any checkpoint the whole chain is recomputed.
[[nodiscard]] Result<ProvenEntry, Break> prove_entry(pg::Tx& tx, const TenantId& tenant,
                                                     std::int64_t sequence,
                                                     const std::vector<std::string>& keys);

// The first entry whose record, a completed run or a review, is gone or is not what the entry says;
// or a record that no entry tells of. nullopt for none.
[[nodiscard]] std::optional<Break> first_record_changed(pg::Tx& tx, const TenantId& tenant);
// Whether the standing results are those of the runs that completed last. nullopt if they are.
[[nodiscard]] std::optional<Break> standing_changed(pg::Tx& tx, const TenantId& tenant);

// An entry of a run's end: it completed, failed or was cancelled.
struct RunEnd {
  std::int64_t sequence = 0;
  std::string id;  // of the entry
  RunId run;
  std::optional<std::string> detail;  // JSON text
};
// Newest first.
[[nodiscard]] std::vector<RunEnd> newest_run_ends(pg::Tx& tx, const TenantId& tenant,
                                                  std::int64_t limit);

}  // namespace assay::store::audit
