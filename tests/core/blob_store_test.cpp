// SPDX-License-Identifier: Apache-2.0
// The blob store: bytes under their hash, and nothing left behind by abandoned writes.
#include "core/blob/blob_store.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace assay {
namespace {

namespace fs = std::filesystem;

class BlobStoreTest : public testing::Test {
 protected:
  BlobStoreTest() : root_(fs::temp_directory_path() / ("assay-blobs-" + new_uuid())) {}
  ~BlobStoreTest() override { fs::remove_all(root_); }

  static std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
  }
  std::size_t incoming() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(root_ / "tmp"), fs::directory_iterator()));
  }

  fs::path root_;
  BlobStore store_{root_};
  TenantId tenant_ = TenantId::fresh();
};

TEST_F(BlobStoreTest, KeepsUnderTheHashOfTheBytes) {
  IncomingBlob blob = store_.receive();
  blob.write(bytes("hello "));
  blob.write(bytes("world"));
  const std::string hash = blob.finish();
  EXPECT_EQ(hash, "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9");
  EXPECT_EQ(blob.size(), 11);
  store_.keep(tenant_, blob);
  EXPECT_EQ(read_file(store_.path_of(tenant_, hash).string()), "hello world");
  EXPECT_EQ(incoming(), 0U);
}

TEST_F(BlobStoreTest, TheSameBytesTwiceAreOneFile) {
  std::string hash;
  for (int i = 0; i < 2; ++i) {
    IncomingBlob blob = store_.receive();
    blob.write(bytes("twice"));
    hash = blob.finish();
    store_.keep(tenant_, blob);
  }
  EXPECT_EQ(store_.remove(tenant_, hash, std::chrono::minutes(1)), BlobStore::Removal::TooYoung);
  EXPECT_TRUE(store_.has(tenant_, hash, 5));
  EXPECT_FALSE(store_.has(tenant_, hash, 6));
  EXPECT_EQ(store_.remove(tenant_, hash, std::chrono::seconds(0)), BlobStore::Removal::Gone);
  EXPECT_EQ(store_.remove(tenant_, hash, std::chrono::seconds(0)), BlobStore::Removal::Gone);
  EXPECT_FALSE(store_.has(tenant_, hash, 5));
}

TEST_F(BlobStoreTest, WhatIsGivenUpLeavesNothing) {
  {
    IncomingBlob blob = store_.receive();
    blob.write(bytes("never kept"));
    IncomingBlob moved = std::move(blob);
    EXPECT_EQ(incoming(), 1U);
  }
  EXPECT_EQ(incoming(), 0U);
}

TEST_F(BlobStoreTest, SweepsOnlyWhatIsOld) {
  { const IncomingBlob blob = store_.receive(); }
  const fs::path left = root_ / "tmp" / "left-by-a-crash";
  {
    IncomingBlob live = store_.receive();
    static_cast<void>(live);
    fs::copy_file(live.path(), left);
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(25));
    EXPECT_EQ(store_.sweep(std::chrono::hours(24)), 1U);
    EXPECT_TRUE(fs::exists(live.path()));
  }
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(BlobStoreTest, OpeningWhatIsNotThereSaysSo) {
  try {
    const FileDescriptor file = store_.open(tenant_, std::string(64, 'a'));
    FAIL() << "opened";
  } catch (const IoError& error) {
    EXPECT_EQ(error.error_number(), ENOENT);
  }
}

}  // namespace
}  // namespace assay
