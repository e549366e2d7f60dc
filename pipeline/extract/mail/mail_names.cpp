// SPDX-License-Identifier: Apache-2.0
// Cleans stated names and makes up missing ones.
#include "pipeline/extract/mail/mail_message.hpp"

#include <algorithm>
#include <array>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxStem = 160;
constexpr std::size_t kMaxExtension = 20;

struct Extension {
  std::string_view type;
  std::string_view extension;
};
constexpr std::array kExtensions{
    Extension{"text/plain", "txt"},
    Extension{"text/html", "html"},
    Extension{"text/csv", "csv"},
    Extension{"text/calendar", "ics"},
    Extension{"text/markdown", "md"},
    Extension{"text/vcard", "vcf"},
    Extension{"text/xml", "xml"},
    Extension{"text/rtf", "rtf"},
    Extension{"application/pdf", "pdf"},
    Extension{"application/json", "json"},
    Extension{"application/zip", "zip"},
    Extension{"message/rfc822", "eml"},
    Extension{"image/jpeg", "jpg"},
    Extension{"image/png", "png"},
    Extension{"image/gif", "gif"},
    Extension{"application/msword", "doc"},
    Extension{"application/pgp-signature", "asc"},
};

// No folders, nothing that hides, and the ending stays when the name is long.
std::string clean_name(std::string_view stated) {
  std::string name = utf8::shown(clean_line(utf8::storable(stated)));
  std::ranges::replace(name, '/', '_');
  std::ranges::replace(name, '\\', '_');
  // Two dots would be a folder, and one letter with a colon a drive.
  if (name.find_first_not_of('.') == std::string::npos) return {};
  if (name.size() >= 2 && name[1] == ':') name[1] = '_';
  const std::size_t dot = name.rfind('.');
  const bool ending = dot != std::string::npos && name.size() - dot <= kMaxExtension;
  const std::string_view stem = std::string_view(name).substr(0, ending ? dot : name.size());
  const std::string_view rest = std::string_view(name).substr(stem.size());
  return std::string(utf8::prefix(stem, kMaxStem)) + std::string(rest);
}

std::string numbered(std::size_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < 3) digits.insert(0, 3 - digits.size(), '0');
  return digits;
}

// The name that the part states; empty if it states none.
std::string stated_name(GMimeObject* part) {
  const char* name = GMIME_IS_PART(part) ? ::g_mime_part_get_filename(GMIME_PART(part)) : nullptr;
  if (name != nullptr) return clean_name(name);
  if (!GMIME_IS_MESSAGE_PART(part)) return {};
  const char* disposition = ::g_mime_object_get_content_disposition_parameter(part, "filename");
  if (disposition != nullptr) return clean_name(disposition);
  GMimeMessage* message = ::g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
  const char* subject = message == nullptr ? nullptr : ::g_mime_message_get_subject(message);
  const std::string cleaned = subject == nullptr ? std::string() : clean_name(subject);
  return cleaned.empty() ? std::string() : cleaned + ".eml";
}

}  // namespace

std::string mail_member_name(GMimeObject* part, std::size_t number) {
  if (std::string name = stated_name(part); !name.empty()) return name;
  const std::string type = mail_part_type(part);
  const auto* known = std::ranges::find(kExtensions, type, &Extension::type);
  const std::string name = "part " + std::to_string(number);
  return known == kExtensions.end() ? name : name + "." + std::string(known->extension);
}

std::string mailbox_member_name(std::size_t number, std::string_view subject) {
  const std::string cleaned = clean_name(subject);
  return numbered(number) + (cleaned.empty() ? std::string() : " " + cleaned) + ".eml";
}

}  // namespace assay::extract
