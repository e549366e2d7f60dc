// SPDX-License-Identifier: Apache-2.0
// Serves one connection at a time, with one request each.
#include "tests/trace/fake_collector.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <stdexcept>

namespace assay::test {

FakeCollector::FakeCollector(Script script)
    : script_(std::move(script)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const general = reinterpret_cast<sockaddr*>(&address);
  if (!listener_.open() || ::bind(listener_.get(), general, size) != 0 ||
      ::listen(listener_.get(), 16) != 0 || ::getsockname(listener_.get(), general, &size) != 0) {
    throw std::runtime_error("no listening socket");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

FakeCollector::~FakeCollector() = default;

std::string FakeCollector::url() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/v1/traces";
}

std::vector<FakeCollector::Received> FakeCollector::wait_for(std::size_t count) {
  std::unique_lock lock(mutex_);
  EXPECT_TRUE(
      came_.wait_for(lock, std::chrono::seconds(5), [&] { return received_.size() >= count; }))
      << received_.size() << " of " << count << " requests came";
  return received_;
}

std::vector<FakeCollector::Received> FakeCollector::received() const {
  const std::lock_guard lock(mutex_);
  return received_;
}

std::string FakeCollector::answer(const std::string& status, const std::string& headers,
                                  const std::string& body) {
  return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nConnection: close\r\n" +
         headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

void FakeCollector::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    pollfd waiting{listener_.get(), POLLIN, 0};
    constexpr int kLookMs = 20;
    if (::poll(&waiting, 1, kLookMs) <= 0) continue;
    const FileDescriptor connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (connection.open()) serve(connection.get());
  }
}

void FakeCollector::serve(int connection) {
  std::string bytes;
  std::size_t head = std::string::npos;
  std::size_t wanted = 0;
  std::array<std::byte, 65536> buffer{};
  while (head == std::string::npos || bytes.size() < head + 4 + wanted) {
    const std::size_t count = read_some(connection, buffer);
    if (count == 0) return;
    bytes.append(reinterpret_cast<const char*>(buffer.data()), count);
    head = bytes.find("\r\n\r\n");
    if (head == std::string::npos) continue;
    const std::size_t length = bytes.find("Content-Length: ");
    wanted = length < head ? std::stoul(bytes.substr(length + 16)) : 0;
  }
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = received_.size();
    received_.push_back(
        {bytes.substr(0, head), bytes.substr(head + 4), std::chrono::steady_clock::now()});
  }
  came_.notify_all();
  const std::string answer = script_(number);
  if (!answer.empty()) write_all(connection, answer);
}

}  // namespace assay::test
