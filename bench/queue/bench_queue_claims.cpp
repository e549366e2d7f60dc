// SPDX-License-Identifier: Apache-2.0
// Counts items claimed and completed per second with 400,000 ready ones, in turn over all tenants
// as the service does, compared with the plain first-in-first-out claim of a table without tenants'
// turns.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <thread>
#include <vector>

#include "core/trace/log.hpp"
#include "db/store/work/queue.hpp"
#include "tests/support/records.hpp"

namespace assay::bench {
namespace {

namespace work = store::work;
using Clock = std::chrono::steady_clock;

constexpr int kClients = 16;
constexpr int kReady = 400'000;
constexpr std::chrono::seconds kTime{8};
constexpr work::Limits kLimits{std::chrono::seconds(30), std::chrono::seconds(600)};

constexpr pg::Statement kFifoClaim{"bench_fifo_claim", R"sql(
WITH candidate AS MATERIALIZED (
  SELECT tenant_id, id FROM work_item
  WHERE state = 'ready' AND run_at <= statement_timestamp()
  ORDER BY priority, run_at, id
  LIMIT 1 FOR UPDATE SKIP LOCKED)
UPDATE work_item w
SET state = 'running', fence = w.fence + 1, attempts = w.attempts + 1, worker = $1,
    lease_until = clock_timestamp() + interval '30 s',
    deadline_at = clock_timestamp() + interval '600 s'
FROM candidate c WHERE w.tenant_id = c.tenant_id AND w.id = c.id
RETURNING w.tenant_id, w.id, w.fence)sql"};

void fill(int tenants) {
  test::sql("TRUNCATE work_item; TRUNCATE work_turn");
  test::sql(
      "INSERT INTO work_item (tenant_id, id, kind, subject_id, lane, run_at) "
      "SELECT ('00000000-0000-4000-8000-' || lpad((n % " +
      std::to_string(tenants) +
      ")::text, 12, '0'))::uuid, gen_random_uuid(), 'document', gen_random_uuid(), 'long', "
      "clock_timestamp() - (" +
      std::to_string(kReady) + " - n) * interval '1 ms' FROM generate_series(1, " +
      std::to_string(kReady) + ") AS n");
  test::sql("VACUUM ANALYZE work_item");
}

bool fair(pg::Connection& connection) {
  std::optional<work::Claim> claimed;
  {
    pg::Tx tx(connection, pg::Access::ReadWrite);
    claimed = work::claim(tx, "bench", kLimits);
    tx.commit();
  }
  if (!claimed) return false;
  pg::Tx tx(connection, pg::Access::ReadWrite);
  const bool finished = work::finish(tx, *claimed);
  tx.commit();
  return finished;
}

bool fifo(pg::Connection& connection) {
  work::Claim claimed;
  {
    pg::Tx tx(connection, pg::Access::ReadWrite);
    const pg::Rows rows = tx.run(kFifoClaim, "bench");
    tx.commit();
    if (rows.empty()) return false;
    claimed.tenant = rows[0].id<TenantId>("tenant_id");
    claimed.id = rows[0].id<WorkItemId>("id");
    claimed.fence = rows[0].integer("fence");
  }
  pg::Tx tx(connection, pg::Access::ReadWrite);
  const bool finished = work::finish(tx, claimed);
  tx.commit();
  return finished;
}

// Items per second.
double rate(const std::function<bool(pg::Connection&)>& claim_and_finish) {
  std::atomic<std::int64_t> done{0};
  std::atomic<bool> failed{false};
  const auto start = Clock::now();
  {
    std::vector<std::jthread> clients;
    for (int i = 0; i < kClients; ++i) {
      clients.emplace_back([&] {
        pg::Connection own = test::TempDatabase::shared().connect("assay_pipeline");
        while (Clock::now() - start < kTime) {
          if (!claim_and_finish(own)) {
            failed = true;
            return;
          }
          ++done;
        }
      });
    }
  }
  if (failed) throw std::runtime_error("a claim found nothing or was lost");
  return static_cast<double>(done) / std::chrono::duration<double>(Clock::now() - start).count();
}

void compare(int tenants) {
  fill(tenants);
  const double turns = rate(fair);
  fill(tenants);
  test::sql("CREATE INDEX bench_fifo ON work_item (priority, run_at, id) WHERE state = 'ready'");
  test::sql("DROP INDEX work_item_ready");
  const double plain = rate(fifo);
  test::sql(
      "CREATE INDEX work_item_ready ON work_item (tenant_id, lane, priority, run_at, id) "
      "WHERE state = 'ready'");
  test::sql("DROP INDEX bench_fifo");
  std::cout << "claim and complete, " << kClients << " clients, " << kReady << " ready items of "
            << tenants << (tenants == 1 ? " tenant: " : " tenants: ") << turns
            << " a second in turn, " << plain << " first in, first out: ratio " << turns / plain
            << ", and " << turns / 2000 << " to the goal of 2000 a second\n";
}

}  // namespace
}  // namespace assay::bench

int main() {
  // Before any thread: the database waits for its disk, as in production, unless overridden.
  if (::setenv("ASSAY_TEST_FSYNC", "on", 0) != 0) return 1;  // NOLINT(concurrency-mt-unsafe)
  try {
    assay::log::configure("bench", assay::log::Level::Warning);
    for (const int tenants : {1, 10, 100}) assay::bench::compare(tenants);
  } catch (const std::exception& error) {
    std::cerr << "bench_queue_claims: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
