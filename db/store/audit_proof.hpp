// SPDX-License-Identifier: Apache-2.0
// Checking what was signed: the checkpoints of the table and of a file, against each other and,
// through what they have seen, against the chains.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/store/audit_verify.hpp"
#include "db/store/checkpoints.hpp"

namespace assay::store::audit {

struct CheckpointBreak {
  std::string where;        // "table", "file" or "copy"
  std::int64_t number = 0;  // of the checkpoint, or where one is missing
  std::string reason;
};

struct Checked {
  std::int64_t checkpoints = 0;  // in the table
  std::optional<std::string> newest_line;
  std::optional<CheckpointBreak> first_broken;
  // What the good ones have seen of each tenant, by sequence; of one alone when asked for.
  std::map<TenantId, std::vector<Witness>> witnesses;
};

struct CheckWish {
  // Public keys that are trusted; without any, a signature is checked by the key that its own line
  // names, which proves little.
  std::vector<std::string> keys = {};
  std::string file = {};  // the file beside the table, which has all that the table has; "": none
  // A copy that was taken away earlier: it may end before the table does, and never after it.
  std::string copy = {};                          // "": none
  std::optional<TenantId> tenant = std::nullopt;  // witnesses of this one alone
  // So many of the newest alone, and as many of those before, evenly spread: a chain that was
  // written anew long ago contradicts them.
  std::optional<std::int64_t> newest = std::nullopt;
};

// In a pg::Access::Snapshot, which a file is read after: the table as it was then must be in the
// file whole. What a copy has seen is a witness like any other. Throws IoError where a file cannot
// be read.
[[nodiscard]] Checked check_checkpoints(pg::Tx& tx, const CheckWish& wish);

// Every tenant that has a chain, a head or a name.
[[nodiscard]] std::vector<TenantId> tenants_with_trail(pg::Tx& tx);

}  // namespace assay::store::audit
