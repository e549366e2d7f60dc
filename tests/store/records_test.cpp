// SPDX-License-Identifier: Apache-2.0
// Runs, tasks, packs and sign-in: stored records are returned as they were written, and filtered.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/digest.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/access/credentials.hpp"
#include "db/store/access/sign_in.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/runs/tasks.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace access = store::access;
namespace runs = store::runs;
namespace tasks = store::tasks;

class Records : public ::testing::Test {
 protected:
  template <class F>
  auto api(F&& body) {
    return with(api_, body);
  }
  template <class F>
  auto pipeline(F&& body) {
    return with(pipeline_, body);
  }
  template <class F>
  auto with(pg::Connection& connection, F&& body) {
    pg::Tx tx(connection, pg::Access::ReadWrite, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  pg::Connection api_ = TempDatabase::shared().connect("assay_api");
  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(Records, ARunPinsWhatIsReadyAndStartsWithSixSteps) {
  const DocumentId waiting = new_document(tenant_, "waiting.txt", random_sha256());
  const BoundPack pack = new_pack(tenant_, {"One", "Two", "Three"});
  const RunId id = new_run(tenant_, pack, "m");
  const auto run = api([&](pg::Tx& tx) { return runs::find(tx, tenant_, id).value(); });
  EXPECT_EQ(run.status, RunStatus::Queued);
  EXPECT_EQ(run.trigger_type, "manual");
  EXPECT_EQ(run.requirements_total, 3);
  EXPECT_EQ(run.requirements_done(), 0);
  EXPECT_TRUE(api([&](pg::Tx& tx) { return runs::documents(tx, tenant_, id); }).empty());
  const auto left = api([&](pg::Tx& tx) { return store::left_out::list(tx, tenant_, id); });
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].id, waiting);
  EXPECT_EQ(left[0].reason, "not_ready");
  EXPECT_EQ(run.documents_not_chosen, 0);
  const auto steps = api([&](pg::Tx& tx) { return runs::steps(tx, tenant_, id); });
  ASSERT_EQ(steps.size(), 6U);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(steps[i].name), i);
    EXPECT_EQ(steps[i].status, StepStatus::NotExecuted);
    EXPECT_EQ(steps[i].span_id.size(), 16U);
  }
  const auto requirements =
      api([&](pg::Tx& tx) { return store::packs::requirements_of_run(tx, tenant_, id); });
  ASSERT_EQ(requirements.size(), 3U);
  EXPECT_EQ(requirements[2].title, "Three");
}

TEST_F(Records, ARunEndsOnce) {
  const RunId id = new_run(tenant_, new_pack(tenant_, {"One"}), "m");
  EXPECT_TRUE(api([&](pg::Tx& tx) { return runs::lock(tx, tenant_, id).has_value(); }));
  EXPECT_TRUE(api([&](pg::Tx& tx) { return runs::cancel(tx, tenant_, id); }));
  EXPECT_FALSE(api([&](pg::Tx& tx) { return runs::cancel(tx, tenant_, id); }));
  EXPECT_FALSE(pipeline([&](pg::Tx& tx) { return runs::start(tx, tenant_, id); }));
  EXPECT_FALSE(pipeline([&](pg::Tx& tx) { return runs::fail(tx, tenant_, id, "no"); }));
  EXPECT_FALSE(pipeline([&](pg::Tx& tx) {
    return runs::complete(tx, tenant_, id, runs::database_now(tx), std::nullopt, std::nullopt);
  }));
}

TEST_F(Records, TasksAreFilteredAndChanged) {
  const BoundPack pack = new_pack(tenant_, {"One", "Two"});
  const RunId run = new_run(tenant_, pack, "m");
  std::vector<tasks::Task> made;
  for (const auto& requirement : pack.requirements) {
    tasks::Task task;
    task.id = TaskId::fresh();
    task.run = run;
    task.requirement = requirement.id;
    task.requirement_id = requirement.requirement_id;
    task.criterion_id = requirement.criterion_id;
    task.title = "Show " + requirement.title;
    made.push_back(task);
  }
  for (int twice = 0; twice < 2; ++twice) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    tasks::insert(tx, tenant_, made);
    tx.commit();
  }
  tasks::Filter filter;
  EXPECT_EQ(api([&](pg::Tx& tx) { return tasks::count(tx, tenant_, filter); }), 2);
  filter.requirement = "1.2";
  filter.run = run;
  const auto found = api([&](pg::Tx& tx) { return tasks::list(tx, tenant_, filter, {}).rows; });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, made[1].id);
  filter.requirement = pack.requirements[0].id.value;
  EXPECT_EQ(api([&](pg::Tx& tx) { return tasks::count(tx, tenant_, filter); }), 1);
  api([&](pg::Tx& tx) {
    auto task = tasks::lock(tx, tenant_, made[0].id).value();
    task.status = TaskStatus::InProgress;
    task.assignee = "Kim";
    task.due_date = "2027-01-31";
    tasks::update(tx, tenant_, task);
    return true;
  });
  filter.status = TaskStatus::InProgress;
  const auto changed = api([&](pg::Tx& tx) { return tasks::list(tx, tenant_, filter, {}).rows; });
  ASSERT_EQ(changed.size(), 1U);
  EXPECT_EQ(changed[0].assignee, "Kim");
  EXPECT_EQ(changed[0].due_date, "2027-01-31");
  EXPECT_GT(changed[0].updated_at, changed[0].created_at);
  const auto behind = api([&](pg::Tx& tx) {
    const std::string created = std::to_string(to_micros(changed[0].created_at));
    return tasks::list(tx, tenant_, {}, {.after = pg::Place{created, changed[0].id.value}}).rows;
  });
  EXPECT_TRUE(std::none_of(behind.begin(), behind.end(),
                           [&](const tasks::Task& task) { return task.id == made[0].id; }));
}

