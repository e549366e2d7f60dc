// SPDX-License-Identifier: Apache-2.0
// Unix sockets that carry messages: a length in 4 bytes, big-endian, and that many bytes. Both
// sides of the pipeline's socket speak through these.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/io.hpp"
#include "core/time.hpp"

namespace assay {

// Listens at path with mode 0660. A socket file that nobody serves is replaced; one that somebody
// serves gives IoError (EADDRINUSE).
[[nodiscard]] FileDescriptor listen_at(const std::string& path);

// Whether the other side has closed its end.
[[nodiscard]] bool hung_up(int socket) noexcept;

// The next message; nullopt when the other side left, was too slow, or sent a length over most.
[[nodiscard]] std::optional<std::string> receive_message(int socket, std::size_t most,
                                                         const Deadline& deadline);
// false when the other side left or was too slow.
[[nodiscard]] bool send_message(int socket, std::string_view message, const Deadline& deadline);

}  // namespace assay
