// SPDX-License-Identifier: Apache-2.0
// Checks email addresses and passwords.
#include "core/settings/account.hpp"

#include <algorithm>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"

namespace assay::account {

std::string folded_email(std::string_view email) {
  return ascii_lower(email);
}

std::string_view email_issue(std::string_view email) {
  constexpr std::string_view kIssue = "must be an e-mail address";
  const std::size_t at = email.find('@');
  if (at == std::string_view::npos || email.find('@', at + 1) != std::string_view::npos) {
    return kIssue;
  }
  const bool blank = std::any_of(email.begin(), email.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
  });
  if (at == 0 || at + 1 == email.size() || blank) return kIssue;
  if (utf8::length(email) > kMaxEmail) return "must have at most 320 characters";
  return {};
}

std::string_view password_issue(std::string_view password) {
  const std::size_t length = utf8::length(password);
  if (length < kLeastPassword) return "must have 12 characters or more";
  if (length > kMaxPassword) return "must have at most 1024 characters";
  return {};
}

}  // namespace assay::account
