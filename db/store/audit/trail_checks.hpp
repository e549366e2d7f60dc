// SPDX-License-Identifier: Apache-2.0
// Checks of the trail. A tenant's chain, from its first entry to its head and against signed
// checkpoints. Single entries, where recomputing the whole chain would take too long, and records
// against their entries. The checkpoints of the table and of a file, against each other and,
// through the heads they have seen, against the chains.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "db/store/audit/entries.hpp"

namespace assay::store::audit {

// A tenant's place in a checkpoint: its newest entry then had this sequence and hash.
struct Witness {
  std::int64_t sequence = 0;
  std::string hash;  // 32 bytes
  std::int64_t checkpoint = 0;
};

// The first place where the trail was changed.
struct Break {
  std::int64_t sequence = 0;      // of the entry, or where one is missing; 0: the whole chain
  std::optional<std::string> id;  // of the entry found there
  std::string reason;             // for people
};
// "the audit trail is broken at entry 7: ...", for people.
[[nodiscard]] std::string to_text(const Break& found);

struct ChainVerdict {
  std::int64_t entries = 0;  // valid ones, from the first on
  std::string head_hash;     // of the last valid one, 32 bytes
  std::optional<Break> first_broken;
};

// Recomputes every hash from the stored columns, in this process, and stops at the first entry that
// does not fit: changed, missing, moved, added, or not the one a checkpoint has seen. The
// transaction should be a pg::Access::Snapshot of the tenant; the witnesses must not be younger
// than it and must be in ascending order of sequence. Streams: memory does not grow with the chain.
[[nodiscard]] ChainVerdict verify_chain(pg::Tx& tx, const TenantId& tenant,
                                        std::span<const Witness> witnesses);

// A place in a chain: after the entry with this sequence and hash (32 bytes). Default: before the
// first entry.
struct Place {
  std::int64_t sequence = 0;
  std::string hash = std::string(32, '\0');
};
// Called with each valid entry, in order: sequence, action, detail.
using TakeEntry = std::function<void(std::int64_t, std::string_view action,
                                     std::optional<std::string_view> detail)>;
// Recomputes the hashes of the entries after `start`, up to and including that of `end`, whose hash
// must be the one given. nullopt: all are valid.
[[nodiscard]] std::optional<Break> verify_part(pg::Tx& tx, const TenantId& tenant,
                                               const Place& start, const Place& end,
                                               const TakeEntry& take);

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

// The first entry whose record, a completed run or a review, is missing or differs from it; or the
// first record without an entry. nullopt if there is none.
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

struct CheckpointBreak {
  std::string where;        // "table", "file" or "copy"
  std::int64_t number = 0;  // of the checkpoint, or where one is missing
  std::string reason;
};

struct Checked {
  std::int64_t checkpoints = 0;  // in the table
  std::optional<std::string> newest_line;
  std::optional<CheckpointBreak> first_broken;
  // The heads seen by valid checkpoints, per tenant, by sequence; only one tenant if asked for.
  std::map<TenantId, std::vector<Witness>> witnesses;
};

struct CheckWish {
  // Trusted public keys. If empty, a signature is checked by the key that its own line names, which
  // proves little.
  std::vector<std::string> keys = {};
  std::string file = {};  // the file beside the table, which has every line of the table; "": none
  // An earlier copy: it may end before the table does, but never after it.
  std::string copy = {};                          // "": none
  std::optional<TenantId> tenant = std::nullopt;  // only this tenant's witnesses
  // Checks only this many of the newest, and as many earlier ones, evenly spread: these contradict
  // a chain that was rewritten long ago.
  std::optional<std::int64_t> newest = std::nullopt;
};

// Use in a pg::Access::Snapshot, after which the file is read: the file must hold the whole table
// as it was then. Heads seen by a copy are witnesses like any other. Throws IoError if a file
// cannot be read.
[[nodiscard]] Checked check_checkpoints(pg::Tx& tx, const CheckWish& wish);

// Every tenant that has a chain, a head or a name.
[[nodiscard]] std::vector<TenantId> tenants_with_trail(pg::Tx& tx);

}  // namespace assay::store::audit
