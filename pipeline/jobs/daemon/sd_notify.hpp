// SPDX-License-Identifier: Apache-2.0
// Reports the daemon's state to systemd (Type=notify), by the documented datagram protocol.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace assay::jobs {

// "READY=1", "STOPPING=1", "WATCHDOG=1". Does nothing outside of systemd; a notification that
// cannot be sent is logged.
void sd_notify(std::string_view state);

// How often the watchdog expects a message from this process; nullopt if there is no watchdog.
[[nodiscard]] std::optional<std::chrono::microseconds> watchdog_interval();

}  // namespace assay::jobs
