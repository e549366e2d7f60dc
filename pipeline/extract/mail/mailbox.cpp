// SPDX-License-Identifier: Apache-2.0
// Finds "From " lines, and takes back the quoting of lines that begin like one.
#include "pipeline/extract/mail/mailbox.hpp"

#include <algorithm>

#include "pipeline/extract/page/text_encoding.hpp"
#include "pipeline/extract/types/mail_type.hpp"

namespace assay::extract {
namespace {

std::size_t line_end(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// Where the next message begins, at or behind `at`, which is the start of a line.
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
