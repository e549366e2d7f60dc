// SPDX-License-Identifier: Apache-2.0
// The daemon: work completes despite faults, and stopping releases unfinished work.
#include <condition_variable>
#include <mutex>

#include "db/store/work/queue.hpp"
#include "pipeline/jobs/daemon/daemon.hpp"
#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;

class WorkerTest : public Jobs {
 protected:
  // Whether the query returns this answer within ten seconds.
  static ::testing::AssertionResult becomes(const std::string& query, const std::string& answer) {
    std::string last;
    for (int i = 0; i < 500; ++i) {
      last = sql(query);
      if (last == answer) return ::testing::AssertionSuccess();
      std::this_thread::sleep_for(20ms);
    }
    return ::testing::AssertionFailure() << query << " stays " << last;
  }
  std::string ready_documents() const {
    return "SELECT count(*) AS v FROM document WHERE status = 'READY' AND tenant_id = '" +
           tenant_.value + "'";
  }
  void upload_many(int count) {
    for (int i = 0; i < count; ++i) {
      static_cast<void>(upload("d" + std::to_string(i) + ".txt",
                               "Accounts number " + std::to_string(i) + " are reviewed."));
    }
  }
};

TEST_F(WorkerTest, WhatIsUploadedBecomesReady) {
  jobs::Daemon daemon(services_);
  daemon.start();
  upload_many(5);
  EXPECT_TRUE(becomes(ready_documents(), "5"));
  EXPECT_EQ(sql("SELECT count(*) AS v FROM worker"), "1");
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(sql("SELECT count(*) AS v FROM worker"), "0") << "a drained daemon signs off";
}

// The mail server of this one does not exist: what it adds stays PENDING.
TEST_F(WorkerTest, TheWeeklyDigestIsAddedOnceHoweverManyDaemonsThereAre) {
  sql("INSERT INTO app_user (tenant_id, id, email, display_name, role) VALUES ('" + tenant_.value +
      "', gen_random_uuid(), 'digest@example.org', 'Robin', 'VIEWER'), ('" + tenant_.value +
      "', gen_random_uuid(), 'nothing@example.org', 'Kim', 'VIEWER')");
  sql("INSERT INTO email_choice (tenant_id, user_id, kind, wanted) SELECT tenant_id, id, "
      "'WEEKLY_DIGEST', false FROM app_user WHERE tenant_id = '" +
      tenant_.value + "' AND email = 'nothing@example.org'");
  config_.mail.url = "smtp://127.0.0.1:1";
  config_.mail.from = {"", "assay@example.org"};
  config_.mail.site = "https://assay.example";
  const auto today = std::chrono::floor<std::chrono::days>(now());
  config_.mail.digest = DigestTime{std::chrono::weekday(today), 0min};
  const std::string digests =
      "SELECT string_agg(u.email || ' ' || e.kind, ', ') AS v FROM email e JOIN app_user u ON "
      "u.id = e.user_id WHERE e.tenant_id = '" +
      tenant_.value + "'";
  for (int i = 0; i < 2; ++i) {
    jobs::Daemon daemon(services_);
    daemon.start();
    EXPECT_TRUE(becomes(digests, "digest@example.org WEEKLY_DIGEST"));
    EXPECT_TRUE(daemon.drain(5s));
  }
  config_.mail = {};
  jobs::Daemon without(services_);
  without.start();
  EXPECT_TRUE(becomes("SELECT count(*) AS v FROM email_sender", "0"));
  EXPECT_TRUE(without.drain(5s));
}

TEST_F(WorkerTest, ADocumentThatCannotBeReadFailsAndTheNextIsDone) {
  const DocumentId bad = upload("bad.txt", " \n ");
  upload_many(1);
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes(ready_documents(), "1"));
  EXPECT_TRUE(becomes("SELECT status AS v FROM document WHERE id = '" + bad.value + "'", "FAILED"));
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_TRUE(document(bad).failure_reason);
}

