// SPDX-License-Identifier: Apache-2.0
// Reads e-mail messages and saved web pages (MHTML, RFC 2557).
#include <algorithm>
#include <string>
#include <vector>

#include "pipeline/extract/mail/mail_message.hpp"
#include "pipeline/extract/mail/mailbox.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/text_encoding.hpp"
#include "pipeline/extract/text/html_blocks.hpp"
#include "pipeline/extract/text/plain_blocks.hpp"

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

}  // namespace assay::extract
