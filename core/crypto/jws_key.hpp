// SPDX-License-Identifier: Apache-2.0
// Public keys that check signatures. The JSON Web Key (RFC 7517, 7518, 8037) determines the
// algorithm; the token never does.
#pragma once

#include <openssl/evp.h>

#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/json/json.hpp"

namespace assay::jws {

// Copies share the immutable key.
class PublicKey {
 public:
  // Accepts RSA of 2,048 to 8,192 bits (RS256), EC P-256 (ES256) and OKP Ed25519 (EdDSA). Anything
  // else is refused with the reason, as is a JWK whose "alg", "use" or "key_ops" is for another
  // purpose, a point that is not on the curve, and symmetric keys.
  [[nodiscard]] static Result<PublicKey, std::string> from_jwk(const Json& jwk);
  // EdDSA. Throws std::runtime_error unless raw is 32 bytes.
  [[nodiscard]] static PublicKey ed25519(std::string_view raw);

  // "RS256", "ES256" or "EdDSA".
  [[nodiscard]] std::string_view algorithm() const noexcept;
  // signature: in the form of RFC 7518 and 8037 (ES256: r and s, 32 bytes each). Returns false for
  // malformed input.
  [[nodiscard]] bool verify(std::string_view message, std::string_view signature) const;

 private:
  struct Algorithm;
  PublicKey(const Algorithm& algorithm, std::shared_ptr<EVP_PKEY> key)
      : algorithm_(&algorithm), key_(std::move(key)) {}
  static const Algorithm* algorithm_of(const Json& jwk);

  const Algorithm* algorithm_;  // a row of the static table
  std::shared_ptr<EVP_PKEY> key_;
};

}  // namespace assay::jws
