// SPDX-License-Identifier: Apache-2.0
// Passwords at rest: argon2id over libargon2, 19 MiB, 2 passes, 1 lane (OWASP's minimum).
#pragma once

#include <string>
#include <string_view>

namespace assay::password {

// The PHC string ($argon2id$v=19$...) with a fresh 16-byte salt. Throws std::runtime_error when
// libargon2 fails (out of memory).
[[nodiscard]] std::string hash(std::string_view password);
// Returns false for a wrong password and for text that is not an argon2id PHC string.
[[nodiscard]] bool verify(std::string_view password, const std::string& phc);
// Takes as long as verify; always false. For a user who does not exist or has no password.
[[nodiscard]] bool verify_nobody(std::string_view password);

}  // namespace assay::password
