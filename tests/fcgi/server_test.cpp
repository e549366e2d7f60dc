// SPDX-License-Identifier: Apache-2.0
// The accept loop in a child process, driven with FastCGI records over its unix socket.
#include "fcgi/server.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "core/base/stop.hpp"
#include "core/base/unix_socket.hpp"

namespace assay::fcgi {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

std::string record(int type, std::string_view content) {
  std::string out{1, static_cast<char>(type), 0, 1};
  out.push_back(static_cast<char>(content.size() >> 8U));
  out.push_back(static_cast<char>(content.size() & 0xFFU));
  out.append(2, '\0').append(content);
  return out;
}

void append_length(std::string& out, std::size_t length) {
  out.push_back(static_cast<char>(0x80U | (length >> 24U)));
  for (const unsigned shift : {16U, 8U, 0U}) {
    out.push_back(static_cast<char>((length >> shift) & 0xFFU));
  }
}

std::string request_bytes(const Parameters& parameters, const std::string& body) {
  std::string encoded;
  for (const auto& [name, value] : parameters) {
    append_length(encoded, name.size());
    append_length(encoded, value.size());
    encoded += name + value;
  }
  std::string out = record(1, std::string_view("\0\1\0\0\0\0\0\0", 8));
  for (std::size_t at = 0; at < encoded.size(); at += 8000) {
    out += record(4, std::string_view(encoded).substr(at, 8000));
  }
  out += record(4, "");
  for (std::size_t at = 0; at < body.size(); at += 32'000) {
    out += record(5, std::string_view(body).substr(at, 32'000));
  }
  return out + record(5, "");
}

Response last_resort(const std::optional<std::string>& request_id) {
  return Response::json(500, "sorry, " + request_id.value_or("whoever"));
}

// A server process that replies with `answer`; killed at the end unless it ended by itself.
class Server {
 public:
  explicit Server(const Answer& answer)
      : path_("/tmp/assay-fcgi-test-" + std::to_string(::getpid()) + ".sock"),
        listener_(listening_socket(path_)),
        pid_(::fork()) {
    if (pid_ != 0) return;
    stop::install();
    ::_exit(serve(listener_, answer, last_resort));
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      (void)wait_for_exit();
    }
    ::unlink(path_.c_str());
  }

  // The server's stdout stream: head and body as sent.
  [[nodiscard]] std::string ask(const Parameters& parameters, const std::string& body = "") const {
    return ask_bytes(request_bytes(parameters, body), [] {});
  }

  // The same; calls `between` after half of the bytes, when the server waits for the rest.
  template <class Between>
  [[nodiscard]] std::string ask_bytes(const std::string& bytes, Between between) const {
    const FileDescriptor socket = connect_to(path_, Deadline(std::chrono::seconds(10)));
    write_all(socket.get(), bytes.substr(0, bytes.size() / 2));
    between();
    write_all(socket.get(), bytes.substr(bytes.size() / 2));
    std::string raw;
    std::array<std::byte, 4096> buffer;
    while (const std::size_t count = read_some(socket.get(), buffer)) {
      raw.append(reinterpret_cast<const char*>(buffer.data()), count);
    }
    return stdout_of(raw);
  }

  void terminate() const { ::kill(pid_, SIGTERM); }

  // Exit status, or -1 after ten seconds.
  [[nodiscard]] int wait_for_exit() {
    for (int i = 0; i < 1000; ++i) {
      int status = 0;
      if (::waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return -1;
  }

 private:
  static std::string stdout_of(std::string_view raw) {
    std::string out;
    while (raw.size() >= 8) {
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(raw[i]); };
      const std::size_t length = byte(4) * 256U + byte(5);
      if (byte(1) == 6) out.append(raw.substr(8, length));
      raw.remove_prefix(std::min(raw.size(), 8 + length + byte(6)));
    }
    return out;
  }

  std::string path_;
  FileDescriptor listener_;
  pid_t pid_;
};

Response echo(Request& request) {
  if (!request.target()) return Response::json(400, request.target().error().message);
  if (request.target()->segments.front() == "throw") throw std::runtime_error("a bug");
  if (request.target()->segments.front() == "slow") {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  if (request.target()->segments.front() == "stream") {
    return Response::stream(200, "text/plain", [n = 0](std::string& piece) mutable {
      piece = std::string(1000, static_cast<char>('a' + n));
      return ++n < 3;
    });
  }
  if (request.target()->segments.front() == "unread") return Response::json(200, "unread");
  Json body = Json::object();
  body.set("method", request.method())
      .set("q", request.target()->query.get("q"))
      .set("ip", request.remote_address())
      .set("custom", request.header("X-Custom-Name"))
      .set("authorizations", request.header_values("Authorization").size())
      .set("type", request.content_type())
      .set("length", request.content_length())
      .set("bytes", request.whole_body(1U << 20U).size());
  return Response::json(200, body);
}

Parameters get(const std::string& uri, const std::string& method = "GET") {
  return {{"REQUEST_METHOD", method}, {"REQUEST_URI", uri}, {"REMOTE_ADDR", "192.0.2.7"}};
}

TEST(FcgiServer, PassesTheRequestAndTheResponse) {
  const Server server(echo);
  Parameters parameters = get("/x?q=a%20b", "POST");
  parameters.insert(parameters.end(), {{"HTTP_X_CUSTOM_NAME", "v"},
                                       {"HTTP_AUTHORIZATION", "1"},
                                       {"HTTP_AUTHORIZATION", "2"},
                                       {"CONTENT_TYPE", "text/plain"},
                                       {"CONTENT_LENGTH", "100000"}});
  EXPECT_EQ(server.ask(parameters, std::string(100'000, 'x')),
            "Status: 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n"
            "Content-Length: 128\r\n\r\n"
            "{\"method\":\"POST\",\"q\":\"a b\",\"ip\":\"192.0.2.7\",\"custom\":\"v\","
            "\"authorizations\":2,\"type\":\"text/plain\",\"length\":100000,\"bytes\":100000}\n");
}

TEST(FcgiServer, HeadHasTheLengthButNoBody) {
  const Server server(echo);
  const std::string answer = server.ask(get("/x", "HEAD"));
  EXPECT_NE(answer.find("Content-Length: "), std::string::npos);
  EXPECT_TRUE(answer.ends_with("\r\n\r\n"));
}

TEST(FcgiServer, StreamsAndGoesOn) {
  const Server server(echo);
  for (int i = 0; i < 3; ++i) {
    const std::string answer = server.ask(get("/stream"));
    EXPECT_TRUE(answer.ends_with("\r\n\r\n" + std::string(1000, 'a') + std::string(1000, 'b') +
                                 std::string(1000, 'c')));
  }
}

TEST(FcgiServer, AnswersWithoutReadingTheBody) {
  const Server server(echo);
  const std::string answer = server.ask(get("/unread", "POST"), std::string(3'000'000, 'x'));
  EXPECT_TRUE(answer.ends_with("\"unread\"\n"));
}

TEST(FcgiServer, TakesHeadersBeyondOneRecord) {
  const Server server(echo);
  Parameters parameters = get("/x");
  parameters.emplace_back("HTTP_X_CUSTOM_NAME", std::string(20'000, 'h'));
  EXPECT_NE(server.ask(parameters).find(std::string(20'000, 'h')), std::string::npos);
}

TEST(FcgiServer, StopsWhileIdle) {
  Server server(echo);
  (void)server.ask(get("/x"));
  server.terminate();
  EXPECT_EQ(server.wait_for_exit(), 0);
}

TEST(FcgiServer, FinishesTheRequestAtHandBeforeStopping) {
  Server server(echo);
  std::string answer;
  std::thread client([&] { answer = server.ask(get("/slow")); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  server.terminate();
  client.join();
  EXPECT_TRUE(answer.starts_with("Status: 200 OK"));
  EXPECT_EQ(server.wait_for_exit(), 0);
}

TEST(FcgiServer, FinishesARequestThatIsStillArriving) {
  Parameters parameters = get("/x", "POST");
  parameters.emplace_back("CONTENT_LENGTH", "100000");
  // Stopped within the parameters, and within the body.
  for (const std::size_t size : {std::size_t{0}, std::size_t{100'000}}) {
    Server server(echo);
    const auto stop = [&server] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      server.terminate();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    };
    const std::string bytes = request_bytes(parameters, std::string(size, 'x'));
    const std::string answer = server.ask_bytes(bytes, stop);
    EXPECT_TRUE(answer.starts_with("Status: 200 OK")) << size << answer;
    EXPECT_NE(answer.find("\"bytes\":" + std::to_string(size) + "}"), std::string::npos) << answer;
    EXPECT_EQ(server.wait_for_exit(), 0);
  }
}

TEST(FcgiServer, AnEscapedExceptionIsAnsweredAndEndsTheProcess) {
  Server server(echo);
  Parameters parameters = get("/throw");
  parameters.emplace_back("HTTP_X_REQUEST_ID", "the-callers");
  const std::string answer = server.ask(parameters);
  EXPECT_TRUE(answer.starts_with("Status: 500 Internal Server Error"));
  EXPECT_TRUE(answer.ends_with("\"sorry, the-callers\"\n")) << answer;
  EXPECT_EQ(answer.find("a bug"), std::string::npos);
  EXPECT_EQ(server.wait_for_exit(), 1);
}

}  // namespace
}  // namespace assay::fcgi
