// SPDX-License-Identifier: Apache-2.0
// Measures the cost that an audit entry adds to a write, the rate of audited writes of one tenant,
// the rate of verified entries, and the time for the end of one run. Uses its own PostgreSQL, which
// waits for the disk.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "core/trace/log.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/work/queue.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::bench {
namespace {

namespace audit = store::audit;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

// The transaction of an upload, as the API runs it.
void upload(pg::Connection& connection, const TenantId& tenant, bool audited) {
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  store::documents::NewDocument document;
  document.id = DocumentId::fresh();
  document.original_filename = "evidence.txt";
  document.file_type = "txt";
  document.content_type = "text/plain";
  document.sha256 = test::random_sha256();
  if (!store::documents::insert(tx, tenant, document)) throw std::runtime_error("not inserted");
  store::work::enqueue(tx, tenant, store::work::Kind::Document, document.id.value);
  if (!store::documents::find(tx, tenant, document.id)) throw std::runtime_error("not found");
  if (audited) {
    audit::append(tx, tenant,
                  {.action = "document.upload",
                   .object_type = "document",
                   .object_id = document.id.value,
                   .actor = {"user", new_uuid(), "kim@example.org", "MEMBER"},
                   .request_id = new_uuid(),
                   .ip = "192.0.2.7",
                   .user_agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120",
                   .auth_method = "access_token",
                   .detail = R"({"originalFilename":"evidence.txt","sizeBytes":1024})"});
  }
  tx.commit();
}

// Alternates both kinds, so that a machine whose speed drifts does not favour one.
void added_to_a_write() {
  constexpr int kRounds = 3000;
  const TenantId tenant = test::new_tenant();
  pg::Connection api = test::TempDatabase::shared().connect("assay_api");
  std::vector<double> plain;
  std::vector<double> audited;
  for (int i = 0; i < kRounds * 2; ++i) {
    const auto start = Clock::now();
    upload(api, tenant, i % 2 == 1);
    (i % 2 == 1 ? audited : plain).push_back(seconds_since(start));
  }
  const double without = median(plain) * 1e6;
  const double with = median(audited) * 1e6;
  std::cout << "upload transaction, median of " << kRounds << ": " << without << " us without, "
            << with << " us with an entry: ratio " << with / without << " (goal <= 1.15)\n";
}

constexpr int kConnections = 8;

// Uploads a second of one tenant.
double writes_on_one_tenant(bool audited) {
  constexpr std::chrono::seconds kTime{5};
  const TenantId tenant = test::new_tenant();
  std::atomic<std::int64_t> done{0};
  const auto start = Clock::now();
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < kConnections; ++i) {
      writers.emplace_back([&] {
        pg::Connection own = test::TempDatabase::shared().connect("assay_api");
        for (; Clock::now() - start < kTime; ++done) upload(own, tenant, audited);
      });
    }
  }
  return static_cast<double>(done) / seconds_since(start);
}

// Entries of one tenant wait for each other's commit, so the disk sets the pace.
void rate_of_writes() {
  const double plain = writes_on_one_tenant(false);
  const double audited = writes_on_one_tenant(true);
  std::cout << "uploads on one tenant, " << kConnections << " connections: " << plain
            << " a second without, " << audited << " with an entry: ratio " << audited / plain
            << ", and " << audited / 1000 << " to the goal of 1000 a second\n";
}

// Adds that many entries, a multiple of 250.
void fill(const TenantId& tenant, std::int64_t entries) {
  constexpr std::int64_t kAtOnce = 250;
  const std::string statement =
      "BEGIN; SET LOCAL assay.tenant = '" + tenant.value +
      "'; SET LOCAL synchronous_commit = off; "
      "SELECT count(audit_append('" +
      tenant.value +
      "', gen_random_uuid(), 'document.upload', 'document', gen_random_uuid()::text, 'user', "
      "gen_random_uuid()::text, 'kim@example.org', 'allow', gen_random_uuid()::text, NULL, "
      "'192.0.2.7', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120', "
      "'access_token', 'MEMBER', '{\"originalFilename\":\"evidence.txt\",\"sizeBytes\":1024}')) "
      "FROM generate_series(1, " +
      std::to_string(kAtOnce) + "); COMMIT";
  for (std::int64_t i = 0; i < entries; i += kAtOnce) test::sql(statement);
}

// Writes a checkpoint, some seconds' worth of entries with the end of a run among them, and a
// checkpoint, as in the middle of a long trail.
RunId run_in_the_middle(const TenantId& tenant, std::int64_t entries) {
  const ed25519::KeyPair keys = ed25519::generate();
  const auto run = RunId::fresh();
  fill(tenant, entries / 2);
  static_cast<void>(test::make_checkpoint(keys, ""));
  fill(tenant, 250);
  pg::Connection api = test::TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, tenant);
  audit::append(tx, tenant,
                {.action = "run.completed",
                 .object_type = "run",
                 .object_id = run.value,
                 .run_id = run,
                 .detail = R"({"snapshotHash":null})"});
  tx.commit();
  static_cast<void>(test::make_checkpoint(keys, ""));
  fill(tenant, entries / 2);
  return run;
}

// Compares a replay's check of the trail with the verification of the whole trail.
void one_run(pg::Connection& api, const TenantId& tenant, const RunId& run, double whole) {
  std::vector<double> times;
  for (int i = 0; i < 25; ++i) {
    pg::Tx tx(api, pg::Access::ReadOnly, tenant);
    const auto start = Clock::now();
    const auto entry = audit::first_entry_of_run(tx, tenant, run, "run.completed");
    if (!audit::prove_entry(tx, tenant, entry.value().sequence, {})) {
      throw std::runtime_error("the trail around the run's end is broken");
    }
    times.push_back(seconds_since(start));
  }
  std::cout << "the end of one run in that trail: " << median(times) * 1e3 << " ms, all of it "
            << whole * 1e3 << " ms: ratio " << median(times) / whole << "\n";
}

void verification() {
  constexpr std::int64_t kEntries = 200'000;
  const TenantId tenant = test::new_tenant();
  const RunId run = run_in_the_middle(tenant, kEntries);
  pg::Connection api = test::TempDatabase::shared().connect("assay_api");
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    pg::Tx tx(api, pg::Access::Snapshot, tenant);
    const auto start = Clock::now();
    const auto verdict = audit::verify_chain(tx, tenant, {});
    times.push_back(seconds_since(start));
    if (verdict.first_broken || verdict.entries < kEntries) {
      throw std::runtime_error("the chain is broken");
    }
  }
  const double rate = static_cast<double>(kEntries) / median(times);
  std::cout << "verification: " << rate << " entries a second: ratio " << rate / 300'000
            << " to the goal of 300000\n";
  one_run(api, tenant, run, median(times));
}

}  // namespace
}  // namespace assay::bench

int main() {
  // Before any thread: the database waits for its disk, as in production, unless overridden.
  if (::setenv("ASSAY_TEST_FSYNC", "on", 0) != 0) return 1;  // NOLINT(concurrency-mt-unsafe)
  try {
    assay::log::configure("bench", assay::log::Level::Warning);
    assay::bench::added_to_a_write();
    assay::bench::rate_of_writes();
    assay::bench::verification();
  } catch (const std::exception& error) {
    std::cerr << "bench_audit: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
