// SPDX-License-Identifier: Apache-2.0
// Telling systemd how the daemon is (Type=notify), by the documented datagram protocol.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace assay::jobs {

// "READY=1", "STOPPING=1", "WATCHDOG=1". Nothing happens outside of systemd; a notification that
// cannot be sent is logged.
void sd_notify(std::string_view state);

// How often the watchdog wants to hear from this process; nullopt when it does not.
[[nodiscard]] std::optional<std::chrono::microseconds> watchdog_interval();

}  // namespace assay::jobs
