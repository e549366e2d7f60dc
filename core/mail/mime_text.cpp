// SPDX-License-Identifier: Apache-2.0
// Encodes text for headers and bodies.
#include "core/mail/message.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "core/json/utf8.hpp"

namespace assay::mail {
namespace {

constexpr std::size_t kLine = 76;  // of quoted-printable, and of a line with encoded words

bool plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

// One line that can be shown.
std::string one_line(std::string_view text) {
  return utf8::shown(utf8::repair(text));
}

// An encoded word has at most 75 characters: "=?utf-8?B?", base64 of up to 45 bytes, "?=". Words
// are divided between code points, as RFC 2047 wants it.
std::string encoded_words(std::string_view text, std::size_t used) {
  constexpr std::string_view kOpen = "=?utf-8?B?";
  constexpr std::string_view kClose = "?=";
  std::string words;
  std::size_t room = kLine - used;
  while (!text.empty()) {
    const std::size_t groups =
        (std::min<std::size_t>(room, kLine - 1) - kOpen.size() - kClose.size()) / 4;
    const std::string_view piece = utf8::prefix(text, groups * 3);
    words.append(words.empty() ? "" : "\r\n ")
        .append(kOpen)
        .append(to_base64(piece))
        .append(kClose);
    text.remove_prefix(piece.size());
    room = kLine - 1;
  }
  return words;
}

void append_hex(char c, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out.push_back('=');
  out.push_back(kDigits[byte >> 4U]);
  out.push_back(kDigits[byte & 0xFU]);
}

// The quoted-printable form of one line, with soft breaks.
void append_line(std::string_view line, std::string& out) {
  std::size_t column = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool last = i + 1 == line.size();
    const bool first = i == 0;
    const bool literal = (c > ' ' && c < 0x7F && c != '=') || ((c == ' ' || c == '\t') && !last);
    const bool risky = first && (c == '.' || line.starts_with("From "));
    const std::size_t width = literal && !risky ? 1 : 3;
    if (column + width > kLine - 1) {  // room for the sign of a soft break
      out.append("=\r\n");
      column = 0;
    }
    // After a soft break, a dot would begin a line, too.
    if (literal && !risky && !(column == 0 && c == '.')) {
      out.push_back(c);
      ++column;
    } else {
      append_hex(c, out);
      column += 3;
    }
  }
}

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out.append("&amp;");
        break;
      case '<':
        out.append("&lt;");
        break;
      case '>':
        out.append("&gt;");
        break;
      case '"':
        out.append("&quot;");
        break;
      default:
        out.push_back(c);
    }
  }
}

bool is_link(std::string_view line) {
  return (line.starts_with("https://") || line.starts_with("http://")) && plain_ascii(line) &&
         line.find(' ') == std::string_view::npos;
}

void append_html_line(std::string_view line, std::string& out) {
  if (!is_link(line)) return append_escaped(line, out);
  out.append("<a href=\"");
  append_escaped(line, out);
  out.append("\">");
  append_escaped(line, out);
  out.append("</a>");
}

}  // namespace

std::string unstructured(std::string_view text, std::size_t used) {
  const std::string line = one_line(text);
  const bool as_it_is = plain_ascii(line) && used + line.size() <= kLine &&
                        line.find("=?") == std::string::npos && !line.starts_with(' ') &&
                        !line.ends_with(' ');
  return as_it_is ? line : encoded_words(line, used);
}

std::string phrase(std::string_view text, std::size_t used) {
  const std::string line = one_line(text);
  const bool as_it_is = plain_ascii(line) && used + line.size() + 2 <= kLine &&
                        line.find_first_of("\"\\") == std::string::npos &&
                        line.find("=?") == std::string::npos;
  return as_it_is ? "\"" + line + "\"" : encoded_words(line, used);
}

std::string quoted_printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    append_line(text.substr(0, end), out);
    if (end == std::string_view::npos) break;
    out.append("\r\n");
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string html_of(std::string_view text) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><body>\n<p>";
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    append_html_line(text.substr(0, end), html);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    if (text.starts_with('\n')) {
      html.append("</p>\n<p>");
      text.remove_prefix(1);
    } else {
      html.append("<br>\n");
    }
  }
  return html + "</p>\n</body></html>\n";
}

}  // namespace assay::mail
