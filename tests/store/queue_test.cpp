// SPDX-License-Identifier: Apache-2.0
// The work queue: what is claimed, by how many, in which order, and recovery from dead workers.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "db/store/work/queue.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace work = store::work;

constexpr work::Limits kQueueLimits{std::chrono::seconds(30), std::chrono::seconds(600)};

class Queue : public ::testing::Test {
 protected:
  void SetUp() override {
    sql("DELETE FROM work_item");
    sql("DELETE FROM worker");
  }

  void enqueue(const TenantId& tenant, const std::string& subject, int priority = 0) {
    pg::Tx tx(api_, pg::Access::ReadWrite, tenant);
    work::enqueue(tx, tenant, work::Kind::Document, subject, priority);
    tx.commit();
  }
  void enqueue_many(const TenantId& tenant, int count) {
    for (int i = 0; i < count; ++i) enqueue(tenant, new_uuid());
  }
  std::optional<work::Claim> claim(const work::Limits& limits = kQueueLimits) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    auto claimed = work::claim(tx, "w", limits);
    tx.commit();
    return claimed;
  }
  std::vector<work::Claim> reap(int max_crashes) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    auto poison = work::reap(tx, "reaper", kQueueLimits, max_crashes);
    tx.commit();
    return poison;
  }
  static std::string count(const std::string& state) {
    return sql("SELECT count(*) AS v FROM work_item WHERE state = '" + state + "'");
  }
  static void expire_leases() {
    sql("UPDATE work_item SET lease_until = clock_timestamp() - interval '1 s' "
        "WHERE state = 'running'");
  }

  pg::Connection api_ = TempDatabase::shared().connect("assay_api");
  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(Queue, EnqueuingALiveSubjectAgainIsANoOp) {
  const std::string subject = new_uuid();
  enqueue(tenant_, subject);
  enqueue(tenant_, subject);
  EXPECT_EQ(count("ready"), "1");
  ASSERT_TRUE(claim());
  enqueue(tenant_, subject);
  EXPECT_EQ(count("ready"), "0");
  EXPECT_EQ(count("running"), "1");
}

TEST_F(Queue, AFinishedSubjectCanBeEnqueuedAgain) {
  const std::string subject = new_uuid();
  enqueue(tenant_, subject);
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    ASSERT_TRUE(work::finish(tx, *claimed));
    tx.commit();
  }
  enqueue(tenant_, subject);
  EXPECT_EQ(count("ready"), "1");
}

TEST_F(Queue, LowestPriorityNumberFirstThenOldest) {
  const std::string late = new_uuid();
  const std::string first = new_uuid();
  const std::string second = new_uuid();
  enqueue(tenant_, late, 10);
  enqueue(tenant_, first, 0);
  enqueue(tenant_, second, 0);
  EXPECT_EQ(claim()->subject_id, first);
  EXPECT_EQ(claim()->subject_id, second);
  EXPECT_EQ(claim()->subject_id, late);
  EXPECT_FALSE(claim());
}

TEST_F(Queue, WhatIsDelayedIsNotClaimed) {
  enqueue(tenant_, new_uuid());
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  ASSERT_TRUE(work::retry(tx, *claimed, std::chrono::minutes(5), "try later"));
  tx.commit();
  EXPECT_EQ(count("ready"), "1");
  EXPECT_FALSE(claim());
}

TEST_F(Queue, ReleaseDoesNotCountTheAttempt) {
  enqueue(tenant_, new_uuid());
  for (int i = 0; i < 3; ++i) {
    const auto claimed = claim();
    ASSERT_TRUE(claimed);
    EXPECT_EQ(claimed->attempts, 1);
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    ASSERT_TRUE(work::release(tx, *claimed));
    tx.commit();
  }
}

TEST_F(Queue, FenceGrowsWithEveryClaimAndNeverRepeats) {
  enqueue(tenant_, new_uuid());
  std::int64_t last = 0;
  for (int i = 0; i < 4; ++i) {
    const auto claimed = claim();
    ASSERT_TRUE(claimed);
    EXPECT_GT(claimed->fence, last);
    last = claimed->fence;
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    ASSERT_TRUE(work::release(tx, *claimed));
    tx.commit();
  }
}

// The well-known bug of LIMIT 1 in a sub-select: with such plans it claimed a hundred rows.
TEST_F(Queue, AClaimTakesOneItemWhateverThePlan) {
  enqueue_many(tenant_, 60);
  pipeline_.ensure_connected();
  for (const std::string plan : {"hashjoin", "mergejoin", "material", "hashagg", "sort",
                                 "indexscan", "bitmapscan", "nestloop", "seqscan"}) {
    static_cast<void>(pipeline_.run("SET enable_" + plan + " = off"));
    const int before = std::stoi(count("running"));
    ASSERT_TRUE(claim());
    EXPECT_EQ(std::stoi(count("running")), before + 1) << "with enable_" << plan << " off";
  }
  static_cast<void>(pipeline_.run("RESET enable_nestloop; RESET enable_seqscan"));
  static_cast<void>(pipeline_.run("SET enable_indexscan = off; SET enable_bitmapscan = off"));
  const int before = std::stoi(count("running"));
  ASSERT_TRUE(claim());
  EXPECT_EQ(std::stoi(count("running")), before + 1);
}

