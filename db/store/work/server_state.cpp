// SPDX-License-Identifier: Apache-2.0
// SQL of the database server's own state.
#include "db/store/work/server_state.hpp"

namespace assay::store::server {
namespace {

constexpr pg::Statement kState{"server_state", R"sql(
SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::bigint AS number,
  micros(clock_timestamp()) AS now,
  current_setting('server_encoding') AS encoding,
  current_setting('fsync')::boolean AND current_setting('full_page_writes')::boolean
    AND current_setting('synchronous_commit') <> 'off' AS keeps_commits,
  current_setting('max_connections')::bigint AS connections,
  current_setting('superuser_reserved_connections')::bigint AS reserved)sql"};

constexpr pg::Statement kUsage{"server_usage", R"sql(
SELECT pg_database_size(current_database()) AS bytes,
  (SELECT numbackends FROM pg_stat_database WHERE datname = current_database()) AS connections,
  current_setting('max_connections')::bigint AS max_connections)sql"};

}  // namespace

State state(pg::Tx& tx) {
  const pg::Rows rows = tx.run(kState);
  const pg::Row row = rows[0];
  return {row.text("version"),    row.integer("number"),        row.timestamp("now"),
          row.text("encoding"),   row.boolean("keeps_commits"), row.integer("connections"),
          row.integer("reserved")};
}

Usage usage(pg::Tx& tx) {
  const pg::Rows rows = tx.run(kUsage);
  const pg::Row row = rows[0];
  return {row.integer("bytes"), row.integer("connections"), row.integer("max_connections")};
}

}  // namespace assay::store::server
