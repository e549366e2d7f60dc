// SPDX-License-Identifier: Apache-2.0
// HMAC-SHA-256 (RFC 2104) over "id.timestamp.body".
#include "core/crypto/webhook_signature.hpp"

#include "core/base/base64.hpp"
#include "core/base/digest.hpp"

namespace assay::webhook {
std::string secret_text(std::string_view secret) {
  return "whsec_" + to_base64(secret);
}

std::string signatures(const std::vector<std::string>& secrets, std::string_view id,
                       std::int64_t seconds, std::string_view body) {
  std::string message(id);
  message.append(".").append(std::to_string(seconds)).append(".").append(body);
  std::string all;
  for (const std::string& secret : secrets) {
    all.append(all.empty() ? "v1," : " v1,").append(to_base64(hmac_sha256(secret, message)));
  }
  return all;
}

}  // namespace assay::webhook
