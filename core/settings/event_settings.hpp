// SPDX-License-Identifier: Apache-2.0
// Settings of the events that tenants are told about: where they may be sent, and how long that may
// take.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/http/receiver_rule.hpp"
#include "core/settings/setting_reader.hpp"

namespace assay {

struct EventSettings {
  std::string key_file;  // of the pipeline alone; opens the secrets of webhooks
  ReceiverRule receivers;
  std::chrono::seconds timeout{};  // of one delivery
};

[[nodiscard]] EventSettings read_event_settings(SettingReader& reader);

}  // namespace assay
