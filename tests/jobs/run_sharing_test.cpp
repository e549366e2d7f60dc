// SPDX-License-Identifier: Apache-2.0
// A run whose requirements two daemons judge: the same record as by one alone, exactly once,
// whatever happens to either.
#include "pipeline/jobs/runs/run_sharing.hpp"

#include <mutex>
#include <thread>

#include "db/store/work/batches.hpp"
#include "tests/jobs/sharing_fixture.hpp"

namespace assay::test {
namespace {

namespace batches = store::batches;
namespace work = store::work;
using std::chrono::milliseconds;

TEST_F(Shared, GivesTheSameRecordAsOneDaemonAlone) {
  const RunId alone = start_many();
  process();
  EXPECT_EQ(count("work_item WHERE kind = 'batch'"), "0") << "nobody is there to help";
  const RunId shared = start_many();
  help();
  process_shared();
  stop_helping();
  EXPECT_GE(batches_, 2);
  check_whole(shared, 48);
  EXPECT_EQ(verdicts_of(shared), verdicts_of(alone));
  EXPECT_EQ(spans_of(shared), spans_of(alone));
  const Json refs = steps_of(shared)[3].output_refs;
  const Json expected = steps_of(alone)[3].output_refs;
  EXPECT_EQ(refs.get("counts").canonical(), expected.get("counts").canonical());
  EXPECT_EQ(refs.get("droppedCitationCount").as_integer(),
            expected.get("droppedCitationCount").as_integer());
  EXPECT_EQ(run(shared).failure_reason, run(alone).failure_reason);
}

TEST_F(Shared, ASmallRunIsNot) {
  help();
  const RunId id = start_many(3);
  process_shared();
  check_whole(id, 3);
  EXPECT_EQ(batches_, 0);
}

TEST_F(Shared, ABatchWhoseWorkerDiedIsDoneAgainAndNothingTwice) {
  const RunId id = start_many();
  std::optional<work::Claim> first;
  std::atomic<bool> died{false};
  help([&](const jobs::JobContext& context) {
    if (died.exchange(true)) return jobs::process_batch(context);
    first = context.claim();
    // It says nothing any more, and the lease runs out.
    sql("UPDATE work_item SET lease_until = clock_timestamp() - interval '1 s' WHERE id = '" +
        context.claim().id.value + "'");
    pg::Connection maintenance = TempDatabase::shared().connect("assay_pipeline");
    pg::Tx tx(maintenance, pg::Access::ReadWrite);
    EXPECT_TRUE(work::reap(tx, "reaper", {std::chrono::seconds(30), std::chrono::seconds(600)}, 10)
                    .empty());
    tx.commit();
    // It was not dead, only slow.
    jobs::process_batch(context);
  });
  process_shared();
  stop_helping();
  ASSERT_TRUE(died);
  EXPECT_EQ(lost_, 1) << "the late worker could store nothing";
  check_whole(id, 48);
}

TEST_F(Shared, WhatADaemonCannotJudgeTheSameWayIsLeftToTheRunsOwn) {
  const RunId id = start_many();
  help([](const jobs::JobContext&) { throw jobs::JobFailure("inputs_differ", "Not the same."); });
  process_shared();
  stop_helping();
  check_whole(id, 48);
  EXPECT_GE(batches_, 1);
  EXPECT_LE(batches_, 2) << "after the first failure, no more are handed out";
}

TEST_F(Shared, ADocumentDeletedMeanwhileIsNoticedByTheHelper) {
  const RunId id = start_many();
  std::once_flag once;
  help([&](const jobs::JobContext& context) {
    std::call_once(once, [&] { sql("DELETE FROM document WHERE id = '" + backup_.value + "'"); });
    EXPECT_THROW(jobs::process_batch(context), jobs::JobFailure);
    throw jobs::JobFailure("inputs_differ", "As above.");
  });
  process_shared();
  stop_helping();
  EXPECT_GE(batches_, 1);
  check_whole(id, 48);
}

TEST_F(Shared, CancelledItLeavesNothingForAnybody) {
  const RunId id = start_many();
  std::once_flag once;
  help([&](const jobs::JobContext& context) {
    std::call_once(once, [&] {
      pg::Connection api = TempDatabase::shared().connect("assay_api");
      pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
      work::drop(tx, tenant_, work::Kind::Run, id.value);
      batches::drop(tx, tenant_, id);
      EXPECT_TRUE(runs::cancel(tx, tenant_, id));
      tx.commit();
    });
    jobs::process_batch(context);
  });
  EXPECT_THROW(process_shared(), jobs::ClaimLost);
  const std::size_t judged = assessments_of(id).size();
  stop_helping();
  EXPECT_GE(lost_, 1);
  EXPECT_EQ(assessments_of(id).size(), judged);
  EXPECT_LT(judged, 48U);
  EXPECT_EQ(run(id).status, RunStatus::Cancelled);
  EXPECT_EQ(count("work_item WHERE kind IN ('run', 'batch')"), "0");
}

TEST_F(Shared, ResumedItWaitsForWhatOthersAreStillJudging) {
  const RunId id = start_many();
  std::atomic<bool> held{false};
  std::atomic<bool> go_on{false};
  help([&](const jobs::JobContext& context) {
    if (!held.exchange(true)) {
      while (!go_on) std::this_thread::sleep_for(milliseconds(5));
    }
    jobs::process_batch(context);
  });
  // The run's own worker is interrupted while the other daemon holds a batch.
  const auto claimed = std::optional(take_run());
  std::atomic<bool> own_interrupt{false};
  before_evaluation_ = [&](const auto&) {
    std::this_thread::sleep_for(milliseconds(20));
    if (held && !go_on) own_interrupt = true;
  };
  const jobs::HeldClaim first(*claimed);
  EXPECT_THROW(jobs::process_run(jobs::JobContext(services_, pipeline_, first, own_interrupt)),
               jobs::Interrupted);
  const std::size_t before = assessments_of(id).size();
  std::jthread release([&] {
    std::this_thread::sleep_for(milliseconds(600));
    go_on = true;
  });
  own_interrupt = false;
  with(*claimed, jobs::process_run);
  stop_helping();
  EXPECT_LT(before, 48U);
  check_whole(id, 48);
}

TEST_F(Shared, ARunThatFailsTakesItsBatchesAlong) {
  const RunId id = start_many();
  const auto claimed = claim();
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    batches::enqueue(tx, tenant_, id, Json::object(), false);
    tx.commit();
  }
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, *claimed, "internal", "It broke."));
  EXPECT_EQ(run(id).status, RunStatus::Failed);
  EXPECT_EQ(count("work_item WHERE kind = 'batch'"), "0");
}

TEST_F(Shared, ABatchOfARunThatIsOverEndsQuietly) {
  const RunId id = start_many(4);
  process_shared();
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    batches::enqueue(tx, tenant_, id, Json::object().set("runId", id.value), false);
    tx.commit();
  }
  with(*claim_as(pipeline_, "other"), jobs::process_batch);
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE kind = 'batch'"), "done");
  EXPECT_EQ(assessments_of(id).size(), 4U);
}

}  // namespace
}  // namespace assay::test
