// SPDX-License-Identifier: Apache-2.0
// Concurrent sign-ins, renewals and administrators on the same users: no deadlock, and nothing that
// was ended continues.
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

#include "db/store/access/accounts.hpp"
#include "db/store/access/credentials.hpp"
#include "db/store/access/sign_in.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace access = store::access;
namespace users = store::users;

constexpr std::chrono::seconds kLifetime{3600};

class SignIns : public ::testing::Test {
 protected:
  void SetUp() override {
    pg::Tx tx = write(one_);
    user_ = users::insert(tx, tenant_, {new_uuid() + "@x.example", "X", Role::Admin, "phc"})->id;
    access::add_refresh_token(tx, tenant_, cookie_, family_, user_, SignInWay::Password, kLifetime);
    tx.commit();
  }
  pg::Tx write(pg::Connection& connection) { return {connection, pg::Access::ReadWrite, tenant_}; }
  // A renewal of the session, after its cookie is locked.
  void add_successor(pg::Tx& tx) {
    access::renew_refresh_token(tx, tenant_, cookie_, successor_, kLifetime);
  }
  // Uses another connection, as an administrator does.
  void lock_and_disable() {
    pg::Tx tx = write(two_);
    static_cast<void>(users::lock_administrators(tx, tenant_));
    static_cast<void>(users::lock(tx, tenant_, user_));
    users::Change change;
    change.disabled = true;
    users::update(tx, tenant_, user_, change);
    users::revoke_refresh_tokens(tx, tenant_, user_);
    tx.commit();
  }
  // Waits until a connection of this program waits for a lock.
  static void wait_for_waiting() {
    for (int i = 0; i < 400; ++i) {
      if (sql("SELECT count(*) AS v FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
              " AND datname = current_database()") != "0") {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    FAIL() << "nobody waits";
  }

  TenantId tenant_ = new_tenant();
  pg::Connection one_ = TempDatabase::shared().connect("assay_api");
  pg::Connection two_ = TempDatabase::shared().connect("assay_api");
  UserId user_;
  const std::string cookie_ = random_bytes();
  const std::string successor_ = random_bytes();
  const std::string family_ = new_uuid();

 private:
  static std::string random_bytes() { return (new_uuid() + new_uuid()).substr(0, 32); }
};

TEST_F(SignIns, ARenewalAndDisablingItsUserDoNotWaitForEachOther) {
  pg::Tx renewal = write(one_);
  ASSERT_TRUE(access::lock_refresh_token(renewal, tenant_, cookie_));
  auto disabled = std::async(std::launch::async, [&] { lock_and_disable(); });
  wait_for_waiting();
  EXPECT_NO_THROW({
    add_successor(renewal);
    renewal.commit();
  });
  EXPECT_NO_THROW(disabled.get());
  pg::Tx later = write(one_);
  const auto successor = access::lock_refresh_token(later, tenant_, successor_);
  ASSERT_TRUE(successor);
  EXPECT_FALSE(successor->live) << "the family was ended, so that its successors are too";
}

TEST_F(SignIns, SigningOutAndDisablingTheUserDoNotWaitForEachOther) {
  pg::Tx renewal = write(one_);
  add_successor(renewal);
  renewal.commit();
  pg::Tx signing_out = write(one_);
  ASSERT_TRUE(access::lock_refresh_token(signing_out, tenant_, successor_));
  auto disabled = std::async(std::launch::async, [&] { lock_and_disable(); });
  wait_for_waiting();
  EXPECT_NO_THROW({
    EXPECT_EQ(access::revoke_family(signing_out, tenant_, family_), user_);
    signing_out.commit();
  });
  EXPECT_NO_THROW(disabled.get());
}

TEST_F(SignIns, ALockedUserIsDisabledBehindTheSignInAndItsCookieEndsToo) {
  const std::string other = new_uuid();
  pg::Tx sign_in = write(one_);
  ASSERT_TRUE(access::lock_user(sign_in, tenant_, user_));
  auto disabled = std::async(std::launch::async, [&] { lock_and_disable(); });
  wait_for_waiting();
  access::add_refresh_token(sign_in, tenant_, successor_, other, user_, SignInWay::Password,
                            kLifetime);
  sign_in.commit();
  disabled.get();
  pg::Tx later = write(one_);
  EXPECT_FALSE(access::lock_refresh_token(later, tenant_, successor_)->live);
  EXPECT_FALSE(access::lock_user(later, tenant_, user_));
}

TEST_F(SignIns, WhatASessionStandsForIsReadAnewEachTime) {
  const std::string kid = new_uuid();
  sql("INSERT INTO signing_key (kid, private_key, public_key) VALUES ('" + kid +
      "', sha256('a'), sha256('b'))");
  const auto standing = [&] {
    pg::Tx tx = write(one_);
    const pg::Question question = access::ask_rights(tenant_, user_, family_, kid);
    return access::read_rights(tx.run(*question.statement, question.params));
  };
  ASSERT_TRUE(standing());
  EXPECT_EQ(standing()->role, Role::Admin);
  sql("UPDATE signing_key SET retires_at = clock_timestamp() WHERE kid = '" + kid + "'");
  EXPECT_FALSE(standing());
  sql("UPDATE signing_key SET retires_at = NULL WHERE kid = '" + kid + "'");
  ASSERT_TRUE(standing());
  pg::Tx tx = write(two_);
  EXPECT_EQ(access::revoke_family(tx, tenant_, family_), user_);
  tx.commit();
  EXPECT_FALSE(standing());
}

}  // namespace
}  // namespace assay::test
