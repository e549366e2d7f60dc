// SPDX-License-Identifier: Apache-2.0
// An HTTP server that answers as the test says and keeps what it receives.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/io.hpp"

namespace assay::test {

class FakeCollector {
 public:
  struct Received {
    std::string head;
    std::string body;
    std::chrono::steady_clock::time_point at;
  };
  // The whole response to the n-th request (from 0), as sent over the wire; "" closes the
  // connection without one.
  using Script = std::function<std::string(std::size_t n)>;

  explicit FakeCollector(Script script);
  FakeCollector(const FakeCollector&) = delete;
  FakeCollector& operator=(const FakeCollector&) = delete;
  ~FakeCollector();

  [[nodiscard]] std::string url() const;
  // Waits up to five seconds for that many requests; returns those received. Fails the test
  // otherwise.
  std::vector<Received> wait_for(std::size_t count);
  [[nodiscard]] std::vector<Received> received() const;

  // A response with a status, further header lines (each "Name: value" and CR LF) and a body.
  [[nodiscard]] static std::string answer(const std::string& status,
                                          const std::string& headers = "",
                                          const std::string& body = "{}");

 private:
  void run(const std::stop_token& stop);
  void serve(int connection);

  const Script script_;
  FileDescriptor listener_;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable came_;
  std::vector<Received> received_;
  std::jthread thread_;
};

}  // namespace assay::test
