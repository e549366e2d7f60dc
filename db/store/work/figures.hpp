// SPDX-License-Identifier: Apache-2.0
// Figures: the pipeline's counters and the queue, the state of the installation and of the database
// server for its operators, and counts of a tenant's objects.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/counters.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::metrics {

// Adds to the counters, in a fixed order that prevents deadlocks between daemons; so call it once
// per transaction.
void add(pg::Tx& tx, const Figures& figures);
[[nodiscard]] Figures read(pg::Tx& tx);

struct QueueFigure {
  std::string kind;
  std::string state;  // ready, running
  std::int64_t items = 0;
  double oldest_s = 0;  // since the oldest of them was queued
  Timestamp oldest_at = {};
};
// Covers all tenants; own_queue() covers only the transaction's tenant.
[[nodiscard]] std::vector<QueueFigure> queue(pg::Tx& tx);
[[nodiscard]] std::vector<QueueFigure> own_queue(pg::Tx& tx);
// The number of daemons seen within this many seconds.
[[nodiscard]] std::int64_t live_workers(pg::Tx& tx, std::int64_t seconds);

}  // namespace assay::store::metrics

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

namespace assay::store::overview {

// The maps omit states without objects.
struct Counts {
  std::map<DocumentStatus, std::int64_t> documents;
  std::int64_t never_cited = 0;  // READY documents that no standing assessment cites
  std::map<RunStatus, std::int64_t> runs;
  std::map<TaskStatus, std::int64_t> tasks;
  // Of the tasks that are not COMPLETED.
  std::int64_t overdue = 0;  // due before today, in UTC
  std::int64_t unassigned = 0;
  // The number of unreviewed standing assessments of the packs bound to the tenant.
  std::int64_t unreviewed = 0;
  std::int64_t exports_under_way = 0;
};
[[nodiscard]] Counts counts(pg::Tx& tx, const TenantId& tenant);

// The work that a run over every requirement, started now, would have ahead of it.
struct Ahead {
  std::int64_t documents = 0;  // READY, with chunks
  std::int64_t chunks = 0;
  std::int64_t runs = 0;  // QUEUED or IN_PROGRESS
};
[[nodiscard]] Ahead ahead(pg::Tx& tx, const TenantId& tenant);
// The duration of the last few COMPLETED runs of that evaluator; nullopt if there are none.
struct Pace {
  double seconds_per_requirement = 0;  // the median
  std::int64_t runs = 0;               // the number of runs measured
};
[[nodiscard]] std::optional<Pace> pace(pg::Tx& tx, const TenantId& tenant,
                                       const std::string& evaluator);

}  // namespace assay::store::overview

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
