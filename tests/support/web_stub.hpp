// SPDX-License-Identifier: Apache-2.0
// A web server on loopback for tests of what goes out: each connection is answered by a script.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace assay::test {

// One connection, its request's head read already.
class WebExchange {
 public:
  WebExchange(int fd, std::string head) : fd_(fd), head_(std::move(head)) {}
  // The request line and headers as sent.
  [[nodiscard]] const std::string& head() const noexcept { return head_; }
  [[nodiscard]] std::string path() const;
  // false once the client is gone.
  bool send(std::string_view bytes) const;
  // A whole answer; headers: lines with their CR LF.
  bool answer(int status, std::string_view body, std::string_view headers = {}) const;
  bool redirect(const std::string& to) const;
  // Until the client hangs up or so many milliseconds have passed; what it sends is dropped.
  void linger(int milliseconds) const;

 private:
  int fd_;
  std::string head_;
};

// Serves one connection after another, each for one request, on a thread of its own.
class WebStub {
 public:
  using Script = std::function<void(const WebExchange&)>;
  explicit WebStub(Script script);
  ~WebStub();
  WebStub(const WebStub&) = delete;
  WebStub& operator=(const WebStub&) = delete;

  [[nodiscard]] int port() const noexcept { return port_; }
  // "http://127.0.0.1:PORT" and the path.
  [[nodiscard]] std::string url(std::string_view path = "/") const;
  // Paths asked for so far, in order.
  [[nodiscard]] std::vector<std::string> asked() const;

 private:
  void serve();
  void serve_one(int fd);

  Script script_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> asked_;
  std::thread thread_;
};

}  // namespace assay::test
