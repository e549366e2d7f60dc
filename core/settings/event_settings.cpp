// SPDX-License-Identifier: Apache-2.0
// Reads the settings of events.
#include "core/settings/event_settings.hpp"

namespace assay {

EventSettings read_event_settings(SettingReader& reader) {
  constexpr std::int64_t kMaxTimeout = 60;
  EventSettings settings;
  settings.key_file = reader.text("ASSAY_EVENTS_KEY_FILE");
  settings.receivers = ReceiverRule(reader.networks("ASSAY_EVENTS_ALLOWED_NETWORKS"),
                                    reader.flag("ASSAY_EVENTS_HTTP_LOOPBACK"));
  settings.timeout = reader.seconds("ASSAY_EVENTS_TIMEOUT_S", kMaxTimeout);
  return settings;
}

}  // namespace assay
