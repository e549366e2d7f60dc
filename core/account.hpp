// SPDX-License-Identifier: Apache-2.0
// What an account's address and password must be like, for the API and the command line alike.
#pragma once

#include <string>
#include <string_view>

namespace assay::account {

inline constexpr std::size_t kMaxEmail = 320;      // characters; RFC 5321 section 4.5.3.1
inline constexpr std::size_t kMaxName = 200;       // characters
inline constexpr std::size_t kLeastPassword = 12;  // characters; NIST SP 800-63B-4 asks for 8
inline constexpr std::size_t kMaxPassword = 1024;  // characters

// An address as it is kept, looked for and counted: A to Z in lower case, all else as it is.
// Folding more than ASCII would take two people's addresses for one (U+212A, the Kelvin sign, for
// k).
[[nodiscard]] std::string folded_email(std::string_view email);

// What is wrong with it, as an error says it behind the field's name; "" where nothing is.
[[nodiscard]] std::string_view email_issue(std::string_view email);
[[nodiscard]] std::string_view password_issue(std::string_view password);

}  // namespace assay::account
