// SPDX-License-Identifier: Apache-2.0
// The work queue: claiming in turn with a lease and a fence, renewing, giving way, finishing,
// failing, reaping. Ordering and liveness depend only on the database's clock. Also tracks live
// daemons, frees the items of dead ones, and sends the hints that wake daemons.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/work_kinds.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::work {

using Kind = WorkKind;
using Lane = WorkLane;
inline constexpr std::array kAllLanes{Lane::Short,   Lane::Long,  Lane::Run,  Lane::Fetch,
                                      Lane::Waiting, Lane::Event, Lane::Scan, Lane::Mail};

// Larger documents go to the long lane at once; smaller ones only when they turn out to be slow.
inline constexpr std::int64_t kShortDocumentBytes = std::int64_t{1} << 20;

// A worker's hold on an item. Every write it makes names id and fence; a fence that no longer
// matches means that the item was taken away and the result must be dropped.
struct Claim {
  TenantId tenant;
  WorkItemId id;
  Kind kind = Kind::Document;
  Lane lane = Lane::Long;
  std::string subject_id;
  std::int64_t fence = 0;
  int attempts = 0;  // since the last progress, including this one, without those whose worker died
  int crashes = 0;
  Json payload;
};

struct Limits {
  std::chrono::seconds lease;
  std::chrono::seconds deadline;
  int tenant_cap = 0;               // items of one tenant in these lanes; 0: no limit
  int corpora_at_once = 1'000'000;  // of this worker's daemon
  std::span<const Lane> lanes = kAllLanes;
  int daemon_cap =
      0;  // items of one tenant in these lanes in progress in this worker's daemon; 0: no limit
};

// Adds an item to the queue and sends a NOTIFY hint at most once per transaction. Does nothing if a
// live item of the same kind and subject exists. The lane is that of the kind (for a document: by
// its size), unless waits: then it is Waiting.
void enqueue(pg::Tx& tx, const TenantId& tenant, Kind kind, std::string_view subject_id,
             int priority = 0, const Json& payload = Json::object(), bool waits = false);

// The same for many documents that are read again: behind all other documents of the tenant.
inline constexpr int kRereadingPriority = 20;
void enqueue_rereading(pg::Tx& tx, const TenantId& tenant,
                       const std::vector<DocumentId>& documents);

// How many items of a kind the tenant has that are ready or running.
[[nodiscard]] std::int64_t live(pg::Tx& tx, const TenantId& tenant, Kind kind);

// Takes at most one ready item. Tenants take turns: first the one with the fewest items in progress
// in these lanes, then the one served longest ago. Of its items: the lowest priority number, then
// the oldest. Takes no more corpora at once than given: they wait for others' servers and must not
// occupy all of a daemon's threads. Takes a batch only if its run is another daemon's, and this one
// has fewer than batches::kMaxAtOnce items of the lane in progress. Run in a transaction without a
// tenant, as assay_pipeline.
[[nodiscard]] std::optional<Claim> claim(pg::Tx& tx, const std::string& worker,
                                         const Limits& limits);

// Whether an item that has waited for a second should have its turn before this claim goes on: an
// item, not a batch, of a tenant with fewer items in progress, or of any tenant in the lanes Short
// and Run.
[[nodiscard]] bool others_wait(pg::Tx& tx, const Claim& claim, int corpora_at_once);

// Each of these returns false if the claim is no longer held; the caller then rolls back. renew:
// extends the lease, refused past the deadline. hold: locks the item in this transaction, so that a
// stage's result and its fence commit together. finish: done. release: back to ready at once, the
// attempt not counted. give_way: like release, but behind all waiting items and out of the lane
// Short. move: back to ready in another lane, the attempt not counted. retry: back to ready after a
// delay. fail: for good.
[[nodiscard]] bool renew(pg::Tx& tx, const Claim& claim, std::chrono::seconds lease);
[[nodiscard]] bool hold(pg::Tx& tx, const Claim& claim);
[[nodiscard]] bool finish(pg::Tx& tx, const Claim& claim);
[[nodiscard]] bool release(pg::Tx& tx, const Claim& claim);
[[nodiscard]] bool give_way(pg::Tx& tx, const Claim& claim);
[[nodiscard]] bool move(pg::Tx& tx, const Claim& claim, Lane lane);
[[nodiscard]] bool retry(pg::Tx& tx, const Claim& claim, std::chrono::milliseconds delay,
                         std::string_view error);
[[nodiscard]] bool fail(pg::Tx& tx, const Claim& claim, std::string_view error);

// Part of the item is done for good: resets its failed attempts and crashes. For a transaction that
// holds the claim.
void progressed(pg::Tx& tx, const Claim& claim);
// Attempts since the last progress, including this one; nullopt if the claim is no longer held.
// Locks the item.
[[nodiscard]] std::optional<int> attempts(pg::Tx& tx, const Claim& claim);

// Sets items whose lease ran out back to ready with one more crash. Returns those with max_crashes
// instead, still running under a fresh lease of the caller, which must fail them (poison).
[[nodiscard]] std::vector<Claim> reap(pg::Tx& tx, const std::string& worker, const Limits& limits,
                                      int max_crashes);

// Removes a subject's item from the queue, running or not (the subject is gone or cancelled).
void drop(pg::Tx& tx, const TenantId& tenant, Kind kind, std::string_view subject_id);

// Removes items done or failed for longer than this; returns how many.
std::int64_t sweep(pg::Tx& tx, std::chrono::hours older_than);

// Live daemons. announce: at start and with each heartbeat. release_of: sets items of a daemon
// known to be dead back to ready with one more crash; returns how many (poison waits for reap).
void announce(pg::Tx& tx, const std::string& worker, const std::string& host);
void withdraw(pg::Tx& tx, const std::string& worker);
[[nodiscard]] std::vector<std::string> workers_of_host(pg::Tx& tx, const std::string& host);
std::int64_t release_of(pg::Tx& tx, const std::string& worker, int max_crashes);
// Seconds since any daemon was last seen; nullopt when none is registered.
[[nodiscard]] std::optional<double> newest_worker_age(pg::Tx& tx);

// The lane of a hint's payload; nullopt if there may be work in any lane, as for the hints of
// several items at once and of earlier releases.
[[nodiscard]] inline std::optional<Lane> lane_of_hint(std::string_view payload) {
  return from_text<Lane>(payload);
}
// Subscribes this connection, for as long as it lives, to the hints of enqueue().
void listen(pg::Connection& connection);
// Whether it is still subscribed: a connection that died unnoticed would stay silent. Throws
// DbError.
[[nodiscard]] bool listening(pg::Connection& connection);

}  // namespace assay::store::work
