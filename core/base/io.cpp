// SPDX-License-Identifier: Apache-2.0
// System calls that are retried or throw, and messages over unix sockets.
#include "core/base/io.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace assay {

IoError::IoError(const std::string& what, int error_number)
    : std::runtime_error(what + ": " + std::strerror(error_number)), error_number_(error_number) {}

bool IoError::no_space() const noexcept {
  return error_number_ == ENOSPC || error_number_ == EDQUOT;
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

void FileDescriptor::reset() noexcept {
  // On Linux close frees the descriptor even when it reports an error; durability is fsync's job.
  if (fd_ >= 0) static_cast<void>(::close(fd_));
  fd_ = -1;
}

FileDescriptor open_for_reading(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw IoError("open " + path, errno);
  return FileDescriptor(fd);
}

std::size_t read_some(int fd, std::span<std::byte> buffer) {
  for (;;) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw IoError("read", errno);
  }
}

void write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      throw IoError("write", errno);
    }
  }
}

void write_all(int fd, std::string_view text) {
  write_all(fd, std::as_bytes(std::span(text.data(), text.size())));
}

void sync_to_disk(int fd) {
  if (::fsync(fd) != 0) throw IoError("fsync", errno);
}

std::string read_file(const std::string& path) {
  const FileDescriptor file = open_for_reading(path);
  std::string content;
  std::array<std::byte, 65536> buffer{};
  for (;;) {
    const std::size_t count = read_some(file.get(), buffer);
    if (count == 0) return content;
    content.append(reinterpret_cast<const char*>(buffer.data()), count);
  }
}

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
