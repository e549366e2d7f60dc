// SPDX-License-Identifier: Apache-2.0
// Reads control words, their numbers, and bytes in hexadecimal digits.
#include "pipeline/extract/rtf/rtf_tokens.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace assay::extract {
namespace {

// The specification allows 32 letters. Longer words are no words that anyone defines.
constexpr std::size_t kMaxDigits = 10;

bool is_rtf_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_rtf_digit(char c) {
  return c >= '0' && c <= '9';
}

int rtf_hex_value(char c) {
  if (is_rtf_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

RtfToken RtfTokens::word() {
  RtfToken token{RtfToken::Kind::Word, {}, 0, false};
  const std::size_t start = at_;
  while (at_ < bytes_.size() && is_rtf_letter(bytes_[at_])) ++at_;
  token.text = bytes_.substr(start, at_ - start);
  const std::size_t sign = at_;
  if (at_ + 1 < bytes_.size() && bytes_[at_] == '-' && is_rtf_digit(bytes_[at_ + 1])) ++at_;
  std::size_t end = at_;
  while (end < bytes_.size() && is_rtf_digit(bytes_[end]) && end - at_ < kMaxDigits) ++end;
  if (end > at_) {
    // A number that does not fit counts as 0.
    const std::string_view number = bytes_.substr(sign, end - sign);
    static_cast<void>(std::from_chars(number.data(), number.data() + number.size(), token.value));
    token.has_value = true;
  }
  at_ = end;
  if (at_ < bytes_.size() && bytes_[at_] == ' ') ++at_;  // belongs to the word
  if (token.text == "bin" && token.value > 0) binary_ = static_cast<std::size_t>(token.value);
  return token;
}

RtfToken RtfTokens::control() {
  ++at_;
  if (at_ == bytes_.size()) return {};
  if (is_rtf_letter(bytes_[at_])) return word();
  if (bytes_[at_] == '\'' && at_ + 2 < bytes_.size()) {
    const int high = rtf_hex_value(bytes_[at_ + 1]);
    const int low = rtf_hex_value(bytes_[at_ + 2]);
    if (high >= 0 && low >= 0) {
      at_ += 3;
      return {RtfToken::Kind::Byte, {}, high * 16 + low, true};
    }
  }
  return {RtfToken::Kind::Symbol, bytes_.substr(at_++, 1), 0, false};
}

std::optional<RtfToken> RtfTokens::next() {
  if (binary_ > 0) {
    at_ += std::min(binary_, bytes_.size() - at_);
    binary_ = 0;
    return RtfToken{RtfToken::Kind::Binary, {}, 0, false};
  }
  while (at_ < bytes_.size() && (bytes_[at_] == '\r' || bytes_[at_] == '\n')) ++at_;
  if (at_ == bytes_.size()) return std::nullopt;
  switch (bytes_[at_]) {
    case '{':
      ++at_;
      return RtfToken{RtfToken::Kind::Open, {}, 0, false};
    case '}':
      ++at_;
      return RtfToken{RtfToken::Kind::Close, {}, 0, false};
    case '\\':
      return control();
    default:
      break;
  }
  const std::size_t end = std::min(bytes_.find_first_of("{}\\\r\n", at_), bytes_.size());
  const RtfToken token{RtfToken::Kind::Text, bytes_.substr(at_, end - at_), 0, false};
  at_ = end;
  return token;
}

}  // namespace assay::extract
