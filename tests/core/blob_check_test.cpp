// SPDX-License-Identifier: Apache-2.0
// The check of stored files: every change is found, and an unchanged file is read only once.
#include "core/blob/blob_store.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace assay {
namespace {

namespace fs = std::filesystem;

// Reads of this process so far, in bytes.
std::int64_t bytes_read() {
  std::ifstream io("/proc/self/io");
  std::string name;
  std::int64_t value = 0;
  io >> name >> value;
  return value;
}

class BlobCheckTest : public testing::Test {
 protected:
  BlobCheckTest() : root_(fs::temp_directory_path() / ("assay-blobs-" + new_uuid())) {}
  ~BlobCheckTest() override { fs::remove_all(root_); }

  std::string keep(const std::string& text) {
    IncomingBlob blob = store_.receive();
    blob.write(std::as_bytes(std::span(text.data(), text.size())));
    std::string hash = blob.finish();
    store_.keep(tenant_, blob);
    return hash;
  }
  [[nodiscard]] std::string path(const std::string& hash) const {
    return store_.path_of(tenant_, hash).string();
  }
  BlobState state(const std::string& hash) { return check_.state_of(tenant_, hash); }
  // Until the file counts as unchanged for a while.
  static void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(3'100)); }

  fs::path root_;
  BlobStore store_{root_};
  BlobCheck check_{store_};
  TenantId tenant_ = TenantId::fresh();
};

TEST_F(BlobCheckTest, TellsIntactAlteredAndMissingFilesApart) {
  const std::string hash = keep("what was stored");
  EXPECT_EQ(state(hash), BlobState::Intact);
  std::ofstream(path(hash)) << "what was forged";
  EXPECT_EQ(state(hash), BlobState::Altered);
  fs::remove(path(hash));
  EXPECT_EQ(state(hash), BlobState::Missing);
  EXPECT_EQ(keep("what was stored"), hash);
  EXPECT_EQ(state(hash), BlobState::Intact);
}

TEST_F(BlobCheckTest, ReadsAnUnchangedFileOnce) {
  constexpr std::int64_t kSize = 4 << 20;
  const std::string hash = keep(std::string(kSize, 'x'));
  settle();
  const std::int64_t before = bytes_read();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(state(hash), BlobState::Intact);
  EXPECT_GE(bytes_read() - before, kSize);
  EXPECT_LT(bytes_read() - before, 2 * kSize);
}

TEST_F(BlobCheckTest, FindsAChangeWhoseSizeAndTimeWereSetBack) {
  const std::string hash = keep("what was stored");
  settle();
  ASSERT_EQ(state(hash), BlobState::Intact);
  struct stat kept {};
  ASSERT_EQ(::stat(path(hash).c_str(), &kept), 0);
  std::ofstream(path(hash)) << "what was forged";
  const timespec times[] = {kept.st_atim, kept.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, path(hash).c_str(), times, 0), 0);
  EXPECT_EQ(state(hash), BlobState::Altered);
}

TEST_F(BlobCheckTest, FindsASecondChangeInTheSameMoment) {
  const std::string hash = keep("what was stored");
  for (int i = 0; i < 50; ++i) {
    std::ofstream(path(hash)) << "what was stored";
    ASSERT_EQ(state(hash), BlobState::Intact);
    std::ofstream(path(hash)) << "what was forged";
    ASSERT_EQ(state(hash), BlobState::Altered);
  }
}

}  // namespace
}  // namespace assay
