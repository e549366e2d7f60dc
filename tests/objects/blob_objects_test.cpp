// SPDX-License-Identifier: Apache-2.0
// The blob store over an object store: two hosts that share one, their copies, and what is altered.
#include <gtest/gtest.h>

#include <cerrno>

#include "core/blob/blob_store.hpp"
#include "tests/objects/object_server.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;
using test::ObjectServer;
using Removal = BlobStore::Removal;
using namespace std::chrono_literals;

class BlobObjectsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { server = std::make_unique<ObjectServer>(); }
  static void TearDownTestSuite() { server.reset(); }
  BlobObjectsTest() : root_(fs::temp_directory_path() / ("assay-blobs-" + new_uuid())) {
    server->break_with("[]");
  }
  ~BlobObjectsTest() override { fs::remove_all(root_); }

  IncomingBlob received(const std::string& text) const {
    IncomingBlob blob = here_.receive();
    blob.write(std::as_bytes(std::span(text)));
    blob.finish();
    return blob;
  }
  std::string keep(const std::string& text) const {
    IncomingBlob blob = received(text);
    here_.keep(tenant_, blob);
    return blob.sha256();
  }
  std::string read(const BlobStore& store, const std::string& hash) const {
    const FileDescriptor file = store.open(tenant_, hash);
    std::string text(64, '\0');
    text.resize(read_some(file.get(), std::as_writable_bytes(std::span(text))));
    return text;
  }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root_))
      count += entry.is_regular_file();
    return count;
  }
  static std::size_t count_asked() { return server->asked().size(); }

  static std::unique_ptr<ObjectServer> server;
  fs::path root_;
  BlobStore here_{root_ / "here", server->settings()};
  BlobStore there_{root_ / "there", server->settings()};
  TenantId tenant_ = TenantId::fresh();
};
std::unique_ptr<ObjectServer> BlobObjectsTest::server;

TEST_F(BlobObjectsTest, AnotherHostReadsWhatThisOneKept) {
  const std::string hash = keep("shared");
  EXPECT_EQ(read(there_, hash), "shared");
  EXPECT_EQ(files(), 1U);  // the copy of the host that stored it; reading leaves none
  static_cast<void>(count_asked());
  EXPECT_EQ(read(here_, hash), "shared");
  EXPECT_EQ(count_asked(), 0U);
}

TEST_F(BlobObjectsTest, ACheckedFileIsThereToBeSent) {
  const std::string hash = keep("to be sent");
  BlobCheck check(there_);
  EXPECT_EQ(check.state_of(tenant_, hash), BlobState::Intact);
  EXPECT_EQ(read_file(there_.path_of(tenant_, hash).string()), "to be sent");
  static_cast<void>(count_asked());
  EXPECT_EQ(check.state_of(tenant_, hash), BlobState::Intact);
  EXPECT_EQ(count_asked(), 0U);
  fs::last_write_time(there_.path_of(tenant_, hash), fs::file_time_type::clock::now() - 11min);
  EXPECT_EQ(check.state_of(tenant_, hash), BlobState::Intact);
  EXPECT_EQ(count_asked(), 1U);
}

TEST_F(BlobObjectsTest, AlteredAndMissingObjectsAreFound) {
  const std::string hash = keep("altered");
  BlobCheck check(there_);
  server->break_with(R"([{"method": "GET", "alter": true}])");
  EXPECT_EQ(check.state_of(tenant_, hash), BlobState::Altered);
  EXPECT_EQ(check.state_of(tenant_, std::string(64, 'a')), BlobState::Missing);
  EXPECT_FALSE(fs::exists(there_.path_of(tenant_, hash)));
  server->break_with(R"([{"method": "GET", "alter": true}])");
  EXPECT_THROW(static_cast<void>(there_.open(tenant_, hash)), IoError);
}

TEST_F(BlobObjectsTest, WhatWasRemovedAfterItWasSentIsSentAgain) {
  IncomingBlob blob = received("sent early");
  here_.send(tenant_, blob);
  EXPECT_EQ(there_.remove(tenant_, blob.sha256(), 0s), Removal::Gone);
  here_.keep(tenant_, blob);
  EXPECT_EQ(read(there_, blob.sha256()), "sent early");
}

TEST_F(BlobObjectsTest, RemovesFromTheStoreUnlessTheObjectIsYoung) {
  const std::string hash = keep("removed");
  EXPECT_EQ(there_.remove(tenant_, hash, 60s), Removal::TooYoung);
  EXPECT_EQ(here_.remove(tenant_, hash, 0s), Removal::Gone);
  EXPECT_EQ(here_.remove(tenant_, hash, 0s), Removal::Gone);
  EXPECT_EQ(files(), 0U);
  EXPECT_FALSE(there_.has(tenant_, hash, 7));
}

TEST_F(BlobObjectsTest, OldCopiesAreSwept) {
  const std::string old = keep("old");
  const std::string young = keep("young");
  fs::last_write_time(here_.path_of(tenant_, old), fs::file_time_type::clock::now() - 16min);
  EXPECT_EQ(here_.sweep(24h), 1U);
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(read(here_, old), "old");  // from the store
}

TEST_F(BlobObjectsTest, ProbesByWritingAndReading) {
  here_.probe();
  server->break_with(R"([{"method": "PUT", "status": 403, "code": "AccessDenied"}])");
  try {
    here_.probe();
    FAIL() << "probed";
  } catch (const StoreUnavailable& error) {
    EXPECT_NE(std::string(error.what()).find("AccessDenied"), std::string::npos) << error.what();
    EXPECT_EQ(error.error_number(), EACCES);
  }
}

}  // namespace
}  // namespace assay
