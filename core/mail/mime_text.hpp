// SPDX-License-Identifier: Apache-2.0
// Text in the forms that parts of an e-mail message take: headers, quoted-printable, HTML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::mail {

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
