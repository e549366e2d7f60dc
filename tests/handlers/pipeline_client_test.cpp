// SPDX-License-Identifier: Apache-2.0
// The client of the pipeline's socket, against a server with one scripted answer.
#include "handlers/http/pipeline_client.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "core/base/unix_socket.hpp"

namespace assay::handlers {
namespace {

constexpr std::chrono::seconds kPatience{10};

// Accepts one connection, reads one request and writes the given bytes.
class OneAnswer {
 public:
  explicit OneAnswer(std::string bytes)
      : path_("/tmp/assay-pipeline-client-test-" + std::to_string(::getpid()) + ".sock"),
        listener_(listen_at(path_)) {
    thread_ = std::thread([this, answer = std::move(bytes)] { serve(answer); });
  }
  OneAnswer(const OneAnswer&) = delete;
  OneAnswer& operator=(const OneAnswer&) = delete;
  ~OneAnswer() { ::unlink(path_.c_str()); }

  // The client's message, with its length prefix.
  std::string request() {
    thread_.join();
    return request_;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void serve(const std::string& answer) {
    pollfd caller{listener_.get(), POLLIN, 0};
    static_cast<void>(::poll(&caller, 1, 10'000));
    const FileDescriptor connection(::accept(listener_.get(), nullptr, nullptr));
    std::array<std::byte, 4096> buffer{};
    const std::size_t count = read_some(connection.get(), buffer);
    request_.assign(reinterpret_cast<const char*>(buffer.data()), count);
    write_all(connection.get(), answer);
  }

  std::string path_;
  FileDescriptor listener_;
  std::thread thread_;
  std::string request_;
};

std::string framed(const std::string& text) {
  return std::string(3, '\0') + static_cast<char>(text.size()) + text;
}

Json question() {
  return Json::object().set("op", "search").set("q", "backup");
}

TEST(PipelineClient, AsksAndHandsOnTheAnswer) {
  OneAnswer server(framed(R"({"results":[{"score":0.5}]})"));
  const auto answer = ask_pipeline(server.path(), question(), kPatience);
  EXPECT_EQ(server.request(), framed(R"({"op":"search","q":"backup"})"));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->get("results").at(0).get("score").as_number(), 0.5);
}

TEST(PipelineClient, AnythingElseIsNoAnswer) {
  for (const std::string& bytes : {framed("nonsense"), framed("[]"), framed("{}").substr(0, 5),
                                   std::string(), std::string("\x7f\xff\xff\xff", 4)}) {
    OneAnswer server(bytes);
    EXPECT_FALSE(ask_pipeline(server.path(), question(), kPatience)) << bytes;
    EXPECT_FALSE(server.request().empty());
  }
}

TEST(PipelineClient, NobodyThere) {
  EXPECT_FALSE(ask_pipeline("/tmp/assay-no-such-socket", question(), kPatience));
  EXPECT_FALSE(ask_pipeline("/tmp/" + std::string(200, 'x'), question(), kPatience));
}

}  // namespace
}  // namespace assay::handlers
