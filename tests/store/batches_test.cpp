// SPDX-License-Identifier: Apache-2.0
// Batches in the queue: which daemon takes one, and what becomes of them when their run is over.
#include "db/store/work/batches.hpp"

#include <gtest/gtest.h>

#include <array>

#include "db/store/work/queue.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace batches = store::batches;
namespace work = store::work;
using work::Lane;

constexpr work::Limits kLimits{std::chrono::seconds(30), std::chrono::seconds(600)};

class Batches : public ::testing::Test {
 protected:
  void SetUp() override {
    sql("DELETE FROM work_item");
    sql("DELETE FROM work_turn");
    sql("DELETE FROM worker");
  }
  RunId enqueue_run() {
    RunId run = RunId::fresh();
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    work::enqueue(tx, tenant_, work::Kind::Run, run.value);
    tx.commit();
    return run;
  }
  void enqueue(const RunId& run, int number, bool waits = false) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    batches::enqueue(tx, tenant_, run, Json::object().set("number", number), waits);
    tx.commit();
  }
  std::optional<work::Claim> claim(const std::string& worker,
                                   const work::Limits& limits = kLimits) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    auto claimed = work::claim(tx, worker, limits);
    tx.commit();
    return claimed;
  }
  template <class F>
  auto changing(F&& body) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  static std::int64_t number(const Json& payload) {
    return payload.get("number").as_integer().value_or(0);
  }

  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(Batches, AreForOtherDaemonsThanTheRunsOwn) {
  const RunId run = enqueue_run();
  ASSERT_EQ(claim("own")->kind, work::Kind::Run);
  enqueue(run, 1);
  EXPECT_FALSE(claim("own"));
  const auto taken = claim("other");
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->kind, work::Kind::Batch);
  EXPECT_EQ(number(taken->payload), 1);
  EXPECT_EQ(taken->lane, Lane::Run);
}

TEST_F(Batches, ADaemonTakesFewAtOnceAndTheRestIsLeftToOthers) {
  const RunId run = enqueue_run();
  ASSERT_TRUE(claim("own"));
  for (int i = 0; i < 4; ++i) enqueue(run, i, true);
  constexpr std::array kWaiting{Lane::Waiting};
  work::Limits limits = kLimits;
  limits.lanes = kWaiting;
  EXPECT_TRUE(claim("other", limits));
  EXPECT_TRUE(claim("other", limits));
  EXPECT_FALSE(claim("other", limits)) << "it has enough";
  EXPECT_TRUE(claim("third", limits));
}

TEST_F(Batches, WaitBehindTheTenantsOtherWork) {
  const RunId run = enqueue_run();
  ASSERT_TRUE(claim("own"));
  enqueue(run, 1);
  const RunId next = enqueue_run();
  EXPECT_EQ(claim("other")->subject_id, next.value);
  EXPECT_EQ(claim("other")->kind, work::Kind::Batch);
}

TEST_F(Batches, NoDocumentGivesWayToThem) {
  const RunId run = enqueue_run();
  const auto held = claim("own");
  enqueue(run, 1);
  sql("UPDATE work_item SET run_at = run_at - interval '2 s'");
  EXPECT_FALSE(changing([&](pg::Tx& tx) { return work::others_wait(tx, *held, 1); }));
}

TEST_F(Batches, TheCapOfADaemonCountsItsOwnItemsAlone) {
  for (int i = 0; i < 4; ++i) enqueue_run();
  work::Limits limits = kLimits;
  limits.daemon_cap = 1;
  EXPECT_TRUE(claim("one", limits));
  EXPECT_FALSE(claim("one", limits));
  EXPECT_TRUE(claim("two", limits));
  limits = kLimits;
  limits.tenant_cap = 2;
  EXPECT_FALSE(claim("three", limits)) << "that of a tenant counts all";
}

TEST_F(Batches, OnlyWhatNobodyWorksOnIsTakenBack) {
  const RunId run = enqueue_run();
  ASSERT_TRUE(claim("own"));
  for (int i = 1; i <= 3; ++i) enqueue(run, i);
  ASSERT_EQ(number(claim("other")->payload), 1);
  sql("UPDATE work_item SET run_at = clock_timestamp() + interval '1 hour' WHERE state = 'ready'");
  const auto one = changing([&](pg::Tx& tx) { return batches::take_back(tx, tenant_, run, 1); });
  ASSERT_EQ(one.size(), 1U);
  const auto rest = changing([&](pg::Tx& tx) { return batches::take_back(tx, tenant_, run, 9); });
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(number(one[0]) + number(rest[0]), 5) << "also what is not due yet";
  const auto running = changing([&](pg::Tx& tx) { return batches::running(tx, tenant_, run); });
  ASSERT_EQ(running.size(), 1U);
  EXPECT_EQ(number(running[0]), 1);
}

TEST_F(Batches, ThoseOfARunThatIsOverAreGoneWithTheirClaims) {
  const RunId run = enqueue_run();
  const RunId another = enqueue_run();
  ASSERT_TRUE(claim("own"));
  ASSERT_TRUE(claim("own"));
  enqueue(run, 1);
  enqueue(run, 2);
  const auto held = claim("other");
  enqueue(another, 3);
  changing([&](pg::Tx& tx) {
    batches::drop(tx, tenant_, run);
    return 0;
  });
  EXPECT_FALSE(changing([&](pg::Tx& tx) { return work::hold(tx, *held); }));
  const auto counts = changing([&](pg::Tx& tx) { return batches::count(tx, tenant_, run); });
  EXPECT_EQ(counts.ready + counts.running + counts.failed, 0);
  EXPECT_EQ(changing([&](pg::Tx& tx) { return batches::count(tx, tenant_, another); }).ready, 1);
}

TEST_F(Batches, CountsOtherDaemonsThatAreAlive) {
  const RunId run = enqueue_run();
  for (const char* worker : {"own", "other", "dead"}) {
    changing([&](pg::Tx& tx) {
      work::announce(tx, worker, "host");
      return 0;
    });
  }
  ASSERT_TRUE(claim("own"));
  sql("UPDATE worker SET seen_at = seen_at - interval '1 minute' WHERE id = 'dead'");
  EXPECT_EQ(changing([&](pg::Tx& tx) { return batches::other_daemons(tx, tenant_, run, 30); }), 1);
}

}  // namespace
}  // namespace assay::test
