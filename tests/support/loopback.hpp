// SPDX-License-Identifier: Apache-2.0
// What servers of tests on loopback have in common: a socket, and one side of an HTTP exchange.
#pragma once

#include <string>
#include <string_view>

#include "core/base/io.hpp"

namespace assay::test {

// Listens on a free port of 127.0.0.1, which it stores in port. Throws IoError.
[[nodiscard]] FileDescriptor listen_on_loopback(int& port);
// The next connection; none after 20 ms, so that a server can look whether it is to stop.
[[nodiscard]] FileDescriptor next_connection(const FileDescriptor& listener);
// A port on which nothing listens.
[[nodiscard]] int closed_port();

// Returns false once the client is gone.
bool send_bytes(int fd, std::string_view bytes);
// A whole response, after which the connection is closed. headers: lines including their CR LF.
[[nodiscard]] std::string response_text(int status, std::string_view body,
                                        std::string_view headers);
// Waits until the client hangs up or that many milliseconds have passed; discards what it sends.
void wait_for_client(int fd, int milliseconds);

}  // namespace assay::test
