// SPDX-License-Identifier: Apache-2.0
// Handles requests to stop: SIGTERM and SIGINT set a flag that loops check.
#pragma once

namespace assay::stop {

// Installs the handlers without SA_RESTART, so that a blocking accept or poll returns with EINTR
// (otherwise libfcgi's accept loop never ends). Ignores SIGPIPE: writes report EPIPE instead.
void install();
[[nodiscard]] bool requested() noexcept;
// Does what SIGTERM does; async-signal-safe.
void request() noexcept;
// Becomes readable when a stop is requested: for poll(2) together with other descriptors.
[[nodiscard]] int wake_fd() noexcept;

}  // namespace assay::stop
