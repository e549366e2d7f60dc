// SPDX-License-Identifier: Apache-2.0
// Implements the web server with plain sockets.
#include "tests/support/web_stub.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <stdexcept>

namespace assay::test {
namespace {

// The head of a request; "" if the client hung up or stayed silent.
std::string read_head(int fd) {
  std::string head;
  std::array<char, 4096> buffer{};
  while (head.find("\r\n\r\n") == std::string::npos) {
    pollfd ready{fd, POLLIN, 0};
    if (::poll(&ready, 1, 5000) != 1) return {};
    const ssize_t count = ::recv(fd, buffer.data(), buffer.size(), 0);
    if (count <= 0) return {};
    head.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return head;
}

}  // namespace

std::string WebExchange::path() const {
  const std::size_t start = head_.find(' ') + 1;
  return head_.substr(start, head_.find(' ', start) - start);
}

bool WebExchange::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool WebExchange::answer(int status, std::string_view body, std::string_view headers) const {
  return send("HTTP/1.1 " + std::to_string(status) + " Any\r\nConnection: close\r\n" +
              "Content-Length: " + std::to_string(body.size()) + "\r\n" + std::string(headers) +
              "\r\n" + std::string(body));
}

bool WebExchange::redirect(const std::string& to) const {
  return answer(302, "moved", "Location: " + to + "\r\n");
}

void WebExchange::linger(int milliseconds) const {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd ready{fd_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) != 1) return;
    if (::recv(fd_, buffer.data(), buffer.size(), 0) <= 0) return;
  }
}

WebStub::WebStub(Script script) : script_(std::move(script)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (listener_ < 0 || ::bind(listener_, plain, size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, plain, &size) != 0) {
    throw std::runtime_error("the stub cannot listen");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

WebStub::~WebStub() {
  stopping_ = true;
  thread_.join();
  ::close(listener_);
}

std::string WebStub::url(std::string_view path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
}

std::vector<std::string> WebStub::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void WebStub::serve() {
  while (!stopping_) {
    pollfd ready{listener_, POLLIN, 0};
    if (::poll(&ready, 1, 20) != 1) continue;
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    serve_one(fd);
    ::close(fd);
  }
}

void WebStub::serve_one(int fd) {
  std::string head = read_head(fd);
  if (head.empty()) return;
  const WebExchange exchange(fd, std::move(head));
  {
    const std::lock_guard lock(mutex_);
    asked_.push_back(exchange.path());
  }
  script_(exchange);
}

}  // namespace assay::test