TEST_F(Records, TheAuditTrailIsFiltered) {
  const RunId run = RunId::fresh();
  for (const std::string action : {"a.one", "b.two"}) {
    api([&](pg::Tx& tx) {
      store::audit::Event event;
      event.action = action;
      event.object_type = "run";
      event.object_id = run.value;
      event.actor = {"user", new_uuid(), "x@example.org"};
      if (action == "a.one") event.run_id = run;
      store::audit::append(tx, tenant_, event);
      return true;
    });
  }
  const auto count = [&](const store::audit::Filter& filter) {
    return api([&](pg::Tx& tx) { return store::audit::count(tx, tenant_, filter); });
  };
  store::audit::Filter filter;
  filter.object_id = run.value;
  filter.actor = "x@example.org";
  filter.from = now() - std::chrono::hours(1);
  filter.to = now() + std::chrono::hours(1);
  EXPECT_EQ(count(filter), 2);
  filter.run_id = run;
  EXPECT_EQ(count(filter), 1);
  filter.to = now() - std::chrono::hours(1);
  EXPECT_EQ(count(filter), 0);
  const pg::Place second{"2", "00000000-0000-0000-0000-000000000000"};
  const auto older =
      api([&](pg::Tx& tx) { return store::audit::list(tx, tenant_, {}, {.after = second}).rows; });
  ASSERT_EQ(older.size(), 1U);
  EXPECT_EQ(older[0].event.action, "a.one");
}

TEST_F(Records, ASpentRefreshTokenIsKnownAsSpent) {
  access::User user;
  user.id = UserId::fresh();
  user.email = "r" + new_uuid() + "@example.org";
  user.display_name = "R";
  user.role = Role::Admin;
  user.password_hash = "hash";
  const UserId id = api([&](pg::Tx& tx) { return access::put_user(tx, tenant_, user); });
  ASSERT_EQ(
      api([&](pg::Tx& tx) { return access::users_by_email_any_tenant(tx, user.email); }).size(),
      1U);
  EXPECT_EQ(api([&](pg::Tx& tx) { return store::tenants::owner_of(tx, "user", id.value); }),
            tenant_);
  const std::string hash = random_bytes(32);
  const std::string family = new_uuid();
  api([&](pg::Tx& tx) {
    access::add_refresh_token(tx, tenant_, hash, family, id, SignInWay::Oidc,
                              std::chrono::hours(1));
    return true;
  });
  const auto token = [&](const std::string& of) {
    return api([&](pg::Tx& tx) { return access::lock_refresh_token(tx, tenant_, of).value(); });
  };
  EXPECT_TRUE(token(hash).live);
  api([&](pg::Tx& tx) {
    static constexpr pg::Statement kAge{
        "test_age",
        "UPDATE refresh_token SET signed_in_at = signed_in_at - interval '1 hour'"
        " WHERE tenant_id = $1 AND family = $2"};
    return tx.run(kAge, tenant_, family).affected();
  });
  const std::string next = random_bytes(32);
  api([&](pg::Tx& tx) {
    access::renew_refresh_token(tx, tenant_, hash, next, std::chrono::hours(1));
    return true;
  });
  EXPECT_TRUE(token(hash).spent);
  EXPECT_FALSE(token(hash).live);
  EXPECT_TRUE(token(next).live);
  EXPECT_EQ(token(next).way, SignInWay::Oidc);
  EXPECT_GE(token(next).age, std::chrono::hours(1)) << "of the sign-in, not of the cookie";
  const auto revoke = [&] {
    return api([&](pg::Tx& tx) { return access::revoke_family(tx, tenant_, family); });
  };
  EXPECT_EQ(revoke(), id);
  EXPECT_EQ(revoke(), std::nullopt);
  EXPECT_FALSE(token(next).live);
}

TEST_F(Records, AnIdempotencyKeyKeepsItsFirstAnswer) {
  const UserId user = UserId::fresh();
  const access::KeptAnswer answer{"hash", 202, "{}"};
  const auto keep = [&] {
    return api([&](pg::Tx& tx) { return access::keep_answer(tx, tenant_, user, "k", answer); });
  };
  EXPECT_TRUE(keep());
  EXPECT_FALSE(keep());
  const auto kept =
      api([&](pg::Tx& tx) { return access::kept_answer(tx, tenant_, user, "k").value(); });
  EXPECT_EQ(kept.status, 202);
  EXPECT_EQ(kept.request_hash, "hash");
}

TEST_F(Records, FailedSignInsCountWithinTheirWindow) {
  const std::string subject = "account:" + new_uuid();
  const auto failures = [&] {
    return api(
        [&](pg::Tx& tx) { return access::login_failures(tx, subject, std::chrono::minutes(15)); });
  };
  for (int i = 0; i < 3; ++i) {
    api([&](pg::Tx& tx) {
      access::add_login_failure(tx, subject);
      return true;
    });
  }
  EXPECT_EQ(failures().count, 3);
  EXPECT_LT(failures().seconds_since_newest, 100);
}

}  // namespace
}  // namespace assay::test
