// SPDX-License-Identifier: Apache-2.0
// Transactions of db/pg: what is sent to the server together, in which order, and what happens when
// the server goes away or does not respond.
#include "db/pg/tx.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "tests/support/records.hpp"

namespace assay::test {
namespace {

using pg::Access;
using pg::Statement;

constexpr Statement kValue{"test_value", "SELECT $1::int AS v"};
constexpr Statement kDivide{"test_divide", "SELECT 1 / $1::int AS v"};
constexpr Statement kTenant{"test_tenant", "SELECT current_setting('assay.tenant', true) AS v"};
constexpr Statement kNote{"test_note", "INSERT INTO login_failure (subject) VALUES ($1)"};
constexpr Statement kNoted{"test_noted",
                           "SELECT count(*) AS v FROM login_failure WHERE subject = $1"};
constexpr Statement kSleep{"test_sleep", "SELECT pg_sleep($1) AS v"};
constexpr Statement kSelf{"test_self", "SELECT pg_backend_pid() AS v"};

std::int64_t value_of(const pg::Rows& rows) {
  return rows[0].integer("v");
}

class Transactions : public ::testing::Test {
 protected:
  std::int64_t noted(const std::string& subject) {
    pg::Tx tx(other_, Access::ReadOnly);
    return value_of(tx.run(kNoted, subject));
  }
  std::int64_t backend() {
    pg::Tx tx(connection_, Access::ReadOnly);
    return value_of(tx.run(kSelf));
  }

