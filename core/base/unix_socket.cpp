// SPDX-License-Identifier: Apache-2.0
// Addresses of Unix sockets, and messages over them.
#include "core/base/unix_socket.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>

namespace assay {
namespace {

constexpr std::size_t kLengthBytes = 4;

class Address {
 public:
  explicit Address(const std::string& path) {
    if (path.size() >= sizeof address_.sun_path) throw IoError("socket " + path, ENAMETOOLONG);
    address_.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), address_.sun_path);
    if (!path.starts_with('@')) return;
    address_.sun_path[0] = '\0';
    length_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  }
  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address_); }
  [[nodiscard]] socklen_t length() const { return length_; }

 private:
  sockaddr_un address_{};
  socklen_t length_ = sizeof address_;
};

FileDescriptor new_socket(int type) {
  FileDescriptor socket(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  if (!socket.open()) throw IoError("socket", errno);
  return socket;
}

// Somebody whose backlog is full serves it too.
bool served(const Address& address, int type) {
  const FileDescriptor probe = new_socket(type | SOCK_NONBLOCK);
  return ::connect(probe.get(), address.get(), address.length()) == 0 || errno == EAGAIN;
}

// A socket bound to the path, whose file has mode 0660.
FileDescriptor bind_at(const std::string& path, int type) {
  const Address address(path);
  FileDescriptor socket = new_socket(type | SOCK_NONBLOCK);
  if (served(address, type)) throw IoError("bind " + path, EADDRINUSE);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw IoError("unlink " + path, errno);
  const mode_t former = ::umask(0117);
  const int bound = ::bind(socket.get(), address.get(), address.length());
  const int error = errno;
  ::umask(former);
  if (bound != 0) throw IoError("bind " + path, error);
  return socket;
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

FileDescriptor listen_at(const std::string& path, int backlog) {
  FileDescriptor socket = bind_at(path, SOCK_STREAM);
  if (::listen(socket.get(), backlog) != 0) throw IoError("listen " + path, errno);
  return socket;
}

FileDescriptor receive_datagrams_at(const std::string& path) {
  return bind_at(path, SOCK_DGRAM);
}

FileDescriptor connect_to(const std::string& path, const Deadline& deadline) {
  const Address address(path);
  FileDescriptor socket = new_socket(SOCK_STREAM);
  // Limits connecting: a server that hangs has a full backlog sooner or later.
  const auto left = std::max(deadline.left(), std::chrono::milliseconds(1)).count();
  const timeval limit{left / 1000, left % 1000 * 1000};
  if (::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0) {
    throw IoError("setsockopt", errno);
  }
  if (::connect(socket.get(), address.get(), address.length()) != 0) {
    throw IoError("connect " + path, errno);
  }
  return socket;
}

void send_datagram(const std::string& path, std::string_view text) {
  const Address address(path);
  const FileDescriptor socket = new_socket(SOCK_DGRAM);
  if (::sendto(socket.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT, address.get(),
               address.length()) < 0) {
    throw IoError("sendto " + path, errno);
  }
}

std::optional<std::string> next_datagram(int socket) {
  std::string text(kMaxPacketBytes, '\0');
  const ssize_t size = ::recv(socket, text.data(), text.size(), MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  if (size < 0) throw IoError("recv", errno);
  text.resize(static_cast<std::size_t>(size));
  return text;
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

std::array<FileDescriptor, 2> packet_sockets() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw IoError("socketpair", errno);
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

namespace {

// The header of a packet, with room for descriptors that accompany its text.
struct PacketHeader {
  PacketHeader(char* text, std::size_t size) : part{text, size} {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
  }
  PacketHeader(const PacketHeader&) = delete;
  PacketHeader& operator=(const PacketHeader&) = delete;

  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxPacketDescriptors)> control{};
  iovec part;
  msghdr header{};
};

// Waits for a packet, and leaves it where it is; 0 if the other side left.
std::size_t next_packet_size(int socket) {
  for (;;) {
    const ssize_t size = ::recv(socket, nullptr, 0, MSG_PEEK | MSG_TRUNC);
    if (size >= 0) return static_cast<std::size_t>(size);
    if (errno == ECONNRESET) return 0;
    if (errno != EINTR) throw IoError("recv", errno);
  }
}

}  // namespace

bool send_packet(int socket, std::string_view text, std::span<const int> descriptors) {
  std::string copy(text);  // the header wants bytes that it could write to
  PacketHeader packet(copy.data(), copy.size());
  if (descriptors.empty()) {
    packet.header.msg_control = nullptr;
    packet.header.msg_controllen = 0;
  } else {
    packet.header.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* const rights = CMSG_FIRSTHDR(&packet.header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  }
  for (;;) {
    if (::sendmsg(socket, &packet.header, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) return true;
    if (errno == EPIPE || errno == ECONNRESET || errno == EAGAIN) return false;
    if (errno != EINTR) throw IoError("sendmsg", errno);
  }
}

std::optional<Packet> receive_packet(int socket) {
  // Most packets are small, and a forked process pays for each page that it writes to.
  const std::size_t size = next_packet_size(socket);
  if (size == 0) return std::nullopt;
  if (size > kMaxPacketBytes) throw IoError("recvmsg", EMSGSIZE);
  Packet packet;
  packet.text.resize(size);
  PacketHeader got(packet.text.data(), packet.text.size());
  ssize_t count = 0;
  while ((count = ::recvmsg(socket, &got.header, MSG_CMSG_CLOEXEC)) < 0) {
    if (errno == ECONNRESET) return std::nullopt;
    if (errno != EINTR) throw IoError("recvmsg", errno);
  }
  for (cmsghdr* one = CMSG_FIRSTHDR(&got.header); one != nullptr;
       one = CMSG_NXTHDR(&got.header, one)) {
    if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
    for (std::size_t at = 0; at + CMSG_LEN(0) < one->cmsg_len; at += sizeof(int)) {
      int descriptor = -1;
      std::memcpy(&descriptor, CMSG_DATA(one) + at, sizeof descriptor);
      packet.descriptors.emplace_back(descriptor);
    }
  }
  if ((got.header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) throw IoError("recvmsg", EMSGSIZE);
  if (count == 0) return std::nullopt;
  packet.text.resize(static_cast<std::size_t>(count));
  return packet;
}

}  // namespace assay
