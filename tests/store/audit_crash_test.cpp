// SPDX-License-Identifier: Apache-2.0
// Many writers of one chain whose connections and servers die within their transactions: no fork,
// no gap, no change without its entry and no entry without its change.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "db/store/evidence/documents.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

namespace audit = store::audit;

constexpr int kCrashWriters = 64;
constexpr int kCrashEach = 20;
constexpr std::chrono::milliseconds kBetweenDeaths{15};
// The strike that first kills a server process; the next one is twice as late.
constexpr int kFirstHard = 10;

void write_once(pg::Connection& connection, const TenantId& tenant) {
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  store::documents::NewDocument document;
  document.id = DocumentId::fresh();
  document.original_filename = "x";
  document.file_type = "txt";
  document.content_type = "text/plain";
  document.sha256 = random_sha256();
  ASSERT_TRUE(store::documents::insert(tx, tenant, document));
  audit::append(
      tx, tenant,
      {.action = "document.upload", .object_type = "document", .object_id = document.id.value});
  tx.commit();
}

// Writes until that many entries were acknowledged; counts the attempts that died.
void write_all_of_one(const TenantId& tenant, std::atomic<int>& died) {
  pg::Connection own(TempDatabase::shared().conninfo("assay_api"), "crash-writer");
  for (int done = 0; done < kCrashEach;) {
    try {
      write_once(own, tenant);
      ++done;
    } catch (const pg::DbError&) {
      ++died;
      own.close();
      std::this_thread::sleep_for(kBetweenDeaths);
    }
  }
}

class Killer {
 public:
  // Ends a writer that is in a transaction at this moment. Every so often, kills its server process
  // instead, which drops all connections and starts crash recovery.
  void strike(bool hard) {
    try {
      super_.ensure_connected();
      const pg::Rows found = super_.run(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'crash-writer' AND "
          "xact_start IS NOT NULL ORDER BY random() LIMIT 1");
      if (found.empty()) return;
      const std::int64_t pid = found[0].integer("pid");
      if (hard && is_server_here(pid)) {
        hard_ += ::kill(static_cast<pid_t>(pid), SIGKILL) == 0 ? 1 : 0;
        super_.close();
        return;
      }
      static_cast<void>(super_.run("SELECT pg_terminate_backend(" + std::to_string(pid) + ")"));
      ++soft_;
    } catch (const pg::DbError&) {
      super_.close();  // the server is restarting
    }
  }
  [[nodiscard]] int soft() const { return soft_; }
  [[nodiscard]] int hard() const { return hard_; }

 private:
  // False if the tests use a server on another machine.
  static bool is_server_here(std::int64_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline");
    std::string line;
    std::getline(file, line);
    return line.starts_with("postgres: assay_api");
  }

  pg::Connection super_ = TempDatabase::shared().connect("super");
  int soft_ = 0;
  int hard_ = 0;
};

TEST(AuditCrash, SixtyFourWritersThatDieLeaveOneChain) {
  const TenantId tenant = new_tenant();
  std::atomic<int> died{0};
  std::atomic<int> running{kCrashWriters};
  Killer killer;
  {
    std::vector<std::jthread> writers;
    writers.reserve(kCrashWriters);
    for (int i = 0; i < kCrashWriters; ++i) {
      writers.emplace_back([&] {
        write_all_of_one(tenant, died);
        --running;
      });
    }
    for (int round = 1; running > 0; ++round) {
      // A strike may find nobody in a transaction, so it is tried until it has hit.
      killer.strike(killer.hard() < 2 && round >= kFirstHard * (killer.hard() + 1));
      std::this_thread::sleep_for(kBetweenDeaths);
    }
  }
  EXPECT_GT(killer.soft(), 5);
  if (std::getenv("ASSAY_TEST_PG") == nullptr) {
    EXPECT_GE(killer.hard(), 1);
  }
  EXPECT_GT(died, killer.soft() / 2);

  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::Snapshot, tenant);
  const auto verdict = audit::verify_chain(tx, tenant, {});
  EXPECT_FALSE(verdict.first_broken) << verdict.first_broken->reason;
  EXPECT_GE(verdict.entries, kCrashWriters * kCrashEach) << "an acknowledged entry is gone";
  EXPECT_EQ(verdict.entries, store::documents::count(tx, tenant, {}).get());
  const auto unmatched = api.run(
      "SELECT count(*) AS n FROM document d FULL JOIN audit_log a ON a.object_id = d.id::text "
      "WHERE d.id IS NULL OR a.id IS NULL");
  EXPECT_EQ(unmatched[0].integer("n"), 0);
}

}  // namespace
}  // namespace assay::test
