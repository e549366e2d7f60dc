// SPDX-License-Identifier: Apache-2.0
// The state of the whole installation for those who operate it: the queue, the daemons, what failed
// lately, what is stored. Sums over all tenants; nothing of one is in them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::operations {

struct Daemon {
  std::string host;
  Timestamp started_at;
  Timestamp seen_at;
  bool alive = false;        // seen lately
  std::int64_t running = 0;  // items it holds
};
// Those seen last come first. alive_within: how long ago one may have been seen.
[[nodiscard]] std::vector<Daemon> daemons(pg::Tx& tx, std::chrono::seconds alive_within);

struct Failed {
  std::string of;                   // document, run, requirement, export, reproduction, corpus
  std::optional<std::string> code;  // none is kept of some
  std::int64_t count = 0;
  Timestamp last_at;
};
// Most first.
[[nodiscard]] std::vector<Failed> failures(pg::Tx& tx, std::chrono::hours within);

struct Storage {
  std::int64_t documents = 0;
  std::int64_t document_bytes = 0;
  std::int64_t exports = 0;
  std::int64_t export_bytes = 0;
  std::int64_t database_bytes = 0;
  std::string database_version;  // "15.5"
};
[[nodiscard]] Storage storage(pg::Tx& tx);

}  // namespace assay::store::operations
