// SPDX-License-Identifier: Apache-2.0
// The accept loop: one request at a time, until asked to stop.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/io.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::fcgi {

using Answer = std::function<Response(Request&)>;
// Builds the response to send when answering failed; gets the request's X-Request-Id, if any.
using LastResort = std::function<Response(const std::optional<std::string>&)>;

// Descriptor 0 if the process was started with a listening socket there (systemd, spawn-fcgi),
// otherwise a new listening unix socket at that path, mode 0660 (a stale one is replaced). Throws
// IoError.
[[nodiscard]] FileDescriptor listening_socket(const std::string& path);

// Serves until stop::requested() (stop::install() must have been called), finishing the current
// request; returns the process's exit status: 0. If a response requests it, or an exception escapes
// answer or a body producer, ends the process after that request with status 1: a bug may have left
// damage, and the supervisor starts a fresh process. Any number of processes may serve one socket.
[[nodiscard]] int serve(const FileDescriptor& listener, const Answer& answer,
                        const LastResort& last_resort);

}  // namespace assay::fcgi
