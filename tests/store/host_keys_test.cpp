// SPDX-License-Identifier: Apache-2.0
// Keys that all hosts share: the first names its own, others must have the same.
#include "db/store/audit/host_keys.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/ids.hpp"
#include "core/base/io.hpp"
#include "tests/support/temp_database.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;
namespace keys = store::host_keys;
using keys::Make;

class HostKeys : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(folder_);
    static_cast<void>(owner_.run("DELETE FROM host_key"));
  }
  void TearDown() override {
    static_cast<void>(owner_.run("DELETE FROM host_key"));
    fs::remove_all(folder_);
  }
  keys::HostKey key(const std::string& host) const {
    return {"events", (folder_ / (host + ".key")).string()};
  }
  std::string problem(const std::string& host, Make make = Make::IfAbsent) {
    return keys::problem(pipeline_, key(host), make);
  }

  fs::path folder_ = fs::temp_directory_path() / ("assay-host-keys-" + new_uuid());
  pg::Connection owner_ = TempDatabase::shared().connect("assay_owner");
  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
};

TEST_F(HostKeys, TheFirstHostNamesTheKeyAndOthersNeedTheSame) {
  EXPECT_EQ(problem("first", Make::Never), "");
  EXPECT_FALSE(fs::exists(key("first").file));
  EXPECT_EQ(problem("first"), "");
  EXPECT_EQ(problem("first"), "");
  const std::string without = problem("second");
  EXPECT_NE(without.find(key("second").file + " does not exist"), std::string::npos) << without;
  EXPECT_FALSE(fs::exists(key("second").file)) << "a key of its own would only hide the fault";
  fs::copy_file(key("first").file, key("second").file);
  EXPECT_EQ(problem("second"), "");
}

TEST_F(HostKeys, AnotherKeyIsRefusedUntilItIsAdopted) {
  EXPECT_EQ(problem("first"), "");
  static_cast<void>(
      owner_.run("CREATE TEMP TABLE kept AS SELECT * FROM host_key; "
                 "DELETE FROM host_key"));
  EXPECT_EQ(problem("other"), "");
  static_cast<void>(owner_.run("UPDATE host_key SET public_key = kept.public_key FROM kept"));
  const std::string why = problem("other");
  EXPECT_NE(why.find("holds a different key"), std::string::npos) << why;
  EXPECT_NE(why.find("assayctl keys adopt events"), std::string::npos) << why;
  {
    pg::Tx tx(owner_, pg::Access::ReadWrite);
    EXPECT_FALSE(keys::adopt(tx, key("other")).empty());
    tx.commit();
  }
  EXPECT_EQ(problem("other"), "");
  EXPECT_NE(problem("first"), "");
}

TEST_F(HostKeys, AnUnreadableFileIsAReason) {
  write_all(FileDescriptor(::creat(key("first").file.c_str(), 0600)).get(), "no key");
  EXPECT_NE(problem("first"), "");
}

}  // namespace
}  // namespace assay::test
