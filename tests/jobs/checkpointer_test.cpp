// SPDX-License-Identifier: Apache-2.0
// A daemon's checkpoints of the audit trail: at its start and end, soon after an entry, and at the
// end of a run. None is made if nothing was written, and a failing one never stops the daemon.
#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/io.hpp"
#include "pipeline/jobs/daemon/daemon.hpp"
#include "tests/jobs/jobs_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;

class CheckpointerTest : public Jobs {
 protected:
  void SetUp() override { tamper("DELETE FROM audit_checkpoint"); }

  [[nodiscard]] static std::string count() {
    return sql("SELECT count(*) AS v FROM audit_checkpoint");
  }
  static bool becomes(const std::string& wanted) {
    for (int i = 0; i < 200 && count() != wanted; ++i) std::this_thread::sleep_for(50ms);
    return count() == wanted;
  }
};

TEST_F(CheckpointerTest, OneIsMadeAtTheStartAndOneAtTheEnd) {
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes("1"));
  append_entries(tenant_, 1);
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(count(), "2");
  const std::string file = read_file(config_.checkpoint_file);
  EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 2);
  EXPECT_NE(file.rfind("[\"" + tenant_.value + "\",1,"), std::string::npos)
      << "the last one has seen what was done before it";
}

TEST_F(CheckpointerTest, ANewEntryIsSeenWithinTheInterval) {
  config_.checkpoint_interval = 1s;
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes("1"));
  for (const std::string after : {"2", "3"}) {
    append_entries(tenant_, 1);
    EXPECT_TRUE(becomes(after));
  }
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(count(), "3") << "nothing new was written";
}

TEST_F(CheckpointerTest, AnIdleDaemonMakesNone) {
  config_.checkpoint_interval = 1s;
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes("1"));
  std::this_thread::sleep_for(3s);
  EXPECT_EQ(count(), "1");
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(count(), "1");
}

// Also if another process ends it, as the API does when it cancels a run.
TEST_F(CheckpointerTest, TheEndOfARunIsSeenAtOnce) {
  config_.checkpoint_interval = 3600s;
  const BoundPack pack = new_pack(tenant_, {"accounts complete"});
  const RunId run = new_run(tenant_, pack, std::string(embedder_.model_id()));
  sql("DELETE FROM work_item");
  jobs::Daemon daemon(services_);
  daemon.start();
  EXPECT_TRUE(becomes("1"));
  append_entries(tenant_, 1);
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
  EXPECT_TRUE(store::runs::cancel(tx, tenant_, run));
  tx.commit();
  EXPECT_TRUE(becomes("2"));
  EXPECT_TRUE(daemon.drain(5s));
}

TEST_F(CheckpointerTest, WithoutAKeyTheDaemonWorksAllTheSame) {
  config_.audit_key_file = (directory_ / "absent" / "audit.key").string();
  const DocumentId uploaded = upload("a.txt", "Access is reviewed each quarter by the owner.");
  jobs::Daemon daemon(services_);
  daemon.start();
  for (int i = 0; i < 200 && document(uploaded).status != DocumentStatus::Ready; ++i) {
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_EQ(document(uploaded).status, DocumentStatus::Ready);
  EXPECT_TRUE(daemon.drain(5s));
  EXPECT_EQ(count(), "0");
}

}  // namespace
}  // namespace assay::test
