// SPDX-License-Identifier: Apache-2.0
// When a checkpoint is written, and when it is not.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "db/store/audit/checkpoints.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace audit = store::audit;
namespace {

class CheckpointDue : public ::testing::Test {
 protected:
  void SetUp() override { tamper("DELETE FROM audit_checkpoint"); }
  void TearDown() override { tamper("DELETE FROM audit_checkpoint"); }
  static std::string count() { return sql("SELECT count(*) AS v FROM audit_checkpoint"); }

  TenantId tenant_ = new_tenant();
  ed25519::KeyPair keys_ = ed25519::generate();
};

TEST_F(CheckpointDue, OfSeveralDaemonsOneWritesInAnInterval) {
  append_entries(tenant_, 1);
  std::atomic<int> written{0};
  {
    std::vector<std::jthread> daemons;
    for (int i = 0; i < 8; ++i) {
      daemons.emplace_back([&] {
        pg::Connection own = TempDatabase::shared().connect("assay_pipeline");
        if (audit::write_checkpoint(own, keys_, "", audit::Due{std::chrono::seconds(60)})) {
          ++written;
        }
      });
    }
  }
  EXPECT_EQ(written, 1);
  EXPECT_EQ(count(), "1");
}

TEST_F(CheckpointDue, AnIdleInstallationMakesNone) {
  const audit::Due if_moved{.only_if_moved = true};
  pg::Connection pipeline = TempDatabase::shared().connect("assay_pipeline");
  const auto written = [&] {
    return audit::write_checkpoint(pipeline, keys_, "", if_moved).has_value();
  };
  EXPECT_TRUE(written()) << "the first says where all chains begin";
  EXPECT_FALSE(written());
  append_entries(tenant_, 1);
  EXPECT_TRUE(written());
  EXPECT_FALSE(written());
  const TenantId other = new_tenant();
  EXPECT_FALSE(written()) << "a chain begins with its first entry";
  append_entries(other, 1);
  EXPECT_TRUE(written());
  EXPECT_FALSE(written());
  EXPECT_EQ(count(), "3");
}

}  // namespace
}  // namespace assay::test
