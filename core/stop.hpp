// SPDX-License-Identifier: Apache-2.0
// Being asked to stop: SIGTERM and SIGINT set a flag that loops look at.
#pragma once

namespace assay::stop {

// Installs the handlers without SA_RESTART, so that a blocking accept or poll returns with EINTR
// (libfcgi's accept loop never ends otherwise). SIGPIPE is ignored: writes report EPIPE instead.
void install();
[[nodiscard]] bool requested() noexcept;
// What SIGTERM does; async-signal-safe.
void request() noexcept;
// Readable as soon as a stop is requested: for poll(2) beside other descriptors.
[[nodiscard]] int wake_fd() noexcept;

}  // namespace assay::stop
