// SPDX-License-Identifier: Apache-2.0
// Checking a tenant's chain from its first entry to its head, and against what was once signed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/digest.hpp"
#include "db/store/audit.hpp"

namespace assay::store::audit {

// What a checkpoint says about one tenant: its newest entry then had this sequence and hash.
struct Witness {
  std::int64_t sequence = 0;
  std::string hash;  // 32 bytes
  std::int64_t checkpoint = 0;
};

// The first place where the trail is not what was written.
struct Break {
  std::int64_t sequence = 0;      // of the entry, or where one is missing; 0: the whole chain
  std::optional<std::string> id;  // of the entry found there
  std::string reason;             // for people
};
// "the audit trail is broken at entry 7: ...", for people.
[[nodiscard]] std::string to_text(const Break& found);

struct ChainVerdict {
  std::int64_t entries = 0;  // that hold, from the first on
  std::string head_hash;     // of the last of them, 32 bytes
  std::optional<Break> first_broken;
};

// Recomputes every hash from the stored columns, in this process, and stops at the first entry that
// does not fit: changed, missing, moved, added, or not the one a checkpoint has seen. The
// transaction should be a pg::Access::Snapshot of the tenant, and the witnesses not younger than
// it; they are in ascending order of sequence. Streams: memory does not grow with the chain.
[[nodiscard]] ChainVerdict verify_chain(pg::Tx& tx, const TenantId& tenant,
                                        std::span<const Witness> witnesses);

// A place in a chain: behind the entry of this sequence, whose hash (32 bytes) this is. Without
// arguments: before the first entry.
struct Place {
  std::int64_t sequence = 0;
  std::string hash = std::string(32, '\0');
};
// Called with each entry that holds, in order: sequence, action, detail.
using TakeEntry = std::function<void(std::int64_t, std::string_view action,
                                     std::optional<std::string_view> detail)>;
// Recomputes the hashes of the entries behind `start`, up to and with that of `end`, whose hash
// must be the one given. nullopt: they all hold.
[[nodiscard]] std::optional<Break> verify_part(pg::Tx& tx, const TenantId& tenant,
                                               const Place& start, const Place& end,
                                               const TakeEntry& take);

}  // namespace assay::store::audit
