// SPDX-License-Identifier: Apache-2.0
// Objects of an S3 server: what is sent, what comes back, and what happens while it is unwell. The
// server refuses wrong signatures, hashes and checksums.
#include "core/blob/object_store.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"
#include "tests/objects/object_server.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;
using test::ObjectServer;

constexpr std::size_t kMebibyte = std::size_t{1} << 20U;

class ObjectStoreTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { server = std::make_unique<ObjectServer>(); }
  static void TearDownTestSuite() { server.reset(); }
  ObjectStoreTest() : file_(fs::temp_directory_path() / ("assay-object-" + new_uuid())) {
    server->break_with("[]");
    static_cast<void>(server->asked());
  }
  ~ObjectStoreTest() override { fs::remove(file_); }

  void put(const ObjectStore& store, const std::string& key, const std::string& bytes) const {
    std::ofstream(file_, std::ios::binary) << bytes;
    const FileDescriptor file = open_for_reading(file_.string());
    store.put(key, file.get(), static_cast<std::int64_t>(bytes.size()), sha256_hex(bytes));
  }
  static std::optional<std::string> get(const ObjectStore& store, const std::string& key) {
    std::string bytes;
    const bool found = store.get(key, [&bytes](std::span<const std::byte> more) {
      bytes.append(reinterpret_cast<const char*>(more.data()), more.size());
    });
    return found ? std::optional<std::string>(bytes) : std::nullopt;
  }
  // "METHOD url" of each request since the last call.
  static std::vector<std::string> asked() {
    std::vector<std::string> lines;
    const Json list = server->asked();
    for (std::size_t i = 0; i < list.size(); ++i) {
      lines.push_back(*list.at(i).get("method").as_string() + " " +
                      *list.at(i).get("url").as_string());
    }
    return lines;
  }
  static std::string failure_of(const std::function<void()>& act) {
    try {
      act();
    } catch (const StoreUnavailable& error) {
      return error.what();
    }
    return "none";
  }

  static std::unique_ptr<ObjectServer> server;
  fs::path file_;
  ObjectStore store_{server->settings()};
};
std::unique_ptr<ObjectServer> ObjectStoreTest::server;

TEST_F(ObjectStoreTest, KeepsBytesUnderTheirKeyAndPrefix) {
  put(store_, "a/b", "hello");
  EXPECT_EQ(get(store_, "a/b"), "hello");
  EXPECT_EQ(store_.find("a/b")->size, 5);
  EXPECT_LT(store_.find("a/b")->age, std::chrono::seconds(60));
  EXPECT_EQ(asked().front(), "PUT /originals/hosts/one/a/b");
  store_.remove("a/b");
  store_.remove("a/b");
  EXPECT_EQ(get(store_, "a/b"), std::nullopt);
  EXPECT_FALSE(store_.find("a/b"));
}

TEST_F(ObjectStoreTest, SendsChecksumAndEncryptionAsConfigured) {
  const ObjectStore sealed(server->settings("&encryption=aws:kms&kms-key=arn:aws:kms:key/1"));
  put(sealed, "sealed", "Welcome to Amazon S3.");
  const Json headers = server->asked().at(0).get("headers");
  EXPECT_EQ(headers.get("x-amz-server-side-encryption").as_string(), "aws:kms");
  EXPECT_EQ(headers.get("x-amz-server-side-encryption-aws-kms-key-id").as_string(),
            "arn:aws:kms:key/1");
  EXPECT_EQ(headers.get("x-amz-checksum-sha256").as_string(),
            "RM591nyVng01JP+sF3Hfu6h9K2tLTpnkIDSouAP4sHI=");
  put(ObjectStore(server->settings("&checksum=off")), "plain", "x");
  EXPECT_FALSE(server->asked().at(0).get("headers").get("x-amz-checksum-sha256").as_string());
}

