// SPDX-License-Identifier: Apache-2.0
// Turns in the work queue: whose item is next, which lane takes it, and who gives way.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <thread>

#include "db/store/work/queue.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace work = store::work;
using work::Lane;

constexpr work::Limits kTurnLimits{std::chrono::seconds(30), std::chrono::seconds(600)};

class Turns : public ::testing::Test {
 protected:
  void SetUp() override {
    sql("DELETE FROM work_item");
    sql("DELETE FROM work_turn");
  }

  std::string enqueue(const TenantId& tenant, work::Kind kind = work::Kind::Document) {
    std::string subject = new_uuid();
    pg::Tx tx(api_, pg::Access::ReadWrite, tenant);
    work::enqueue(tx, tenant, kind, subject);
    tx.commit();
    return subject;
  }
  // Enqueues a document of that many bytes.
  std::string enqueue_document(const TenantId& tenant, std::int64_t bytes) {
    const DocumentId id = new_document(tenant, "a.txt", random_sha256());
    sql("UPDATE document SET size_bytes = " + std::to_string(bytes) + " WHERE id = '" + id.value +
        "'");
    pg::Tx tx(api_, pg::Access::ReadWrite, tenant);
    work::enqueue(tx, tenant, work::Kind::Document, id.value);
    tx.commit();
    return id.value;
  }
  std::optional<work::Claim> claim(const work::Limits& limits = kTurnLimits) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    auto claimed = work::claim(tx, "w", limits);
    tx.commit();
    return claimed;
  }
  std::optional<work::Claim> claim_of(std::span<const Lane> lanes) {
    work::Limits limits = kTurnLimits;
    limits.lanes = lanes;
    return claim(limits);
  }
  void finish(const work::Claim& claimed) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    EXPECT_TRUE(work::finish(tx, claimed));
    tx.commit();
  }
  void give_way(const work::Claim& claimed) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    EXPECT_TRUE(work::give_way(tx, claimed));
    tx.commit();
  }
  bool others_wait(const work::Claim& claimed) {
    pg::Tx tx(pipeline_, pg::Access::ReadOnly);
    return work::others_wait(tx, claimed, 1);
  }
  // As if everything had been enqueued a while ago.
  static void time_passes() { sql("UPDATE work_item SET run_at = run_at - interval '2 s'"); }
  static std::string column(const std::string& name, const std::string& subject) {
    return sql("SELECT " + name + "::text AS v FROM work_item WHERE subject_id = '" + subject +
               "'");
  }

  pg::Connection api_ = TempDatabase::shared().connect("assay_api");
  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId a_ = new_tenant();
  TenantId b_ = new_tenant();
  TenantId c_ = new_tenant();
};

TEST_F(Turns, TenantsTakeTurnsWhoeverCameFirst) {
  for (int i = 0; i < 6; ++i) enqueue(a_);
  for (int i = 0; i < 2; ++i) enqueue(b_);
  enqueue(c_);
  std::vector<TenantId> order;
  while (const auto claimed = claim()) {
    order.push_back(claimed->tenant);
    finish(*claimed);
  }
  ASSERT_EQ(order.size(), 9U);
  EXPECT_EQ(std::set<TenantId>(order.begin(), order.begin() + 3).size(), 3U);
  EXPECT_EQ(std::set<TenantId>(order.begin() + 3, order.begin() + 5), (std::set<TenantId>{a_, b_}));
  for (std::size_t i = 5; i < order.size(); ++i) EXPECT_EQ(order[i], a_) << i;
}

TEST_F(Turns, WhoHasTheFewestItemsInProgressComesFirst) {
  for (int i = 0; i < 3; ++i) enqueue(a_);
  ASSERT_EQ(claim()->tenant, a_);
  ASSERT_EQ(claim()->tenant, a_);
  enqueue(b_);
  EXPECT_EQ(claim()->tenant, b_);
  EXPECT_EQ(claim()->tenant, a_) << "nobody else waits, so nothing is left lying";
}

