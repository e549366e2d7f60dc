// SPDX-License-Identifier: Apache-2.0
// Unix sockets: listening, connecting, datagrams, and messages: a length in 4 bytes, big-endian,
// and that many bytes. The API and the pipeline talk to each other with such messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

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

// Whether the other side has closed its end.
[[nodiscard]] bool hung_up(int socket) noexcept;

// The next message; nullopt if the other side left, was too slow, or sent a length above `most`.
[[nodiscard]] std::optional<std::string> receive_message(int socket, std::size_t most,
                                                         const Deadline& deadline);
// Returns false when the other side left or was too slow.
[[nodiscard]] bool send_message(int socket, std::string_view message, const Deadline& deadline);

}  // namespace assay