TEST_F(ObjectStoreTest, ManyBytesGoInPartsOfWhichEachIsRepeatedAlone) {
  std::string bytes(40 * kMebibyte, '\0');
  for (std::size_t i = 0; i < bytes.size(); i += 4096) bytes[i] = static_cast<char>(i >> 12U);
  server->break_with(R"([{"method": "PUT", "path": "partNumber=2", "status": 503}])");
  put(store_, "large", bytes);
  EXPECT_EQ(store_.find("large")->size, static_cast<std::int64_t>(bytes.size()));
  const auto lines = asked();
  const auto count = [&lines](std::string_view part) {
    return std::count_if(lines.begin(), lines.end(), [part](const std::string& line) {
      return line.find(part) != std::string::npos;
    });
  };
  EXPECT_EQ(count("?uploads="), 1);
  EXPECT_EQ(count("partNumber=1&"), 1);
  EXPECT_EQ(count("partNumber=2&"), 2);
  EXPECT_EQ(count("partNumber=3&"), 1);
  EXPECT_EQ(get(store_, "large"), bytes);
}

TEST_F(ObjectStoreTest, AnUploadThatFailsIsGivenUp) {
  server->break_with(R"([{"method": "PUT", "path": "partNumber=2", "status": 403}])");
  const std::string why =
      failure_of([this] { put(store_, "never", std::string(20 * kMebibyte, 'x')); });
  EXPECT_NE(why.find("s3://originals/hosts/one/never: 403 InternalError"), std::string::npos)
      << why;
  EXPECT_TRUE(asked().back().starts_with("DELETE /originals/hosts/one/never?uploadId="));
  EXPECT_EQ(get(store_, "never"), std::nullopt);
}

TEST_F(ObjectStoreTest, ACompletionWhoseAnswerIsLostCounts) {
  server->break_with(R"([{"method": "POST", "path": "uploadId", "drop": true}])");
  put(store_, "completed", std::string(17 * kMebibyte, 'x'));
  EXPECT_EQ(store_.find("completed")->size, static_cast<std::int64_t>(17 * kMebibyte));
}

TEST_F(ObjectStoreTest, ADownloadGoesOnWhereItBroke) {
  std::string bytes(3 * kMebibyte, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  put(store_, "broken", bytes);
  static_cast<void>(asked());
  server->break_with(R"([{"method": "GET", "cut": 1000000}, {"method": "GET", "status": 503},
                         {"method": "GET", "cut": 5}])");
  EXPECT_EQ(get(store_, "broken"), bytes);
  const Json list = server->asked();
  EXPECT_EQ(list.size(), 4U);
  EXPECT_EQ(list.at(3).get("headers").get("range").as_string(), "bytes=1000005-");
}

TEST_F(ObjectStoreTest, WaitsForAStoreThatIsUnwellAndThenSaysSo) {
  server->break_with(R"([{"method": "PUT", "status": 503, "code": "SlowDown"},
                         {"method": "PUT", "drop": true}])");
  put(store_, "slow", "in the end");
  EXPECT_EQ(asked().size(), 3U);
  std::string faults;
  for (int i = 0; i < 5; ++i) {
    faults += std::string(i == 0 ? "[" : ", ") + R"({"method": "GET", "status": 500})";
  }
  server->break_with(faults + "]");
  const std::string why = failure_of([this] { static_cast<void>(get(store_, "slow")); });
  EXPECT_NE(why.find("GET s3://originals/hosts/one/slow: 500 InternalError"), std::string::npos)
      << why;
}

TEST_F(ObjectStoreTest, AnotherServersAbsenceIsNoAbsence) {
  server->break_with(R"([{"method": "GET", "status": 404, "code": "NoSuchBucket"}])");
  EXPECT_NE(failure_of([this] { static_cast<void>(get(store_, "any")); }).find("NoSuchBucket"),
            std::string::npos);
}

TEST_F(ObjectStoreTest, RefusedCredentialsAreNamedWithoutTheSecret) {
  ObjectStoreSettings wrong = server->settings();
  wrong.credentials.secret_key = "not-the-secret";
  const std::string why =
      failure_of([&wrong] { static_cast<void>(get(ObjectStore(wrong), "any")); });
  EXPECT_NE(why.find("403 SignatureDoesNotMatch"), std::string::npos) << why;
  EXPECT_EQ(why.find("not-the-secret"), std::string::npos);
  EXPECT_EQ(asked().size(), 1U);  // another try would not help
}

TEST_F(ObjectStoreTest, AStoreThatIsNotThereIsNamed) {
  ObjectStoreSettings gone = server->settings();
  gone.endpoint = "http://127.0.0.1:9";
  const std::string why = failure_of([&gone] { static_cast<void>(ObjectStore(gone).find("any")); });
  EXPECT_NE(why.find("the connection failed"), std::string::npos) << why;
}

}  // namespace
}  // namespace assay
