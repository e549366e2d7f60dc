// SPDX-License-Identifier: Apache-2.0
// The state of the installation for its operators: the queue, the daemons, recent failures,
// storage. Each figure is for all tenants or for one tenant.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::operations {

// The figures to include. A tenant's own transaction sees only that tenant's rows.
enum class Scope { Installation, Tenant };

struct Daemon {
  std::string host;
  Timestamp started_at;
  Timestamp seen_at;
  bool alive = false;        // seen recently
  std::int64_t running = 0;  // items it holds
};
// All daemons, most recently seen first. alive_within: maximum time since a live one was seen.
// scope: of the items counted.
[[nodiscard]] std::vector<Daemon> daemons(pg::Tx& tx, Scope scope,
                                          std::chrono::seconds alive_within);

struct Failed {
  std::string of;                   // document, run, requirement, export, reproduction, corpus
  std::optional<std::string> code;  // not recorded for some kinds
  std::int64_t count = 0;
  Timestamp last_at;
};
// Largest count first.
[[nodiscard]] std::vector<Failed> failures(pg::Tx& tx, Scope scope, std::chrono::hours within);

struct Storage {
  std::int64_t documents = 0;
  std::int64_t document_bytes = 0;
  std::int64_t exports = 0;
  std::int64_t export_bytes = 0;
  std::int64_t database_bytes = 0;
  std::string database_version;  // "15.5"
};
// database_bytes covers the installation, whatever the scope.
[[nodiscard]] Storage storage(pg::Tx& tx, Scope scope);

}  // namespace assay::store::operations