TEST_F(Turns, AnItemThatIsNotDueHoldsNobodyUp) {
  enqueue(a_);
  sql("UPDATE work_item SET run_at = run_at + interval '1 hour'");
  const std::string due = enqueue(b_);
  EXPECT_EQ(claim()->subject_id, due);
  EXPECT_FALSE(claim());
}

TEST_F(Turns, EachKindAndSizeHasItsLane) {
  const std::string small = enqueue_document(a_, work::kShortDocumentBytes);
  const std::string large = enqueue_document(a_, work::kShortDocumentBytes + 1);
  EXPECT_EQ(column("lane", small), "short");
  EXPECT_EQ(column("lane", large), "long");
  EXPECT_EQ(column("lane", enqueue(a_, work::Kind::Run)), "run");
  EXPECT_EQ(column("lane", enqueue(a_, work::Kind::Reproduction)), "run");
  EXPECT_EQ(column("lane", enqueue(a_, work::Kind::Corpus)), "fetch");
  EXPECT_EQ(column("lane", enqueue(a_, work::Kind::Export)), "short");
  EXPECT_EQ(column("lane", enqueue(a_, work::Kind::Purge)), "short");
}

TEST_F(Turns, AThreadTakesOnlyWhatIsInItsLanes) {
  constexpr std::array kShort{Lane::Short};
  constexpr std::array kRun{Lane::Run};
  const std::string large = enqueue_document(a_, 5'000'000);
  const std::string run = enqueue(a_, work::Kind::Run);
  EXPECT_FALSE(claim_of(kShort));
  EXPECT_EQ(claim_of(kRun)->subject_id, run);
  const std::string small = enqueue_document(a_, 20);
  EXPECT_EQ(claim_of(kShort)->subject_id, small);
  EXPECT_EQ(claim()->subject_id, large);
}

TEST_F(Turns, GivingWayGoesBehindAndOutOfTheShortLane) {
  const std::string first = enqueue_document(a_, 20);
  const std::string second = enqueue_document(a_, 20);
  const auto claimed = claim();
  ASSERT_EQ(claimed->subject_id, first);
  EXPECT_EQ(claimed->lane, Lane::Short);
  give_way(*claimed);
  EXPECT_EQ(column("lane", first), "long");
  EXPECT_EQ(column("attempts", first), "0");
  EXPECT_EQ(claim()->subject_id, second);
  EXPECT_EQ(claim()->subject_id, first);
}

TEST_F(Turns, AScanWaitsInALaneOfItsOwnAndCountsForNoTurn) {
  constexpr std::array kText{Lane::Short, Lane::Long, Lane::Run, Lane::Fetch};
  constexpr std::array kScan{Lane::Scan};
  const std::string scan = enqueue_document(a_, 20);
  const auto found = claim_of(kText);
  ASSERT_TRUE(found);
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    EXPECT_TRUE(work::move(tx, *found, Lane::Scan));
    EXPECT_FALSE(work::finish(tx, *found)) << "it is no longer held";
    tx.commit();
  }
  EXPECT_EQ(column("lane", scan), "scan");
  EXPECT_EQ(column("attempts", scan), "0");
  EXPECT_FALSE(claim_of(kText));
  ASSERT_EQ(claim_of(kScan)->subject_id, scan);
  const std::string text = enqueue_document(a_, 5'000'000);
  const auto mine = claim_of(kText);
  ASSERT_EQ(mine->subject_id, text);
  enqueue_document(b_, 5'000'000);
  ASSERT_EQ(claim_of(kText)->tenant, b_);
  enqueue_document(b_, 5'000'000);
  time_passes();
  EXPECT_FALSE(others_wait(*mine)) << "each has one; the scan is not counted";
}

