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
  std::string where;        // "table" or "file"
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
  std::string file = {};                              // "": the table alone
  std::optional<TenantId> tenant = std::nullopt;      // witnesses of this one alone
  std::optional<std::int64_t> newest = std::nullopt;  // so many of the newest alone
};

// In a pg::Access::Snapshot, which a file is read after: the table as it was then must be in the
// file whole. Throws IoError where the file cannot be read.
[[nodiscard]] Checked check_checkpoints(pg::Tx& tx, const CheckWish& wish);

// Every tenant that has a chain, a head or a name.
[[nodiscard]] std::vector<TenantId> tenants_with_trail(pg::Tx& tx);

}  // namespace assay::store::audit
