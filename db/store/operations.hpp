// SPDX-License-Identifier: Apache-2.0
// The state of the installation for those who operate it: the queue, the daemons, what failed
// lately, what is stored. Each figure is a sum over all tenants, or of one tenant alone.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::operations {

// Whose figures are asked for. A tenant's own transaction sees the rows of that tenant alone.
enum class Scope { Installation, Tenant };

struct Daemon {
  std::string host;
  Timestamp started_at;
  Timestamp seen_at;
  bool alive = false;        // seen lately
  std::int64_t running = 0;  // items it holds
};
// All daemons, those seen last first. alive_within: how long ago one may have been seen. scope: of
// the items counted.
[[nodiscard]] std::vector<Daemon> daemons(pg::Tx& tx, Scope scope,
                                          std::chrono::seconds alive_within);

struct Failed {
  std::string of;                   // document, run, requirement, export, reproduction, corpus
  std::optional<std::string> code;  // none is kept of some
  std::int64_t count = 0;
  Timestamp last_at;
};
// Most first.
[[nodiscard]] std::vector<Failed> failures(pg::Tx& tx, Scope scope, std::chrono::hours within);

struct Storage {
  std::int64_t documents = 0;
  std::int64_t document_bytes = 0;
  std::int64_t exports = 0;
  std::int64_t export_bytes = 0;
  std::int64_t database_bytes = 0;
  std::string database_version;  // "15.5"
};
// database_bytes are of the installation whatever the scope.
[[nodiscard]] Storage storage(pg::Tx& tx, Scope scope);

}  // namespace assay::store::operations