TEST_F(WorkerTest, AnInternalErrorIsTriedAgainLaterAndCounts) {
  embedder_.before = [] { throw std::runtime_error("the encoder broke"); };
  upload_many(1);
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes("SELECT last_error AS v FROM work_item", "the encoder broke"));
  EXPECT_EQ(sql("SELECT attempts AS v FROM work_item"), "1");
  EXPECT_EQ(sql("SELECT (run_at > clock_timestamp())::text AS v FROM work_item"), "true");
  // The fifth error is the last.
  sql("UPDATE work_item SET attempts = 4, run_at = clock_timestamp()");
  EXPECT_TRUE(becomes("SELECT state AS v FROM work_item", "failed"));
  EXPECT_EQ(sql("SELECT failure_code AS v FROM document WHERE tenant_id = '" + tenant_.value + "'"),
            "internal");
  EXPECT_TRUE(daemon.drain(5s));
}

TEST_F(WorkerTest, AFullDiskDoesNotCountAgainstTheDocument) {
  std::atomic<int> tries{0};
  embedder_.before = [&tries] {
    if (++tries < 3) throw IoError("write", ENOSPC);
  };
  upload_many(1);
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes(ready_documents(), "1"));
  EXPECT_GE(tries, 3);
  EXPECT_EQ(sql("SELECT attempts AS v FROM work_item"), "1");
  EXPECT_TRUE(daemon.drain(5s));
}

TEST_F(WorkerTest, ADatabaseThatGoesAwayCostsNothing) {
  embedder_.before = [] { std::this_thread::sleep_for(10ms); };
  jobs::Daemon daemon(services_);
  daemon.start();
  upload_many(12);
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(60ms);
    TempDatabase::shared().drop_connections();
  }
  EXPECT_TRUE(becomes(ready_documents(), "12"));
  EXPECT_EQ(sql("SELECT count(*) AS v FROM document WHERE status = 'FAILED' AND tenant_id = '" +
                tenant_.value + "'"),
            "0");
  EXPECT_TRUE(daemon.drain(5s));
}

TEST_F(WorkerTest, PoisonIsFailedWithAPlainSentence) {
  const DocumentId id = upload("killer.txt", "Kills its workers.");
  ASSERT_TRUE(claim());
  sql("UPDATE work_item SET crashes = " + std::to_string(jobs::kMaxCrashes - 1) +
      ", lease_until = clock_timestamp() - interval '1 s'");
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes("SELECT status AS v FROM document WHERE id = '" + id.value + "'", "FAILED"));
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(document(id).failure_code, "worker_crash");
  EXPECT_EQ(document(id).failure_reason, jobs::job_of(store::work::Kind::Document).crash_reason);
}

// As after kill -9 and a restart: nobody waits for the lease of 30 s to end.
TEST_F(WorkerTest, ItemsOfADeadDaemonOfThisHostAreTakenUpAtOnce) {
  upload_many(1);
  const jobs::Identity own = jobs::own_identity();
  const std::string dead = own.worker.substr(0, own.worker.rfind('/')) + "/1";
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    store::work::announce(tx, dead, own.host);
    ASSERT_TRUE(store::work::claim(tx, dead, {30s, 600s, 10}));
    tx.commit();
  }
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes(ready_documents(), "1"));
  EXPECT_EQ(sql("SELECT crashes AS v FROM work_item"), "0") << "after progress it counts no more";
  EXPECT_TRUE(daemon.drain(5s));
}

TEST_F(WorkerTest, OnlyTheCertainlyDeadAreTakenForDead) {
  const jobs::Identity own = jobs::own_identity();
  EXPECT_FALSE(jobs::surely_dead(own.worker, own)) << "it runs";
  EXPECT_TRUE(jobs::surely_dead(own.worker.substr(0, own.worker.rfind('/')) + "/1", own));
  EXPECT_FALSE(jobs::surely_dead("elsewhere/boot/1/1", own));
  EXPECT_FALSE(jobs::surely_dead(own.host + "/another-boot/999999/1", own));
  EXPECT_FALSE(jobs::surely_dead("nonsense", own));
  EXPECT_FALSE(jobs::surely_dead("", own));
}

