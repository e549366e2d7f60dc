// SPDX-License-Identifier: Apache-2.0
// A model's server on loopback for tests: a script answers each request on its own thread, well or
// badly.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/json/json.hpp"
#include "tests/support/loopback.hpp"

namespace assay::test {

// One request, read completely.
class ModelExchange {
 public:
  // ended: called at the end of the exchange at the latest, and before an answer is sent, since the
  // recipient may begin the next one.
  ModelExchange(int fd, std::string head, std::string body, std::size_t number,
                std::function<void()> ended)
      : fd_(fd),
        head_(std::move(head)),
        body_(std::move(body)),
        number_(number),
        ended_(std::move(ended)) {}

  [[nodiscard]] const std::string& head() const noexcept { return head_; }
  [[nodiscard]] Json body() const;
  // Text of the last message, and of the user's first message.
  [[nodiscard]] std::string last_message() const;
  [[nodiscard]] std::string question() const;
  // 1 for the server's first request.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

  bool send(std::string_view bytes) const;  // false once the client is gone
  void answer(int status, std::string_view body, std::string_view headers = {}) const;
  // A chat completion with this text.
  void say(std::string_view content, std::string_view finish_reason = "stop") const;
  void reset() const;                   // aborts the connection
  void linger(int milliseconds) const;  // silent until the client hangs up

 private:
  int fd_;
  std::string head_;
  std::string body_;
  std::size_t number_;
  std::function<void()> ended_;
};

class ModelServer {
 public:
  using Script = std::function<void(const ModelExchange&)>;
  explicit ModelServer(Script script);
  ~ModelServer();
  ModelServer(const ModelServer&) = delete;
  ModelServer& operator=(const ModelServer&) = delete;

  [[nodiscard]] std::string base_url() const;
  [[nodiscard]] std::size_t requests() const noexcept { return requests_; }
  // The maximum number of concurrent requests.
  [[nodiscard]] int max_at_once() const noexcept { return max_at_once_; }

 private:
  void serve();
  void serve_one(int fd);

  Script script_;
  int port_ = 0;
  FileDescriptor listener_;
  std::atomic<bool> stopping_{false};
  std::atomic<std::size_t> requests_{0};
  std::atomic<int> under_way_{0};
  std::atomic<int> max_at_once_{0};
  std::thread thread_;
  std::vector<std::thread> exchanges_;  // started by thread_
};

}  // namespace assay::test
