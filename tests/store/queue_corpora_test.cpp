// SPDX-License-Identifier: Apache-2.0
// Items in the work queue that wait for external servers: corpora never occupy a whole daemon, and
// items that declare it run on separate threads.
#include <gtest/gtest.h>

#include <array>
#include <span>

#include "db/store/work/queue.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace work = store::work;

class CorporaInTheQueue : public ::testing::Test {
 protected:
  void SetUp() override { sql("DELETE FROM work_item"); }
  void enqueue(work::Kind kind) {
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
    work::enqueue(tx, tenant_, kind, new_uuid());
    tx.commit();
  }
  // The kind of the item that a daemon's next free thread claims.
  std::optional<work::Kind> claim(const std::string& daemon, int corpora_at_once) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    const auto claimed = work::claim(
        tx, daemon, {std::chrono::seconds(30), std::chrono::seconds(600), 0, corpora_at_once});
    tx.commit();
    if (!claimed) return std::nullopt;
    return claimed->kind;
  }

  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(CorporaInTheQueue, NeverTakeAllThreadsOfADaemon) {
  for (int i = 0; i < 3; ++i) enqueue(work::Kind::Corpus);
  EXPECT_EQ(claim("one", 1), work::Kind::Corpus);
  EXPECT_EQ(claim("one", 1), std::nullopt) << "the others wait";
  enqueue(work::Kind::Document);
  EXPECT_EQ(claim("one", 1), work::Kind::Document) << "what is not a corpus goes past them";
  EXPECT_EQ(claim("another", 1), work::Kind::Corpus);
  EXPECT_EQ(claim("one", 2), work::Kind::Corpus);
}

TEST_F(CorporaInTheQueue, WhatWaitsIsTakenByThreadsForItAlone) {
  using work::Lane;
  constexpr std::array kWaiting{Lane::Waiting};
  constexpr std::array kOthers{Lane::Short, Lane::Long, Lane::Run, Lane::Fetch};
  const auto claim_of = [this](std::span<const Lane> lanes) -> std::optional<std::string> {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    work::Limits limits{std::chrono::seconds(30), std::chrono::seconds(600)};
    limits.lanes = lanes;
    const auto claimed = work::claim(tx, "one", limits);
    tx.commit();
    return claimed ? std::optional(claimed->subject_id) : std::nullopt;
  };
  const std::string waits = new_uuid();
  const std::string works = new_uuid();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
  work::enqueue(tx, tenant_, work::Kind::Run, waits, 0, Json::object(), true);
  work::enqueue(tx, tenant_, work::Kind::Run, works);
  tx.commit();
  EXPECT_EQ(claim_of(kOthers), works);
  EXPECT_EQ(claim_of(kOthers), std::nullopt);
  EXPECT_EQ(claim_of(kWaiting), waits);
  enqueue(work::Kind::Run);
  EXPECT_EQ(claim_of(kWaiting), std::nullopt);
  EXPECT_NE(claim_of(work::kAllLanes), std::nullopt) << "where there is no model, all are alike";
}

}  // namespace
}  // namespace assay::test
