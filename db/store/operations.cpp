// SPDX-License-Identifier: Apache-2.0
// SQL of the installation's state.
#include "db/store/operations.hpp"

namespace assay::store::operations {
namespace {

using pg::Statement;

constexpr Statement kDaemons{"operations_daemons", R"sql(
SELECT host, micros(started_at) AS started_at, micros(seen_at) AS seen_at, running,
  seen_at > clock_timestamp() - $1 * interval '1 second' AS alive
FROM worker_figures() ORDER BY worker_figures.seen_at DESC, host)sql"};

constexpr Statement kOwnDaemons{"operations_own_daemons", R"sql(
SELECT w.host, micros(w.started_at) AS started_at, micros(w.seen_at) AS seen_at,
  (SELECT count(*) FROM work_item i WHERE i.state = 'running' AND i.worker = w.id) AS running,
  w.seen_at > clock_timestamp() - $1 * interval '1 second' AS alive
FROM worker w ORDER BY w.seen_at DESC, w.host)sql"};

constexpr Statement kFailures{"operations_failures", R"sql(
SELECT of, code, failures, micros(last_at) AS last_at
FROM failure_figures(clock_timestamp() - $1 * interval '1 hour')
ORDER BY failures DESC, of, code)sql"};

constexpr Statement kOwnFailures{"operations_own_failures", R"sql(
SELECT of, code, failures, micros(last_at) AS last_at
FROM own_failure_figures(clock_timestamp() - $1 * interval '1 hour')
ORDER BY failures DESC, of, code)sql"};

constexpr Statement kStorage{"operations_storage", R"sql(
SELECT documents, document_bytes, exports, export_bytes,
  pg_database_size(current_database()) AS database_bytes,
  split_part(current_setting('server_version'), ' ', 1) AS database_version
FROM storage_figures())sql"};

constexpr Statement kOwnStorage{"operations_own_storage", R"sql(
SELECT documents, document_bytes, exports, export_bytes,
  pg_database_size(current_database()) AS database_bytes,
  split_part(current_setting('server_version'), ' ', 1) AS database_version
FROM own_storage_figures())sql"};

}  // namespace

std::vector<Daemon> daemons(pg::Tx& tx, Scope scope, std::chrono::seconds alive_within) {
  std::vector<Daemon> found;
  const Statement& statement = scope == Scope::Installation ? kDaemons : kOwnDaemons;
  for (const pg::Row row : tx.run(statement, alive_within.count())) {
    found.push_back({row.text("host"), row.timestamp("started_at"), row.timestamp("seen_at"),
                     row.boolean("alive"), row.integer("running")});
  }
  return found;
}

std::vector<Failed> failures(pg::Tx& tx, Scope scope, std::chrono::hours within) {
  std::vector<Failed> found;
  const Statement& statement = scope == Scope::Installation ? kFailures : kOwnFailures;
  for (const pg::Row row : tx.run(statement, within.count())) {
    found.push_back({row.text("of"), row.optional_text("code"), row.integer("failures"),
                     row.timestamp("last_at")});
  }
  return found;
}

Storage storage(pg::Tx& tx, Scope scope) {
  const pg::Rows rows = tx.run(scope == Scope::Installation ? kStorage : kOwnStorage);
  const pg::Row row = rows[0];
  return {row.integer("documents"),    row.integer("document_bytes"), row.integer("exports"),
          row.integer("export_bytes"), row.integer("database_bytes"), row.text("database_version")};
}

}  // namespace assay::store::operations
