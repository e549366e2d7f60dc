// SPDX-License-Identifier: Apache-2.0
// The rules for an account's e-mail address, name and password, and the hash under which a password
// is stored.
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

namespace assay::password {

// Passwords at rest: argon2id over libargon2, 19 MiB, 2 passes, 1 lane (OWASP's minimum).

// The PHC string ($argon2id$v=19$...) with a fresh 16-byte salt. Throws std::runtime_error when
// libargon2 fails (out of memory).
[[nodiscard]] std::string hash(std::string_view password);
// Returns false for a wrong password and for text that is not an argon2id PHC string.
[[nodiscard]] bool verify(std::string_view password, const std::string& phc);
// Takes as long as verify; always false. For a user who does not exist or has no password.
[[nodiscard]] bool verify_nobody(std::string_view password);

}  // namespace assay::password
