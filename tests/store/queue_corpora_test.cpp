// SPDX-License-Identifier: Apache-2.0
// Corpora in the work queue: they wait for others' servers, and so never hold a whole daemon.
#include <gtest/gtest.h>

#include "db/store/work.hpp"
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
  // The kind of the item that a daemon's next free thread gets.
  std::optional<work::Kind> claim(const std::string& daemon, int corpora_at_once) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    const auto claimed = work::claim(
        tx, daemon, {std::chrono::seconds(30), std::chrono::seconds(600), 1000, corpora_at_once});
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

}  // namespace
}  // namespace assay::test
