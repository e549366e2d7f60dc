// SPDX-License-Identifier: Apache-2.0
// Reads the settings of events. Reads and checks the settings of e-mail.
#include "core/settings/event_settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "core/base/ascii.hpp"
#include "core/base/io.hpp"
#include "core/settings/service_settings.hpp"

namespace assay {
namespace {

// scheme://host[:port]
bool is_server(std::string_view url) {
  constexpr std::string_view kOthers = ".-:[]";
  if (!url.starts_with("smtp://") && !url.starts_with("smtps://")) return false;
  const std::string_view host = url.substr(url.find("://") + 3);
  return !host.empty() && std::all_of(host.begin(), host.end(), [kOthers](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

void read_sender(SettingReader& reader, MailSettings& settings) {
  constexpr std::string_view kFrom = "ASSAY_SMTP_FROM";
  const auto from = mail::parse_mailbox(reader.text(kFrom));
  if (from) {
    settings.from = *from;
  } else {
    reader.complain(kFrom, "must be an e-mail address, or NAME <ADDRESS>");
  }
}

void read_site(SettingReader& reader, MailSettings& settings) {
  constexpr std::string_view kSite = "ASSAY_PUBLIC_URL";
  settings.site = reader.text(kSite);
  while (settings.site.ends_with('/')) settings.site.pop_back();
  if (!is_private_url(settings.site) || settings.site.find_first_of("?#<>") != std::string::npos) {
    reader.complain(kSite,
                    "must be the https address of the site (http on the loopback interface only), "
                    "since e-mail has links to it");
  }
}

void read_sign_in(SettingReader& reader, MailSettings& settings) {
  constexpr std::string_view kUser = "ASSAY_SMTP_USER";
  settings.user = reader.text(kUser);
  settings.password_file = reader.text("ASSAY_SMTP_PASSWORD_FILE");
  if (settings.user.empty() != settings.password_file.empty()) {
    reader.complain(kUser, "and ASSAY_SMTP_PASSWORD_FILE go together");
  }
  if (!settings.user.empty() && !settings.tls && !settings.url.starts_with("smtps://")) {
    reader.complain(kUser, "would be sent in the clear with its password: set ASSAY_SMTP_TLS=on");
  }
}

std::string two_digits(unsigned number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

// A day of the week and a time: MON 06:00.
std::optional<DigestTime> parse_digest_time(std::string_view text) {
  constexpr std::string_view kForm = "DDD hh:mm";
  constexpr std::array<std::string_view, 7> kDays{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
  if (text.size() != kForm.size() || text[3] != ' ' || text[6] != ':') return std::nullopt;
  const auto day = std::find(kDays.begin(), kDays.end(), text.substr(0, 3));
  int hour = -1;
  int minute = -1;
  const auto number = [&text](std::size_t at, int& value) {
    const char* begin = text.data() + at;
    return std::from_chars(begin, begin + 2, value).ptr == begin + 2;
  };
  if (day == kDays.end() || !number(4, hour) || !number(7, minute)) return std::nullopt;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return std::nullopt;
  return DigestTime{std::chrono::weekday(static_cast<unsigned>(day - kDays.begin())),
                    std::chrono::hours(hour) + std::chrono::minutes(minute)};
}

}  // namespace

EventSettings read_event_settings(SettingReader& reader) {
  constexpr std::int64_t kMaxTimeout = 60;
  EventSettings settings;
  settings.key_file = reader.text("ASSAY_EVENTS_KEY_FILE");
  settings.receivers = ReceiverRule(reader.networks("ASSAY_EVENTS_ALLOWED_NETWORKS"),
                                    reader.flag("ASSAY_EVENTS_HTTP_LOOPBACK"));
  settings.timeout = reader.seconds("ASSAY_EVENTS_TIMEOUT_S", kMaxTimeout);
  return settings;
}

std::optional<std::string> DigestTime::week_due(Timestamp moment) const {
  using std::chrono::days;
  const auto shifted = moment - at;
  const auto today = std::chrono::floor<days>(shifted);
  if (std::chrono::weekday(today) != day) return std::nullopt;
  // A week belongs to the year that has its Thursday.
  const auto since_monday = std::chrono::weekday(today) - std::chrono::Monday;
  const auto thursday = today - since_monday + days(3);
  const std::chrono::year year = std::chrono::year_month_day(thursday).year();
  const std::chrono::sys_days first = year / std::chrono::January / 1;
  const auto week = static_cast<unsigned>((thursday - first).count()) / 7 + 1;
  return std::to_string(static_cast<int>(year)) + "-W" + two_digits(week);
}

mail::Server MailSettings::server() const {
  mail::Server server{url, tls, user, "", ca_file, timeout};
  // Only line ends go: a password may begin or end with blanks.
  if (!user.empty()) server.password = std::string(trimmed(read_file(password_file), "\r\n"));
  return server;
}

MailSettings read_mail_settings(SettingReader& reader) {
  constexpr std::string_view kUrl = "ASSAY_SMTP_URL";
  constexpr std::int64_t kMaxTimeout = 600;
  MailSettings settings;
  settings.timeout = reader.seconds("ASSAY_SMTP_TIMEOUT_S", kMaxTimeout);
  settings.tls = reader.flag("ASSAY_SMTP_TLS");
  settings.ca_file = reader.text("ASSAY_SMTP_CA_FILE");
  settings.url = reader.text(kUrl);
  constexpr std::string_view kDigest = "ASSAY_DIGEST_AT";
  const std::string digest = reader.text(kDigest);
  if (!digest.empty()) {
    settings.digest = parse_digest_time(digest);
    if (!settings.digest) reader.complain(kDigest, "must be like MON 06:00, or empty");
  }
  if (!settings.enabled()) return settings;
  if (!is_server(settings.url)) {
    reader.complain(kUrl, "must be smtp://HOST:PORT or smtps://HOST:PORT");
  }
  read_sender(reader, settings);
  read_sign_in(reader, settings);
  read_site(reader, settings);
  return settings;
}

}  // namespace assay
