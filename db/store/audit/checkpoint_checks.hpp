// SPDX-License-Identifier: Apache-2.0
// Checks the checkpoints of the table and of a file against each other and, through the heads they
// have seen, against the chains.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/store/audit/chain.hpp"
#include "db/store/audit/checkpoints.hpp"

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
