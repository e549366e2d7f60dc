// SPDX-License-Identifier: Apache-2.0
// Unix sockets that carry messages: a length in 4 bytes, big-endian, and that many bytes. Used by
// both sides of the pipeline's socket.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/io.hpp"
#include "core/base/time.hpp"

namespace assay {

// Listens at path with mode 0660. Replaces a socket file that nobody serves; throws IoError
// (EADDRINUSE) if somebody serves it.
[[nodiscard]] FileDescriptor listen_at(const std::string& path);

// Whether the other side has closed its end.
[[nodiscard]] bool hung_up(int socket) noexcept;

// The next message; nullopt if the other side left, was too slow, or sent a length above `most`.
[[nodiscard]] std::optional<std::string> receive_message(int socket, std::size_t most,
                                                         const Deadline& deadline);
// Returns false when the other side left or was too slow.
[[nodiscard]] bool send_message(int socket, std::string_view message, const Deadline& deadline);

}  // namespace assay
