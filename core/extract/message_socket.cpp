// SPDX-License-Identifier: Apache-2.0
// Binds sockets, and sends and receives whole messages against a deadline.
#include "core/extract/message_socket.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace assay {
namespace {

constexpr std::size_t kLengthBytes = 4;

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  if (path.size() >= sizeof address.sun_path) throw IoError("socket " + path, ENAMETOOLONG);
  address.sun_family = AF_UNIX;
  std::copy(path.begin(), path.end(), address.sun_path);
  return address;
}

FileDescriptor new_socket() {
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.open()) throw IoError("socket", errno);
  return socket;
}

bool served(const sockaddr_un& address) {
  const FileDescriptor probe = new_socket();
  return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

// Whether the socket becomes ready for these events before the deadline.
bool ready(int socket, short events, const Deadline& deadline) {
  for (;;) {
    pollfd descriptor{socket, events, 0};
    const int count = ::poll(&descriptor, 1, static_cast<int>(deadline.left().count()));
    if (count > 0) return true;
    if (count == 0) return false;
    if (errno != EINTR) throw IoError("poll", errno);
  }
}

bool receive_all(int socket, char* data, std::size_t size, const Deadline& deadline) {
  for (std::size_t at = 0; at < size;) {
    if (!ready(socket, POLLIN, deadline)) return false;
    const ssize_t count = ::recv(socket, data + at, size - at, MSG_DONTWAIT);
    if (count == 0) return false;
    if (count > 0) {
      at += static_cast<std::size_t>(count);
    } else if (errno != EAGAIN && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

FileDescriptor listen_at(const std::string& path) {
  constexpr int kBacklog = 64;
  const sockaddr_un address = address_of(path);
  FileDescriptor socket = new_socket();
  if (served(address)) throw IoError("bind " + path, EADDRINUSE);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw IoError("unlink " + path, errno);
  const mode_t former = ::umask(0117);
  const int bound =
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = errno;
  ::umask(former);
  if (bound != 0) throw IoError("bind " + path, error);
  if (::listen(socket.get(), kBacklog) != 0) throw IoError("listen " + path, errno);
  return socket;
}

bool hung_up(int socket) noexcept {
  pollfd descriptor{socket, POLLIN | POLLRDHUP, 0};
  return ::poll(&descriptor, 1, 0) > 0 &&
         (descriptor.revents & (POLLHUP | POLLRDHUP | POLLERR | POLLNVAL)) != 0;
}

std::optional<std::string> receive_message(int socket, std::size_t most, const Deadline& deadline) {
  std::array<char, kLengthBytes> head{};
  if (!receive_all(socket, head.data(), head.size(), deadline)) return std::nullopt;
  std::size_t length = 0;
  for (const char byte : head) length = length << 8U | static_cast<unsigned char>(byte);
  if (length > most) return std::nullopt;
  std::string message(length, '\0');
  if (!receive_all(socket, message.data(), message.size(), deadline)) return std::nullopt;
  return message;
}

bool send_message(int socket, std::string_view message, const Deadline& deadline) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(message.size() >> static_cast<unsigned>(shift) & 0xFFU));
  }
  bytes.append(message);
  for (std::size_t at = 0; at < bytes.size();) {
    if (!ready(socket, POLLOUT, deadline)) return false;
    const ssize_t count =
        ::send(socket, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      at += static_cast<std::size_t>(count);
    } else if (errno != EAGAIN && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace assay
