// SPDX-License-Identifier: Apache-2.0
// Applies migrations and compares versions.
#include "db/migrate.hpp"

#include <map>

#include "core/base/digest.hpp"
#include "core/trace/log.hpp"
#include "db/pg/tx.hpp"

namespace assay::db {
namespace {

using pg::Statement;

constexpr const char* kCreateTable = R"sql(
CREATE TABLE IF NOT EXISTS schema_migration (
  number integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON schema_migration TO assay_api, assay_pipeline)sql";

constexpr Statement kApplied{"migrate_applied",
                             "SELECT number, name, checksum FROM schema_migration ORDER BY number"};

constexpr Statement kRecord{
    "migrate_record", "INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)"};

constexpr Statement kNewest{"migrate_newest",
                            "SELECT coalesce(max(number), 0) AS newest FROM schema_migration"};

// Transaction-level: held by the transaction that applies, so it ends with it. The number is
// arbitrary; it only has to be the same everywhere.
constexpr Statement kLock{"migrate_lock", "SELECT pg_advisory_xact_lock(7241108265)"};

std::map<int, std::string> applied_checksums(pg::Tx& tx) {
  std::map<int, std::string> checksums;
  for (const pg::Row row : tx.run(kApplied)) {
    checksums.emplace(static_cast<int>(row.integer("number")), row.text("checksum"));
  }
  return checksums;
}

Error refuse(std::string message) {
  return {ErrorCode::Conflict, std::move(message), {}};
}

// Applies the first missing migration, if any. Returns true if it applied one.
Result<bool> apply_next(pg::Connection& connection, const std::vector<Migration>& known) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  static_cast<void>(tx.run(kLock));
  static_cast<void>(connection.run(kCreateTable));
  const auto applied = applied_checksums(tx);
  if (!applied.empty() && applied.rbegin()->first > known.back().number) {
    return refuse("the database is newer than this program: it has migration " +
                  std::to_string(applied.rbegin()->first));
  }
  for (const Migration& migration : known) {
    const std::string checksum = sha256_hex(migration.sql);
    const auto found = applied.find(migration.number);
    if (found == applied.end()) {
      static_cast<void>(connection.run(migration.sql));
      static_cast<void>(tx.run(kRecord, migration.number, migration.name, checksum));
      tx.commit();
      log::info("migrated", {{"migration", migration.name}});
      return true;
    }
    if (found->second != checksum) {
      return refuse("migration " + migration.name + " differs from the one that was applied");
    }
  }
  tx.commit();
  return false;
}

}  // namespace

Result<int> migrate(pg::Connection& connection) {
  const std::vector<Migration> known = migrations();
  for (int count = 0;; ++count) {
    const Result<bool> step = apply_next(connection, known);
    if (!step) return step.error();
    if (!*step) return count;
  }
}

std::string schema_mismatch(pg::Connection& connection) {
  const int wanted = migrations().back().number;
  int found = 0;
  try {
    pg::Tx tx(connection, pg::Access::ReadOnly);
    found = static_cast<int>(tx.run(kNewest)[0].integer("newest"));
  } catch (const pg::DbError& error) {
    constexpr std::string_view kNoSuchTable = "42P01";
    if (error.sqlstate() != kNoSuchTable) throw;
  }
  if (found == wanted) return {};
  return "the database has schema " + std::to_string(found) + ", this program needs " +
         std::to_string(wanted) + (found < wanted ? ": run assayctl migrate" : "");
}

}  // namespace assay::db
