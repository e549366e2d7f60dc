// SPDX-License-Identifier: Apache-2.0
// Composes e-mail messages: RFC 5322 with MIME (RFC 2045 to 2047). No value can add or end a
// header, whatever it contains. Also encodes text for headers, as quoted-printable and as HTML.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace assay::mail {

struct Mailbox {
  std::string name;     // shown; may be empty
  std::string address;  // see is_address
};

// Whether this is an address that any server accepts: local@domain in ASCII, without quoted parts,
// within the lengths of RFC 5321.
[[nodiscard]] bool is_address(std::string_view text);
// Reads "local@domain" or "Name <local@domain>"; nullopt for anything else.
[[nodiscard]] std::optional<Mailbox> parse_mailbox(std::string_view text);

struct Message {
  Mailbox from;
  Mailbox to;
  std::string subject;
  // Paragraphs with a blank line between them. A line that is an http(s) address becomes a link of
  // the HTML alternative.
  std::string text;
  // The same for every try to send this message, so that receivers can drop repeats: letters,
  // digits and hyphens.
  std::string id;
  Timestamp at;
  std::string unsubscribe;  // address of the page where the reader ends such messages; "": none
};

// <id@domain of the sender>
[[nodiscard]] std::string message_id(const Message& message);

// The whole message with CRLF line ends: headers, then the text as plain text and as HTML. Lines
// have at most 78 characters, or up to 998 if they hold a long address. Throws
// std::invalid_argument for an invalid address, and for an id or a page with characters that are
// not allowed.
[[nodiscard]] std::string compose(const Message& message);

// The value of an unstructured header such as Subject: as it is if it is short and in ASCII,
// otherwise as encoded words (RFC 2047), folded. used: characters before it on its line. Control
// characters and bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string unstructured(std::string_view text, std::size_t used);
// A name before an address (a phrase of RFC 5322): a quoted string, or encoded words.
[[nodiscard]] std::string phrase(std::string_view text, std::size_t used);

// RFC 2045, section 6.7. Lines end with LF in the text and with CRLF in the result. Encodes what
// relays might change too: blanks at the end of a line, "From " and a dot at its beginning.
[[nodiscard]] std::string quoted_printable(std::string_view text);

// Paragraphs, links and line breaks of a plain text as a whole HTML page.
[[nodiscard]] std::string html_of(std::string_view text);

}  // namespace assay::mail
