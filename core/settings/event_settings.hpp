// SPDX-License-Identifier: Apache-2.0
// Settings of events (where they may be sent, and how long that may take) and of e-mail (the
// server, and the sender).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/http/receiver_rule.hpp"
#include "core/mail/message.hpp"
#include "core/mail/smtp.hpp"
#include "core/settings/setting_reader.hpp"

namespace assay {

struct EventSettings {
  std::string key_file;  // of the pipeline alone; opens the secrets of webhooks
  ReceiverRule receivers;
  std::chrono::seconds timeout{};  // of one delivery
};

[[nodiscard]] EventSettings read_event_settings(SettingReader& reader);

// When the weekly digest is sent: a day of the week and a time, in UTC.
struct DigestTime {
  std::chrono::weekday day;
  std::chrono::minutes at{};

  // The week (ISO 8601, such as 2026-W48) whose digest is due at that moment. A digest is due for
  // one day from its time on, so that turning on e-mail does not send one in the middle of a week.
  [[nodiscard]] std::optional<std::string> week_due(Timestamp moment) const;
};

struct MailSettings {
  std::string url;  // "": no e-mail is sent, and the other settings are ignored
  mail::Mailbox from;
  bool tls = true;
  std::string user;           // "": without signing in
  std::string password_file;  // of assay-pipeline alone
  std::string ca_file;
  std::chrono::seconds timeout{};    // of one message
  std::string site;                  // https://assay.example, without a slash at its end
  std::optional<DigestTime> digest;  // none: no digests are sent

  [[nodiscard]] bool enabled() const noexcept { return !url.empty(); }
  // With the password read from its file. Throws IoError.
  [[nodiscard]] mail::Server server() const;
};

// Reports to the reader an address that is not a mail server's, a sender that is no e-mail address,
// and a password that would be sent in the clear.
[[nodiscard]] MailSettings read_mail_settings(SettingReader& reader);

}  // namespace assay
