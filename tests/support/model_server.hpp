// SPDX-License-Identifier: Apache-2.0
// A model's server on loopback for tests: each request is answered by a script, each on a thread of
// its own, well or badly.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/json.hpp"

namespace assay::test {

// One request, read whole.
class ModelExchange {
 public:
  // ended: called at the latest when the exchange is over, and before an answer is sent: whoever
  // has it may begin the next.
  ModelExchange(int fd, std::string head, std::string body, std::size_t number,
                std::function<void()> ended)
      : fd_(fd),
        head_(std::move(head)),
        body_(std::move(body)),
        number_(number),
        ended_(std::move(ended)) {}

  [[nodiscard]] const std::string& head() const noexcept { return head_; }
  [[nodiscard]] Json body() const;
  // Text of the last message, and of the first one by the user.
  [[nodiscard]] std::string last_message() const;
  [[nodiscard]] std::string question() const;
  // 1 for the first request that the server got.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

  bool send(std::string_view bytes) const;  // false once the client is gone
  void answer(int status, std::string_view body, std::string_view headers = {}) const;
  // A chat completion of this text.
  void say(std::string_view content, std::string_view finish_reason = "stop") const;
  void reset() const;                   // the connection, in the middle
  void linger(int milliseconds) const;  // saying nothing, until the client hangs up

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
  // The most requests that were under way at the same time.
  [[nodiscard]] int max_at_once() const noexcept { return max_at_once_; }

 private:
  void serve();
  void serve_one(int fd);

  Script script_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<std::size_t> requests_{0};
  std::atomic<int> under_way_{0};
  std::atomic<int> max_at_once_{0};
  std::thread thread_;
  std::vector<std::thread> exchanges_;  // of thread_
};

// A port on which nobody listens.
[[nodiscard]] int closed_port();

}  // namespace assay::test
