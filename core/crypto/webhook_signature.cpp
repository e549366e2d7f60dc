// SPDX-License-Identifier: Apache-2.0
// HMAC-SHA-256 (RFC 2104) over "id.timestamp.body".
#include "core/crypto/webhook_signature.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <stdexcept>

#include "core/base/base64.hpp"

namespace assay::webhook {
namespace {

std::string hmac_sha256(std::string_view key, std::string_view message) {
  std::string code(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(message.data()), message.size(),
           reinterpret_cast<unsigned char*>(code.data()), &size) == nullptr) {
    throw std::runtime_error("OpenSSL: HMAC failed");
  }
  code.resize(size);
  return code;
}

}  // namespace

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
