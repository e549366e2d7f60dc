// SPDX-License-Identifier: Apache-2.0
// Checks addresses, writes headers and puts the parts of a message together.
#include "core/mail/message.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <stdexcept>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"

namespace assay::mail {
namespace {

constexpr std::size_t kMaxLocal = 64;     // RFC 5321, section 4.5.3.1
constexpr std::size_t kMaxAddress = 254;  // of a path without its brackets

bool alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Non-empty parts between dots, made of such characters.
template <class Allowed>
bool dotted(std::string_view text, Allowed allowed) {
  if (text.empty() || text.front() == '.' || text.back() == '.') return false;
  if (text.find("..") != std::string_view::npos) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) { return c == '.' || allowed(c); });
}

bool atom_character(char c) {
  constexpr std::string_view kOthers = "!#$%&'*+-/=?^_`{|}~";  // RFC 5322, section 3.2.3
  return alphanumeric(c) || kOthers.find(c) != std::string_view::npos;
}

// RFC 5322, section 3.3.
std::string date_of(Timestamp at) {
  const std::time_t seconds =
      std::chrono::system_clock::to_time_t(std::chrono::floor<std::chrono::seconds>(at));
  std::tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) throw std::invalid_argument("a date out of range");
  constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto two = [](int number) {
    return std::string(number < 10 ? "0" : "") + std::to_string(number);
  };
  constexpr int kFirstYear = 1900;
  return std::string(kDays.at(static_cast<std::size_t>(parts.tm_wday))) + ", " +
         two(parts.tm_mday) + " " + kMonths.at(static_cast<std::size_t>(parts.tm_mon)) + " " +
         std::to_string(kFirstYear + parts.tm_year) + " " + two(parts.tm_hour) + ":" +
         two(parts.tm_min) + ":" + two(parts.tm_sec) + " +0000";
}

std::string mailbox_header(std::string_view name, const Mailbox& mailbox) {
  if (!is_address(mailbox.address)) throw std::invalid_argument("not an e-mail address");
  if (mailbox.name.empty()) return std::string(name) + ": " + mailbox.address + "\r\n";
  // The address goes to a line of its own, so that no line gets too long.
  return std::string(name) + ": " + phrase(mailbox.name, name.size() + 2) + "\r\n <" +
         mailbox.address + ">\r\n";
}

// A URL in angle brackets (RFC 2369) that cannot end them.
std::string bracketed_url(const std::string& url) {
  const bool plain = std::all_of(url.begin(), url.end(), [](char c) {
    return c > ' ' && c < 0x7F && c != '<' && c != '>' && c != ',';
  });
  constexpr std::size_t kLongest = 900;
  if (!plain || url.size() > kLongest) throw std::invalid_argument("not an address of a page");
  return "<" + url + ">";
}

std::string part(std::string_view boundary, std::string_view type, const std::string& content) {
  return "--" + std::string(boundary) + "\r\nContent-Type: " + std::string(type) +
         "; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
         quoted_printable(content) + "\r\n";
}

}  // namespace

bool is_address(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at > kMaxLocal || text.size() > kMaxAddress) return false;
  const std::string_view domain = text.substr(at + 1);
  return dotted(text.substr(0, at), atom_character) &&
         dotted(domain, [](char c) { return alphanumeric(c) || c == '-'; }) &&
         !domain.starts_with('-') && !domain.ends_with('-');
}

std::optional<Mailbox> parse_mailbox(std::string_view text) {
  Mailbox mailbox;
  const std::size_t open = text.rfind('<');
  if (open == std::string_view::npos) {
    mailbox.address = std::string(trimmed(text));
  } else {
    if (!text.ends_with('>')) return std::nullopt;
    mailbox.address = std::string(text.substr(open + 1, text.size() - open - 2));
    std::string_view name = trimmed(text.substr(0, open));
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
      name = name.substr(1, name.size() - 2);
    }
    if (!utf8::valid(name)) return std::nullopt;
    if (!name.empty() && utf8::fault_in_name(name)) return std::nullopt;
    mailbox.name = std::string(name);
  }
  if (!is_address(mailbox.address)) return std::nullopt;
  return mailbox;
}

std::string message_id(const Message& message) {
  const bool plain =
      !message.id.empty() && std::all_of(message.id.begin(), message.id.end(),
                                         [](char c) { return alphanumeric(c) || c == '-'; });
  if (!plain) throw std::invalid_argument("not an identifier of a message");
  if (!is_address(message.from.address)) throw std::invalid_argument("not an e-mail address");
  return "<" + message.id + message.from.address.substr(message.from.address.rfind('@')) + ">";
}

std::string compose(const Message& message) {
  // "=_" is never in quoted-printable text (RFC 2045, section 6.7).
  const std::string boundary = "=_" + message.id;
  std::string text =
      mailbox_header("From", message.from) + mailbox_header("To", message.to) +
      "Subject: " + unstructured(message.subject, std::string("Subject: ").size()) +
      "\r\nDate: " + date_of(message.at) + "\r\nMessage-ID: " + message_id(message) +
      // Nobody answers such a message from a holiday (RFC 3834; the second is Exchange's).
      "\r\nAuto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All\r\n";
  if (!message.unsubscribe.empty()) {
    text += "List-Unsubscribe: " + bracketed_url(message.unsubscribe) + "\r\n";
  }
  text += "MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary=\"" + boundary +
          "\"\r\n\r\n";
  text += part(boundary, "text/plain", message.text);
  text += part(boundary, "text/html", html_of(message.text));
  return text + "--" + boundary + "--\r\n";
}

}  // namespace assay::mail