TEST_F(Queue, NoItemIsClaimedTwiceByWorkersAtTheSameTime) {
  constexpr int kItems = 200;
  constexpr int kWorkers = 8;
  enqueue_many(tenant_, kItems);
  std::vector<std::vector<std::string>> taken(kWorkers);
  {
    std::vector<std::jthread> threads;
    threads.reserve(kWorkers);
    for (int w = 0; w < kWorkers; ++w) {
      threads.emplace_back([&mine = taken[static_cast<std::size_t>(w)]] {
        pg::Connection connection = TempDatabase::shared().connect("assay_pipeline");
        for (;;) {
          pg::Tx tx(connection, pg::Access::ReadWrite);
          const auto claimed = work::claim(tx, "w", kQueueLimits);
          tx.commit();
          if (!claimed) return;
          mine.push_back(claimed->subject_id);
        }
      });
    }
  }
  std::multiset<std::string> all;
  for (const auto& mine : taken) all.insert(mine.begin(), mine.end());
  EXPECT_EQ(all.size(), static_cast<std::size_t>(kItems));
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  EXPECT_EQ(count("running"), std::to_string(kItems));
}

TEST_F(Queue, ATenantHoldsNoMoreThanItsCap) {
  const TenantId other = new_tenant();
  enqueue_many(tenant_, 5);
  enqueue_many(other, 1);
  const work::Limits two{kQueueLimits.lease, kQueueLimits.deadline, 2};
  std::map<TenantId, int> held;
  while (const auto claimed = claim(two)) ++held[claimed->tenant];
  EXPECT_EQ(held[tenant_], 2);
  EXPECT_EQ(held[other], 1);
}

TEST_F(Queue, ReapFreesOnlyWhatHasExpired) {
  enqueue_many(tenant_, 2);
  ASSERT_TRUE(claim());
  EXPECT_TRUE(reap(3).empty());
  EXPECT_EQ(count("running"), "1");
  expire_leases();
  EXPECT_TRUE(reap(3).empty());
  EXPECT_EQ(count("running"), "0");
  EXPECT_EQ(count("ready"), "2");
  EXPECT_EQ(sql("SELECT max(crashes) AS v FROM work_item"), "1");
}

TEST_F(Queue, ThreeCrashesArePoisonAndAreHandedOutToBeFailed) {
  const std::string subject = new_uuid();
  enqueue(tenant_, subject);
  for (int crash = 1; crash <= 2; ++crash) {
    ASSERT_TRUE(claim());
    expire_leases();
    EXPECT_TRUE(reap(3).empty()) << "crash " << crash;
  }
  ASSERT_TRUE(claim());
  expire_leases();
  const auto poison = reap(3);
  ASSERT_EQ(poison.size(), 1U);
  EXPECT_EQ(poison[0].subject_id, subject);
  EXPECT_EQ(poison[0].crashes, 3);
  EXPECT_FALSE(claim()) << "poison must not be claimable";
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  EXPECT_TRUE(work::fail(tx, poison[0], "worker_crash"));
  tx.commit();
  EXPECT_EQ(count("failed"), "1");
}

TEST_F(Queue, ItemsOfADeadDaemonAreFreedAtOnce) {
  enqueue_many(tenant_, 2);
  ASSERT_TRUE(claim());
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  work::announce(tx, "w", "host-a");
  EXPECT_EQ(work::workers_of_host(tx, "host-a"), std::vector<std::string>{"w"});
  EXPECT_TRUE(work::workers_of_host(tx, "host-b").empty());
  EXPECT_EQ(work::release_of(tx, "nobody", 3), 0);
  EXPECT_EQ(work::release_of(tx, "w", 3), 1);
  work::withdraw(tx, "w");
  tx.commit();
  EXPECT_EQ(count("ready"), "2");
}

TEST_F(Queue, RenewingEndsAtTheDeadline) {
  enqueue(tenant_, new_uuid());
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  const auto renew = [&] {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    const bool renewed = work::renew(tx, *claimed, kQueueLimits.lease);
    tx.commit();
    return renewed;
  };
  EXPECT_TRUE(renew());
  sql("UPDATE work_item SET deadline_at = clock_timestamp() WHERE state = 'running'");
  EXPECT_FALSE(renew()) << "a worker that hangs with a live heartbeat must lose its item";
}

TEST_F(Queue, SweepRemovesOnlyWhatIsLongDone) {
  enqueue_many(tenant_, 2);
  for (int i = 0; i < 2; ++i) {
    const auto claimed = claim();
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    ASSERT_TRUE(work::finish(tx, *claimed));
    tx.commit();
  }
  sql("UPDATE work_item SET finished_at = clock_timestamp() - interval '25 hours' "
      "WHERE id = (SELECT min(id::text)::uuid FROM work_item)");
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  EXPECT_EQ(work::sweep(tx, std::chrono::hours(24)), 1);
  tx.commit();
  EXPECT_EQ(count("done"), "1");
}

TEST_F(Queue, AnEnqueueIsHeardByWhoListens) {
  pg::Connection listener = TempDatabase::shared().connect("assay_pipeline");
  work::listen(listener);
  EXPECT_TRUE(work::listening(listener));
  EXPECT_FALSE(work::listening(pipeline_));
  enqueue(tenant_, new_uuid());
  std::vector<std::string> heard;
  for (int i = 0; i < 200 && heard.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    heard = listener.take_notifications();
  }
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(work::lane_of_hint(heard.front()), work::Lane::Short);
  EXPECT_EQ(work::lane_of_hint(""), std::nullopt);
}

}  // namespace
}  // namespace assay::test