  const TenantId tenant_ = new_tenant();
  const std::string subject_ = new_uuid();
  pg::Connection connection_ = TempDatabase::shared().connect("assay_api");
  pg::Connection other_ = TempDatabase::shared().connect("assay_api");
};

TEST_F(Transactions, GiveWhatIsAskedLaterInAnyOrder) {
  pg::Tx tx(connection_, Access::ReadOnly, tenant_);
  const auto one = tx.run_later(value_of, kValue, 1);
  const auto two = tx.run_later(value_of, kValue, 2);
  EXPECT_EQ(value_of(tx.run(kValue, 3)), 3);
  EXPECT_EQ(two.get(), 2);
  const auto four = tx.run_later(value_of, kValue, 4);
  EXPECT_EQ(one.get(), 1);
  EXPECT_EQ(four.get(), 4);
  EXPECT_THROW(static_cast<void>(four.get()), std::logic_error);
}

TEST_F(Transactions, SayWhyTheFirstOfSeveralStatementsFailed) {
  pg::Tx tx(connection_, Access::ReadOnly, tenant_);
  const auto good = tx.run_later(value_of, kValue, 1);
  const auto bad = tx.run_later(value_of, kDivide, 0);
  try {
    static_cast<void>(tx.run(kValue, 2));
    FAIL() << "a statement after one that failed has no rows";
  } catch (const pg::DbError& error) {
    EXPECT_EQ(error.sqlstate(), "22012") << error.what();
  }
  EXPECT_EQ(good.get(), 1);
  EXPECT_THROW(static_cast<void>(bad.get()), pg::DbError);
}

TEST_F(Transactions, PrepareAStatementThatWasNotReachedTheFirstTime) {
  {
    pg::Tx tx(connection_, Access::ReadOnly, tenant_);
    static_cast<void>(tx.run_later(value_of, kDivide, 0));
    EXPECT_THROW(static_cast<void>(tx.run(kValue, 1)), pg::DbError);
  }
  pg::Tx tx(connection_, Access::ReadOnly, tenant_);
  EXPECT_EQ(value_of(tx.run(kValue, 1)), 1);
}

TEST_F(Transactions, ActForTheirTenantAndLeaveNothingOfIt) {
  {
    pg::Tx tx(connection_, Access::ReadOnly, tenant_);
    EXPECT_EQ(tx.run(kTenant)[0].text("v"), tenant_.value);
  }
  pg::Tx tx(connection_, Access::ReadOnly);
  EXPECT_EQ(tx.run(kTenant)[0].optional_text("v").value_or(""), "");
}

TEST_F(Transactions, AreRolledBackUnlessCommitted) {
  {
    pg::Tx tx(connection_, Access::ReadWrite);
    static_cast<void>(tx.run(kNote, subject_));
  }
  {
    pg::Tx tx(connection_, Access::ReadWrite);
    tx.run_with_next(kNote, pg::Params(subject_));
  }
  EXPECT_EQ(backend() != 0, true) << "behind the end of both";
  EXPECT_EQ(noted(subject_), 0);
  pg::Tx tx(connection_, Access::ReadWrite);
  static_cast<void>(tx.run(kNote, subject_));
  tx.commit();
  EXPECT_EQ(noted(subject_), 1);
}

TEST_F(Transactions, ThatOnlyReadRefuseToWrite) {
  pg::Tx tx(connection_, Access::ReadOnly);
  EXPECT_THROW(static_cast<void>(tx.run(kNote, subject_)), pg::DbError);
}

TEST_F(Transactions, ShowNothingWhereTheirCheckFails) {
  struct Refused {};
  const auto begin = [&](std::int64_t wanted) {
    return pg::Tx(connection_, Access::ReadWrite, tenant_,
                  pg::Check{{&kValue, pg::Params(1)}, [wanted](const pg::Rows& rows) {
                              if (value_of(rows) != wanted) throw Refused();
                            }});
  };
  {
    pg::Tx tx = begin(2);
    EXPECT_THROW(static_cast<void>(tx.run(kNote, subject_)), Refused);
  }
  {
    pg::Tx tx = begin(2);
    tx.run_with_next(kNote, pg::Params(subject_));
    EXPECT_THROW(tx.commit(), Refused);
  }
  {
    pg::Tx tx = begin(2);
    EXPECT_THROW(static_cast<void>(tx.run(kDivide, 0)), Refused) << "the check comes first";
  }
  EXPECT_EQ(noted(subject_), 0);
  pg::Tx tx = begin(1);
  static_cast<void>(tx.run(kNote, subject_));
  tx.commit();
  EXPECT_EQ(noted(subject_), 1);
}

TEST_F(Transactions, BeginOnAFreshConnectionWhenTheServerHasEndedTheOldOne) {
  const std::int64_t before = backend();
  TempDatabase::shared().drop_connections();
  EXPECT_NE(backend(), before);
  TempDatabase::shared().drop_connections();
  pg::Tx tx(connection_, Access::ReadWrite);
  static_cast<void>(tx.run(kNote, subject_));
  tx.commit();
  EXPECT_EQ(noted(subject_), 1);
}

TEST_F(Transactions, EndWhenTheConnectionIsLostInTheMiddle) {
  {
    pg::Tx tx(connection_, Access::ReadWrite);
    static_cast<void>(tx.run(kNote, subject_));
    TempDatabase::shared().drop_connections();
    for (int i = 0; i < 2; ++i) {
      try {
        static_cast<void>(tx.run(kNote, subject_));
        FAIL() << "half a transaction went on";
      } catch (const pg::DbError& error) {
        EXPECT_TRUE(error.unavailable()) << error.what();
      }
    }
    EXPECT_THROW(tx.commit(), pg::DbError);
  }
  EXPECT_EQ(noted(subject_), 0);
  EXPECT_NE(backend(), 0) << "the next one begins anew";
}

TEST_F(Transactions, DoNotWaitLongerThanAllowedAndTheServerStopsToo) {
  const auto begun = std::chrono::steady_clock::now();
  pg::Connection hasty(TempDatabase::shared().conninfo("assay_api"), "hasty",
                       std::chrono::milliseconds(300));
  {
    pg::Tx tx(hasty, Access::ReadOnly);
    EXPECT_THROW(static_cast<void>(tx.run(kSleep, 60)), pg::NoAnswer);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
  pg::Tx tx(hasty, Access::ReadOnly);
  EXPECT_EQ(value_of(tx.run(kValue, 1)), 1) << "on another connection";
  for (int i = 0; sql("SELECT count(*) AS v FROM pg_stat_activity WHERE query LIKE '%pg_sleep($1)%'"
                      " AND application_name = 'hasty' AND state = 'active'") != "0";
       ++i) {
    ASSERT_LT(i, 100) << "the server still runs what nobody waits for";
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace
}  // namespace assay::test
