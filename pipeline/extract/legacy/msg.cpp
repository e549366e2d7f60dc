// SPDX-License-Identifier: Apache-2.0
// Reads MSG: the subject, who wrote to whom and when, the text, and the names of attached files.
#include <array>
#include <chrono>
#include <cstdio>
#include <string>

#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/legacy/msg_parts.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {
namespace {

constexpr int kUsualCodePage = 1252;
constexpr std::uint64_t kTo = 1;
constexpr std::uint64_t kCc = 2;

// Tenths of microseconds since 1601 as "2024-05-17 09:30 UTC".
std::string shown_msg_time(std::uint64_t ticks) {
  constexpr std::uint64_t kTicksASecond = 10'000'000;
  constexpr std::int64_t kFrom1601To1970 = 11'644'473'600;
  const auto seconds = static_cast<std::int64_t>(ticks / kTicksASecond) - kFrom1601To1970;
  constexpr std::int64_t kYear10000 = 253'402'300'800;
  if (seconds < 0 || seconds >= kYear10000) return {};
  const std::chrono::sys_seconds moment{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(moment - day);
  std::array<char, 40> out{};
  static_cast<void>(std::snprintf(
      out.data(), out.size(), "%04d-%02u-%02u %02d:%02d UTC", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count())));
  return out.data();
}

// "Kay Example <kay@example.com>". Addresses inside an organisation are no use to readers.
std::string msg_person(const std::string& name, const std::string& smtp,
                       const std::string& address) {
  const std::string& shown = smtp.find('@') != std::string::npos ? smtp : address;
  if (shown.find('@') == std::string::npos || shown == name) return name;
  return name.empty() ? shown : name + " <" + shown + ">";
}

std::string msg_recipients(const CompoundFolder& message, std::uint64_t kind, int code_page) {
  std::string all;
  for (const std::string& name : message.names()) {
    if (!name.starts_with("__recip_version1.0_")) continue;
    const auto folder = message.folder(name);
    if (!folder) continue;
    const MsgProperties recipient(*folder, kMsgPartHeader, code_page);
    if ((recipient.number(MsgProperty::RecipientKind).value_or(0) & 0xFU) != kind) continue;
    const std::string shown = clean_line(msg_person(recipient.text(MsgProperty::DisplayName),
                                                    recipient.text(MsgProperty::SmtpAddress),
                                                    recipient.text(MsgProperty::Address)));
    if (!shown.empty()) all += (all.empty() ? "" : ", ") + shown;
  }
  return all;
}

void add_msg_line(const char* name, const std::string& value, PageBuilder& builder) {
  const std::array<Cell, 1> cells{Cell{name, value}};
  builder.table_row(cells);
}

void add_msg_body(const MsgProperties& message, PageBuilder& builder) {
  const std::string plain = message.text(MsgProperty::Body);
  if (!clean_line(plain).empty()) return read_plain_text(plain, builder);
  std::string html = message.binary(MsgProperty::Html);
  if (html.empty()) html = message.text(MsgProperty::Html);
  if (!html.empty()) return read_html(html, builder);
  const std::string rtf = message.binary(MsgProperty::CompressedRtf);
  if (!rtf.empty()) read_rtf(decompressed_rtf(rtf), builder);
}

void add_outlook_message(const CompoundFolder& root, PageBuilder& builder) {
  const MsgProperties message(root, kMsgHeader, kUsualCodePage);
  const int code_page =
      static_cast<int>(message.number(MsgProperty::CodePage).value_or(kUsualCodePage) & 0xFFFFU);
  builder.property(FactName::Title, message.text(MsgProperty::Subject));
  builder.heading(1, message.text(MsgProperty::Subject));
  std::string sender = message.text(MsgProperty::SenderName);
  if (sender.empty()) sender = message.text(MsgProperty::SentFor);
  sender = msg_person(sender, message.text(MsgProperty::SenderSmtpAddress),
                      message.text(MsgProperty::SenderAddress));
  builder.property(FactName::Author, sender);
  add_msg_line("From", sender, builder);
  std::string to = msg_recipients(root, kTo, code_page);
  std::string cc = msg_recipients(root, kCc, code_page);
  if (to.empty()) to = message.text(MsgProperty::ShownTo);
  if (cc.empty()) cc = message.text(MsgProperty::ShownCc);
  add_msg_line("To", to, builder);
  add_msg_line("Cc", cc, builder);
  auto time = message.number(MsgProperty::Submitted);
  if (!time) time = message.number(MsgProperty::Delivered);
  if (time) {
    builder.property(FactName::Created, shown_msg_time(*time));
    add_msg_line("Date", shown_msg_time(*time), builder);
  }
  builder.end_properties();
  for (const std::string& name : attachment_names(root, code_page)) {
    add_msg_line("Attachment", name, builder);
  }
  add_msg_body(message, builder);
}

}  // namespace

void read_msg(std::string_view bytes, PageBuilder& builder) {
  read_compound(bytes, "Outlook message", [&builder](const CompoundFolder& root) {
    add_outlook_message(root, builder);
    if (!builder.page_empty()) builder.end_page();
  });
}

}  // namespace assay::extract
