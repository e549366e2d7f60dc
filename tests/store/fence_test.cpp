// SPDX-License-Identifier: Apache-2.0
// A worker that lost its item changes nothing, however it lost it and whatever it tries.
#include <gtest/gtest.h>

#include <functional>

#include "db/store/evidence/documents.hpp"
#include "db/store/work/queue.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace work = store::work;

constexpr work::Limits kFenceLimits{std::chrono::seconds(30), std::chrono::seconds(600)};

struct Write {
  const char* name;
  std::function<bool(pg::Tx&, const work::Claim&)> run;
};

// Every write that a worker can make.
const std::vector<Write>& writes() {
  static const std::vector<Write> all{
      {"renew",
       [](pg::Tx& tx, const work::Claim& c) { return work::renew(tx, c, kFenceLimits.lease); }},
      {"hold", [](pg::Tx& tx, const work::Claim& c) { return work::hold(tx, c); }},
      {"finish", [](pg::Tx& tx, const work::Claim& c) { return work::finish(tx, c); }},
      {"release", [](pg::Tx& tx, const work::Claim& c) { return work::release(tx, c); }},
      {"give_way", [](pg::Tx& tx, const work::Claim& c) { return work::give_way(tx, c); }},
      {"attempts",
       [](pg::Tx& tx, const work::Claim& c) { return work::attempts(tx, c).has_value(); }},
      {"retry",
       [](pg::Tx& tx, const work::Claim& c) {
         return work::retry(tx, c, std::chrono::seconds(1), "x");
       }},
      {"fail", [](pg::Tx& tx, const work::Claim& c) { return work::fail(tx, c, "x"); }}};
  return all;
}

class Fence : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    sql("DELETE FROM work_item");
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    work::enqueue(tx, tenant_, work::Kind::Document, new_uuid());
    tx.commit();
    stale_ = claim();
  }
  work::Claim claim() {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    auto claimed = work::claim(tx, "w", kFenceLimits);
    tx.commit();
    EXPECT_TRUE(claimed);
    return claimed.value_or(work::Claim{});
  }
  void reap(int max_crashes) {
    sql("UPDATE work_item SET lease_until = clock_timestamp() - interval '1 s'");
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    static_cast<void>(work::reap(tx, "reaper", kFenceLimits, max_crashes));
    tx.commit();
  }
  static std::string row() { return sql("SELECT to_jsonb(w)::text AS v FROM work_item w"); }

  // Tries this test's write with the stale claim; the item must stay unchanged.
  void expect_refused(const char* situation) {
    const Write& write = writes()[GetParam()];
    const std::string before = row();
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    EXPECT_FALSE(write.run(tx, stale_)) << write.name << " " << situation;
    tx.commit();
    EXPECT_EQ(row(), before) << write.name << " " << situation;
  }

  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
  work::Claim stale_;
};

TEST_P(Fence, HoldsWhileTheClaimDoes) {
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  EXPECT_TRUE(writes()[GetParam()].run(tx, stale_));
}

TEST_P(Fence, RefusedOnceReaped) {
  reap(3);
  expect_refused("after reap");
}

TEST_P(Fence, RefusedOnceTakenAsPoison) {
  reap(1);
  expect_refused("after the reaper took it");
}

TEST_P(Fence, RefusedOnceAnotherWorkerHasIt) {
  reap(3);
  static_cast<void>(claim());
  expect_refused("after another claim");
}

TEST_P(Fence, RefusedOnceGivenBackAndClaimedAgain) {
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    ASSERT_TRUE(work::release(tx, stale_));
    tx.commit();
  }
  expect_refused("after release");
  static_cast<void>(claim());  // attempts is the same as before: only the fence differs
  expect_refused("after release and another claim");
}

TEST_P(Fence, RefusedOnceFinished) {
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    ASSERT_TRUE(work::finish(tx, stale_));
    tx.commit();
  }
  expect_refused("after finish");
}

TEST_P(Fence, RefusedOnceDropped) {
  {
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
    work::drop(tx, tenant_, work::Kind::Document, stale_.subject_id);
    tx.commit();
  }
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  EXPECT_FALSE(writes()[GetParam()].run(tx, stale_));
}

INSTANTIATE_TEST_SUITE_P(AllWrites, Fence, ::testing::Range(std::size_t{0}, std::size_t{8}),
                         [](const auto& test) { return writes()[test.param].name; });

}  // namespace
}  // namespace assay::test
