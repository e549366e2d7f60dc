// SPDX-License-Identifier: Apache-2.0
// The rules for an account's email address, name and password, shared by the API and the CLI.
#pragma once

#include <string>
#include <string_view>

namespace assay::account {

inline constexpr std::size_t kMaxEmail = 320;      // characters; RFC 5321 section 4.5.3.1
inline constexpr std::size_t kMaxName = 200;       // characters
inline constexpr std::size_t kLeastPassword = 12;  // characters; NIST SP 800-63B-4 asks for 8
inline constexpr std::size_t kMaxPassword = 1024;  // characters

// The form in which an address is stored, looked up and counted: A to Z in lower case, the rest
// unchanged. Folding more than ASCII would merge two people's addresses (U+212A, the Kelvin sign,
// and k).
[[nodiscard]] std::string folded_email(std::string_view email);

// What is wrong with the address, worded to follow the field's name; "" if it is valid.
[[nodiscard]] std::string_view email_issue(std::string_view email);
[[nodiscard]] std::string_view password_issue(std::string_view password);

}  // namespace assay::account