TEST_F(WorkerTest, WhatIsNotDoneInTimeIsGivenBackUncounted) {
  std::atomic<bool> embedding{false};
  embedder_.before = [&] {
    embedding = true;
    std::this_thread::sleep_for(400ms);
  };
  upload_many(1);
  jobs::Daemon daemon(services_);
  daemon.start();
  for (int i = 0; i < 500 && !embedding; ++i) std::this_thread::sleep_for(10ms);
  ASSERT_TRUE(embedding);
  EXPECT_TRUE(daemon.drain(50ms));
  EXPECT_EQ(sql("SELECT state AS v FROM work_item"), "ready");
  EXPECT_EQ(sql("SELECT attempts AS v FROM work_item"), "0");
  EXPECT_EQ(sql("SELECT crashes AS v FROM work_item"), "0");
}

TEST_F(WorkerTest, WhatEndsWithinTheGraceIsKept) {
  std::atomic<bool> embedding{false};
  embedder_.before = [&] {
    embedding = true;
    std::this_thread::sleep_for(200ms);
  };
  upload_many(1);
  jobs::Daemon daemon(services_);
  daemon.start();
  for (int i = 0; i < 500 && !embedding; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(sql(ready_documents()), "1");
}

TEST_F(WorkerTest, TheHeartbeatKeepsALongJobAlive) {
  config_.lease = 2s;
  config_.heartbeat = 1s;
  embedder_.before = [] { std::this_thread::sleep_for(3500ms); };
  upload_many(1);
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes(ready_documents(), "1"));
  EXPECT_EQ(sql("SELECT crashes AS v FROM work_item"), "0");
  EXPECT_TRUE(daemon.drain(5s));
}

TEST_F(WorkerTest, AJobWhoseItemIsDroppedWritesNothingMore) {
  config_.lease = 2s;
  config_.heartbeat = 1s;
  std::atomic<bool> embedding{false};
  embedder_.before = [&] {
    embedding = true;
    std::this_thread::sleep_for(300ms);
  };
  const DocumentId id = upload("dropped.txt", "Soon dropped.");
  jobs::Daemon daemon(services_);
  daemon.start();
  for (int i = 0; i < 500 && !embedding; ++i) std::this_thread::sleep_for(10ms);
  sql("DELETE FROM work_item");
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(document(id).status, DocumentStatus::Uploaded);
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM chunk_embedding WHERE tenant_id = '" + tenant_.value + "'"),
      "0");
}

TEST_F(WorkerTest, OnlyThreadsOfItsLaneAreWoken) {
  using store::work::Lane;
  jobs::WorkSignal signal;
  const std::vector<Lane> some{Lane::Short, Lane::Long};
  const std::vector<Lane> others{Lane::Scan, Lane::Event};
  signal.notify(Lane::Long);
  EXPECT_EQ(signal.count(some), 1U);
  EXPECT_EQ(signal.count(others), 0U);
  signal.notify();
  EXPECT_EQ(signal.count(some), 3U);
  EXPECT_EQ(signal.count(others), 2U);
  signal.wait({}, others, 1, 60s);  // returns at once: it was notified after that
}

TEST_F(WorkerTest, WorkStartsAtOnceWhenItIsAnnounced) {
  config_.poll_interval = 60s;
  jobs::Daemon daemon(services_);
  daemon.start();
  std::this_thread::sleep_for(500ms);  // idle and listening
  upload_many(1);
  EXPECT_TRUE(becomes(ready_documents(), "1"));
  EXPECT_TRUE(daemon.drain(5s));
}

}  // namespace
}  // namespace assay::test
