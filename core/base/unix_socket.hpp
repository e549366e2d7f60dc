// SPDX-License-Identifier: Apache-2.0
// Unix sockets: listening, connecting, datagrams, and messages: a length in 4 bytes, big-endian,
// and that many bytes. The API and the pipeline talk to each other with such messages.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/io.hpp"
#include "core/base/time.hpp"

namespace assay {

// Listens at path with mode 0660. Replaces a socket file that nobody serves; throws IoError
// (EADDRINUSE) if somebody serves it. backlog: connections that may wait to be accepted.
[[nodiscard]] FileDescriptor listen_at(const std::string& path, int backlog = 64);

// Connects to whoever serves the path. Throws IoError if nobody does or the deadline passes.
[[nodiscard]] FileDescriptor connect_to(const std::string& path, const Deadline& deadline);

// Sends one datagram, without waiting for a receiver that does not read. A path that begins with
// '@' is an abstract one. Throws IoError.
void send_datagram(const std::string& path, std::string_view text);

// Datagrams that others send to this path arrive at the socket. Otherwise as listen_at.
[[nodiscard]] FileDescriptor receive_datagrams_at(const std::string& path);
// The next datagram, at most kMaxPacketBytes of it; nullopt if none waits. Throws IoError.
[[nodiscard]] std::optional<std::string> next_datagram(int socket);

// Whether the other side has closed its end.
[[nodiscard]] bool hung_up(int socket) noexcept;

// The next message; nullopt if the other side left, was too slow, or sent a length above `most`.
[[nodiscard]] std::optional<std::string> receive_message(int socket, std::size_t most,
                                                         const Deadline& deadline);
// Returns false when the other side left or was too slow.
[[nodiscard]] bool send_message(int socket, std::string_view message, const Deadline& deadline);

// Packets: up to 64 KiB of text, and open descriptors (unix(7), SCM_RIGHTS).

// Two connected sockets (SOCK_SEQPACKET) that nobody else can reach. Throws IoError.
[[nodiscard]] std::array<FileDescriptor, 2> packet_sockets();

struct Packet {
  std::string text;
  std::vector<FileDescriptor> descriptors;
};
inline constexpr std::size_t kMaxPacketBytes = std::size_t{64} * 1024;
inline constexpr std::size_t kMaxPacketDescriptors = 2;

// Never waits. Returns false if the other side left or does not read. text must not be empty.
// Throws IoError.
[[nodiscard]] bool send_packet(int socket, std::string_view text,
                               std::span<const int> descriptors = {});
// Waits for a packet; nullopt if the other side left. Throws IoError, also for one that is too
// long.
[[nodiscard]] std::optional<Packet> receive_packet(int socket);

}  // namespace assay
