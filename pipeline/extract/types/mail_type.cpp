// SPDX-License-Identifier: Apache-2.0
// Counts header fields (RFC 5322, RFC 2045, RFC 2557).
#include "pipeline/extract/types/file_types.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{16} * 1024;
constexpr std::size_t kLongestFromLine = 512;

// People write these fields in letters too.
constexpr std::array<std::string_view, 8> kPlainFields{"from", "to",      "cc",     "bcc",
                                                       "date", "subject", "sender", "reply-to"};
// Only programs write these.
constexpr std::array<std::string_view, 12> kProgramFields{
    "message-id",   "received",       "mime-version",  "return-path",
    "delivered-to", "dkim-signature", "x-mailer",      "content-transfer-encoding",
    "in-reply-to",  "references",     "x-original-to", "snapshot-content-location"};

struct Fields {
  int known = 0;
  int by_programs = 0;
  bool to = false;
  bool mime = false;
  bool related = false;
};

// The name of the field that the line begins with; empty if it is none.
std::string field_name(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return {};
  const std::string_view name = line.substr(0, colon);
  const bool valid = std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7F; });
  return valid ? ascii_lower(name) : std::string();
}

void count(const std::string& field, std::string_view line, Fields& fields) {
  const bool by_program = std::ranges::find(kProgramFields, field) != kProgramFields.end();
  const bool plain = std::ranges::find(kPlainFields, field) != kPlainFields.end();
  if (by_program) ++fields.by_programs;
  if (by_program || plain || field == "content-type") ++fields.known;
  if (field == "to") fields.to = true;
  if (field == "mime-version") fields.mime = true;
  if (field == "content-type" && ascii_lower(line).find("multipart/related") != std::string::npos) {
    fields.related = true;
  }
}

// The fields up to the first line that is not a field.
Fields fields_of(std::string_view text) {
  Fields fields;
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with(' ') || line.starts_with('\t')) {
      if (!any) break;  // continues no field
      continue;
    }
    const std::string field = field_name(line);
    if (field.empty()) break;
    any = true;
    count(field, line, fields);
  }
  return fields;
}

}  // namespace

bool is_from_line(std::string_view text) {
  if (!text.starts_with("From ")) return false;
  const std::string_view line = text.substr(0, text.substr(0, kLongestFromLine).find('\n'));
  const auto digit = [line](std::size_t at) {
    return at < line.size() && line[at] >= '0' && line[at] <= '9';
  };
  // A time of day and a year, as no sentence has them.
  bool time = false;
  bool year = false;
  for (std::size_t at = 1; at < line.size(); ++at) {
    time = time || (line[at] == ':' && digit(at - 1) && digit(at + 1) && digit(at + 2));
    year = year || (digit(at) && digit(at + 1) && digit(at + 2) && digit(at + 3));
  }
  return time && year;
}

std::string_view mail_type(std::string_view head, std::string_view name) {
  const bool plain = head.substr(0, 64).find('\0') == std::string_view::npos;
  const std::string text =
      plain ? std::string(head.substr(0, kHeadBytes)) : to_utf8(head.substr(0, kHeadBytes));
  std::string_view rest = text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  const std::string extension = extension_of(name);
  if (is_from_line(rest)) return extension == "eml" ? "eml" : "mbox";
  const Fields fields = fields_of(rest);
  const bool saved_page = fields.mime && fields.related && !fields.to;
  const bool named = extension == "eml" || extension == "mht" || extension == "mhtml";
  if (saved_page) return "mhtml";
  if (named && fields.known > 0) return "eml";
  return fields.by_programs > 0 && fields.known >= 3 ? "eml" : "";
}

}  // namespace assay::extract
