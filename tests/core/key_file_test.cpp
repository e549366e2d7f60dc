// SPDX-License-Identifier: Apache-2.0
// Key files: created once, kept private, read by other programs.
#include "core/crypto/ed25519.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/io.hpp"

namespace assay::test {
namespace fs = std::filesystem;
namespace {

class KeyFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = "/tmp/assay-key-test-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
    path_ = (directory_ / "audit.key").string();
  }
  void TearDown() override { fs::remove_all(directory_); }

  fs::path directory_;
  std::string path_;
};

TEST_F(KeyFile, IsMadeOnceAndForItsOwnerAlone) {
  const auto first = key_file::load_or_create(path_);
  const auto again = key_file::load_or_create(path_);
  EXPECT_EQ(first.private_key, again.private_key);
  EXPECT_EQ(first.public_key, again.public_key);
  struct stat status {};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(key_file::read_public_keys(path_ + ".pub"), std::vector{first.public_key});
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), {}), 2) << "a draft was left";
  EXPECT_TRUE(ed25519::verify(again.public_key, "text", ed25519::sign(first.private_key, "text")));
}

TEST_F(KeyFile, OpensslReadsBoth) {
  static_cast<void>(key_file::load_or_create(path_));
  const std::string command = "cd " + directory_.string() +
                              " && openssl pkey -in audit.key -pubout -out own.pub 2>/dev/null && "
                              "cmp -s own.pub audit.key.pub";
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

TEST_F(KeyFile, AReplacedKeysPublicPartIsKept) {
  const auto first = key_file::load_or_create(path_);
  fs::remove(path_);
  const auto second = key_file::load_or_create(path_);
  EXPECT_EQ(key_file::read_public_keys(path_ + ".pub"),
            (std::vector{first.public_key, second.public_key}));
}

TEST_F(KeyFile, OneThatOthersMayReadIsRefused) {
  static_cast<void>(key_file::load_or_create(path_));
  ASSERT_EQ(::chmod(path_.c_str(), 0640), 0);
  EXPECT_THROW(static_cast<void>(key_file::load_or_create(path_)), std::runtime_error);
}

TEST_F(KeyFile, FilesWithoutSuchAKeyAreRefused) {
  std::ofstream(path_) << "no key";
  ASSERT_EQ(::chmod(path_.c_str(), 0600), 0);
  EXPECT_THROW(static_cast<void>(key_file::load_or_create(path_)), std::runtime_error);
  EXPECT_THROW(static_cast<void>(key_file::read_public_keys(path_)), std::runtime_error);
  EXPECT_THROW(static_cast<void>(key_file::read_public_keys(path_ + ".none")), IoError);
  std::ofstream(path_) << "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n";
  EXPECT_THROW(static_cast<void>(key_file::read_public_keys(path_)), std::runtime_error);
}

}  // namespace
}  // namespace assay::test
