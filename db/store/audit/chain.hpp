// SPDX-License-Identifier: Apache-2.0
// Checks a tenant's chain from its first entry to its head, and against signed checkpoints.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/base/digest.hpp"
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

}  // namespace assay::store::audit
