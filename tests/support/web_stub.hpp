// SPDX-License-Identifier: Apache-2.0
// A web server on loopback for tests of outgoing requests: a script answers each connection.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/loopback.hpp"

namespace assay::test {

// One connection whose request head has been read.
class WebExchange {
 public:
  WebExchange(int fd, std::string head) : fd_(fd), head_(std::move(head)) {}
  // The request line and headers as sent.
  [[nodiscard]] const std::string& head() const noexcept { return head_; }
  [[nodiscard]] std::string path() const;
  // Returns false once the client is gone.
  bool send(std::string_view bytes) const;
  // Sends a whole response. headers: lines including their CR LF.
  bool answer(int status, std::string_view body, std::string_view headers = {}) const;
  bool redirect(const std::string& to) const;
  // Waits until the client hangs up or that many milliseconds have passed; discards what it sends.
  void linger(int milliseconds) const;

 private:
  int fd_;
  std::string head_;
};

// Serves one connection after another, each for one request, on its own thread.
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
  int port_ = 0;
  FileDescriptor listener_;
  std::atomic<bool> stopping_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> asked_;
  std::thread thread_;
};

}  // namespace assay::test
