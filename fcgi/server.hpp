// SPDX-License-Identifier: Apache-2.0
// The accept loop: one request at a time, until asked to stop.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/io.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::fcgi {

using Answer = std::function<Response(Request&)>;
// What is sent where answering failed; gets the X-Request-Id of the request, if it has one.
using LastResort = std::function<Response(const std::optional<std::string>&)>;

// Descriptor 0 when the process was started with a listening socket there (systemd, spawn-fcgi),
// else a new listening unix socket at that path, mode 0660 (a stale one is replaced). Throws
// IoError.
[[nodiscard]] FileDescriptor listening_socket(const std::string& path);

// Serves until stop::requested() (stop::install() must have been called), finishing the request at
// hand; returns the exit status of the process: 0. A response that says so, or an exception that
// escapes answer or a body producer, ends the process after that request with status 1: what a bug
// left behind is unknown, and the supervisor starts a fresh process. Any number of processes may
// serve one socket.
[[nodiscard]] int serve(const FileDescriptor& listener, const Answer& answer,
                        const LastResort& last_resort);

}  // namespace assay::fcgi