TEST_F(Turns, OneGivesWayToATenantWithLessInProgress) {
  enqueue_document(a_, 5'000'000);
  const auto mine = claim();
  ASSERT_TRUE(mine);
  EXPECT_FALSE(others_wait(*mine));
  enqueue_document(a_, 5'000'000);
  time_passes();
  EXPECT_FALSE(others_wait(*mine)) << "the own tenant's large documents wait for each other";
  enqueue_document(b_, 5'000'000);
  EXPECT_FALSE(others_wait(*mine)) << "the next free thread may take it at once";
  time_passes();
  EXPECT_TRUE(others_wait(*mine));
  ASSERT_EQ(claim()->tenant, b_);
  enqueue_document(b_, 5'000'000);
  time_passes();
  EXPECT_FALSE(others_wait(*mine)) << "each has one";
}

TEST_F(Turns, OneGivesWayToWhatIsShortAndToRuns) {
  enqueue_document(a_, 5'000'000);
  const auto mine = claim();
  ASSERT_TRUE(mine);
  const std::string run = enqueue(a_, work::Kind::Run);
  time_passes();
  EXPECT_TRUE(others_wait(*mine));
  sql("DELETE FROM work_item WHERE subject_id = '" + run + "'");
  EXPECT_FALSE(others_wait(*mine));
  enqueue_document(a_, 20);
  time_passes();
  EXPECT_TRUE(others_wait(*mine));
  sql("UPDATE work_item SET priority = 10 WHERE state = 'ready'");
  EXPECT_FALSE(others_wait(*mine)) << "it would be taken up again before the other";
}

TEST_F(Turns, ProgressMakesEarlierFailuresCountNoLonger) {
  const std::string subject = enqueue(a_);
  sql("UPDATE work_item SET attempts = 3, crashes = 2");
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  EXPECT_EQ(work::attempts(tx, *claimed), 4);
  work::progressed(tx, *claimed);
  EXPECT_EQ(work::attempts(tx, *claimed), 1);
  tx.commit();
  EXPECT_EQ(column("crashes", subject), "0");
}

// Turns are written without waiting: claims of one tenant proceed in parallel.
TEST_F(Turns, ManyClaimsAtOnceTakeEachItemOnceAndShareTheTurns) {
  constexpr int kItems = 60;
  for (int i = 0; i < kItems; ++i) {
    for (const TenantId& tenant : {a_, b_, c_}) enqueue(tenant);
  }
  std::vector<std::vector<work::Claim>> taken(6);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : taken) {
      threads.emplace_back([&mine] {
        pg::Connection connection = TempDatabase::shared().connect("assay_pipeline");
        for (;;) {
          pg::Tx tx(connection, pg::Access::ReadWrite);
          const auto claimed = work::claim(tx, "w", kTurnLimits);
          tx.commit();
          if (!claimed) return;
          mine.push_back(*claimed);
        }
      });
    }
  }
  std::multiset<std::string> all;
  for (const auto& mine : taken) {
    for (const work::Claim& one : mine) all.insert(one.subject_id);
  }
  EXPECT_EQ(all.size(), 3U * kItems);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
}

// A worker's death is seen when its lease ends, or by the next daemon on its host.
TEST_F(Turns, WhatStopsWorkersAgainAndAgainWaitsLongerEachTime) {
  for (const bool seen_by_lease : {true, false}) {
    sql("DELETE FROM work_item");
    enqueue(a_);
    for (const int pause : {0, 0, 2, 4, 8, 16, 30, 30}) {
      sql("UPDATE work_item SET run_at = clock_timestamp()");
      const auto claimed = claim();
      ASSERT_TRUE(claimed);
      EXPECT_EQ(claimed->attempts, 1) << "a worker's death is no attempt that failed";
      sql("UPDATE work_item SET lease_until = clock_timestamp() - interval '1 s'");
      pg::Tx tx(pipeline_, pg::Access::ReadWrite);
      if (seen_by_lease) {
        ASSERT_TRUE(work::reap(tx, "reaper", kTurnLimits, 20).empty());
      } else {
        ASSERT_EQ(work::release_of(tx, "w", 20), 1);
      }
      tx.commit();
      EXPECT_EQ(
          sql("SELECT round(extract(epoch FROM run_at - clock_timestamp())) AS v FROM work_item"),
          std::to_string(pause));
    }
  }
}

}  // namespace
}  // namespace assay::test
