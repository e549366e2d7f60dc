// SPDX-License-Identifier: Apache-2.0
// Signatures of webhooks as the Standard Webhooks specification 1.0 has them (symmetric, "v1").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::webhook {

inline constexpr std::size_t kSecretBytes = 32;

// "whsec_" and the bytes in base64: the form in which a receiver is given its secret.
[[nodiscard]] std::string secret_text(std::string_view secret);

// The value of the header webhook-signature: one signature for each secret, so that a receiver may
// know either while its secret is changed. id: of the event. seconds: since 1970, as in the header
// webhook-timestamp. Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] std::string signatures(const std::vector<std::string>& secrets, std::string_view id,
                                     std::int64_t seconds, std::string_view body);

}  // namespace assay::webhook
