// SPDX-License-Identifier: Apache-2.0
// Reads e-mail messages and saved web pages (MHTML, RFC 2557). Cuts mailboxes: finds "From " lines,
// and takes back the quoting of lines that begin like one.
#include "pipeline/extract/mail/mail_message.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/text/text_blocks.hpp"
#include "pipeline/extract/types/file_types.hpp"

namespace assay::extract {
namespace {

std::string charset_of(GMimePart* part) {
  const char* charset = ::g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset");
  return charset == nullptr ? std::string() : std::string(trim(charset));
}

// A name that nobody knows counts as none.
std::string decoded_text(GMimePart* part, const std::string& bytes) {
  const std::string charset = ascii_lower(charset_of(part));
  // Programs call 8-bit text ASCII.
  const bool stated = !charset.empty() && charset != "us-ascii";
  if (stated) {
    if (auto text = to_utf8_from(charset, bytes)) return std::move(*text);
  }
  return to_utf8(bytes);
}

void add_text(GMimePart* part, PageBuilder& builder) {
  const std::string bytes = mail_content(GMIME_OBJECT(part));
  if (mail_part_type(GMIME_OBJECT(part)) != "text/html") {
    return add_plain_text(decoded_text(part, bytes), builder);
  }
  std::string html = charset_of(part).empty() ? html_to_utf8(bytes) : decoded_text(part, bytes);
  std::erase(html, '\0');  // the parser stops there
  add_html_fragment(html, builder);
}

std::size_t line_end(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// Where the next message begins, at or after `at`, which is the start of a line.
std::size_t next_from_line(std::string_view bytes, std::size_t at) {
  constexpr std::string_view kFrom = "\nFrom ";
  for (std::size_t found = at;;) {
    found = bytes.find(kFrom, found);
    if (found == std::string_view::npos) return bytes.size();
    if (is_from_line(bytes.substr(found + 1))) return found + 1;
    found += kFrom.size();
  }
}

// ">From " stands for "From ", ">>From " for ">From ".
std::string unquoted(std::string_view message) {
  if (message.find("From ") == std::string_view::npos) return std::string(message);
  std::string out;
  out.reserve(message.size());
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = line_end(message, at);
    std::string_view line = message.substr(at, end - at);
    const std::size_t quotes = std::min(line.find_first_not_of('>'), line.size());
    if (quotes > 0 && line.substr(quotes).starts_with("From ")) line.remove_prefix(1);
    out += line;
    at = end;
  }
  return out;
}

}  // namespace

void read_eml(std::string_view bytes, PageBuilder& builder) {
  const std::string source = mail_source(bytes);
  const MailMessage message(source);
  if (message.sealed()) {
    throw ReadFailure(ExtractProblem::Encrypted,
                      "The e-mail message is encrypted or sealed (S/MIME, PGP), so that only its "
                      "recipients can read it. Upload a decrypted copy, such as a PDF of it.");
  }
  builder.property(FactName::Title, message.subject());
  for (const MailHeader& header : message.headers()) {
    if (header.name == "From") builder.property(FactName::Author, header.value);
    if (header.name == "Date") builder.property(FactName::Created, header.value);
  }
  builder.heading(1, message.subject());
  for (const MailHeader& header : message.headers()) {
    const std::vector<Cell> row{{header.name, header.value}};
    builder.table_row(row);
  }
  for (GMimePart* part : message.texts()) add_text(part, builder);
  builder.end_page();
}

void read_mhtml(std::string_view bytes, PageBuilder& builder) {
  const std::string source = mail_source(bytes);
  const MailMessage page(source);
  // Frames of the page are further HTML parts.
  for (GMimePart* part : page.texts()) add_text(part, builder);
  for (const MailMember& member : page.members()) {
    if (mail_part_type(member.part) == "text/html") add_text(GMIME_PART(member.part), builder);
  }
  builder.end_page();
}

std::string mail_source(std::string_view bytes) {
  std::string text =
      bytes.substr(0, 64).find('\0') == std::string_view::npos && !bytes.starts_with("\xEF\xBB\xBF")
          ? std::string(bytes)
          : to_utf8(bytes);
  if (is_from_line(text)) text.erase(0, line_end(text, 0));
  return text;
}

bool Mailbox::next(std::string& message) {
  if (at_ >= bytes_.size()) return false;
  const std::size_t begin = is_from_line(bytes_.substr(at_)) ? line_end(bytes_, at_) : at_;
  // The line end before a "From " line is found with it, so it must not be passed.
  const std::size_t end = next_from_line(bytes_, begin == 0 ? 0 : begin - 1);
  message = unquoted(bytes_.substr(begin, end - begin));
  at_ = end;
  return true;
}

}  // namespace assay::extract
