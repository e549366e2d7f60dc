// SPDX-License-Identifier: Apache-2.0
// Implements the web server with plain sockets.
#include "tests/support/web_stub.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <utility>

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
  return send_bytes(fd_, bytes);
}

bool WebExchange::answer(int status, std::string_view body, std::string_view headers) const {
  return send(response_text(status, body, headers));
}

bool WebExchange::redirect(const std::string& to) const {
  return answer(302, "moved", "Location: " + to + "\r\n");
}

void WebExchange::linger(int milliseconds) const {
  wait_for_client(fd_, milliseconds);
}

WebStub::WebStub(Script script) : script_(std::move(script)), listener_(listen_on_loopback(port_)) {
  thread_ = std::thread([this] { serve(); });
}

WebStub::~WebStub() {
  stopping_ = true;
  thread_.join();
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
    const FileDescriptor connection = next_connection(listener_);
    if (connection.open()) serve_one(connection.get());
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
