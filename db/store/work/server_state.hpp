// SPDX-License-Identifier: Apache-2.0
// The database server as its operator sees it: version, settings that Assay depends on, clock, use.
#pragma once

#include <cstdint>
#include <string>

#include "db/pg/tx.hpp"

namespace assay::store::server {

struct State {
  std::string version;              // "15.12 (Debian ...)"
  std::int64_t version_number = 0;  // 150012
  Timestamp now = {};               // its clock
  std::string encoding;             // of the database: "UTF8"
  bool keeps_commits = false;       // fsync, full_page_writes and synchronous_commit
  std::int64_t max_connections = 0;
  std::int64_t reserved_connections = 0;  // for superusers
};
[[nodiscard]] State state(pg::Tx& tx);

struct Usage {
  std::int64_t database_bytes = 0;
  std::int64_t connections = 0;      // to this database, of everybody
  std::int64_t max_connections = 0;  // of the server, to all its databases
};
[[nodiscard]] Usage usage(pg::Tx& tx);

}  // namespace assay::store::server
