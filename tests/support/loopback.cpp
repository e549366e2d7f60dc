// SPDX-License-Identifier: Apache-2.0
// Plain sockets on 127.0.0.1.
#include "tests/support/loopback.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "core/base/time.hpp"

namespace assay::test {

FileDescriptor listen_on_loopback(int& port) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (!socket.open() || ::bind(socket.get(), plain, size) != 0 ||
      ::listen(socket.get(), 128) != 0 || ::getsockname(socket.get(), plain, &size) != 0) {
    throw IoError("listen on 127.0.0.1", errno);
  }
  port = ntohs(address.sin_port);
  return socket;
}

FileDescriptor next_connection(const FileDescriptor& listener) {
  pollfd ready{listener.get(), POLLIN, 0};
  if (::poll(&ready, 1, 20) != 1) return {};
  return FileDescriptor(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
}

int closed_port() {
  int port = 0;
  static_cast<void>(listen_on_loopback(port));
  return port;
}

bool send_bytes(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string response_text(int status, std::string_view body, std::string_view headers) {
  return "HTTP/1.1 " + std::to_string(status) +
         " Any\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         std::string(headers) + "\r\n" + std::string(body);
}

void wait_for_client(int fd, int milliseconds) {
  const Deadline deadline{std::chrono::milliseconds(milliseconds)};
  std::array<char, 4096> buffer{};
  while (!deadline.passed()) {
    pollfd ready{fd, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(deadline.left().count())) != 1) return;
    if (::recv(fd, buffer.data(), buffer.size(), 0) <= 0) return;
  }
}

}  // namespace assay::test
