// SPDX-License-Identifier: Apache-2.0
// Public keys that check signatures. The JSON Web Key (RFC 7517, 7518, 8037) determines the
// algorithm; the token never does. Signed tokens: JSON Web Signatures of any issuer, and our own
// access tokens.
#pragma once

#include <openssl/evp.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"
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

// Checks compact JSON Web Signatures (RFC 7515) that carry claims (RFC 7519), by the rules of RFC
// 8725. The caller checks the claims themselves (issuer, audience, times).

// Why a token is refused. For logs and tests: a client learns only that it was refused.
enum class Refusal {
  TooLong,    // over 8 KiB
  Parts,      // not exactly three parts
  Encoding,   // a part is not strict, unpadded base64url
  Header,     // not a JSON object, or has a duplicate member
  Critical,   // "crit" or "b64": extensions, none of which are supported
  BringsKey,  // "jwk", "jku", "x5u", "x5c": a token does not choose its own key
  Type,       // "typ"
  KeyId,      // "kid" missing, malformed or unknown
  Algorithm,  // "alg" does not match the key
  Signature,  // does not match
  Claims,     // not a JSON object, or has a duplicate member
};
[[nodiscard]] std::string_view to_text(Refusal refusal);

struct Token {
  Json header;
  Json claims;
};

// The key of that id, or nullptr; it must live until verify returns. kid is 1 to 64 characters of
// A-Z a-z 0-9 . _ : - or, with Rules::foreign_kid, 1 to 256 printable ASCII characters, as other
// issuers choose them; it is "" only if Rules::kid_optional is set and the token has none.
using FindKey = std::function<const PublicKey*(std::string_view kid)>;

// Rules that depend on the issuer. The defaults are for our own tokens.
struct Rules {
  bool type_optional = false;  // "typ" may be missing; if present it must be JWT
  bool kid_optional = false;
  bool foreign_kid = false;
};

// The header decides nothing: its kid only selects the key. Unknown header members are ignored, as
// RFC 7515 section 4 requires.
[[nodiscard]] Result<Token, Refusal> verify(std::string_view token, const FindKey& find_key,
                                            const Rules& rules = {});

}  // namespace assay::jws

namespace assay::jwt {

// Access tokens: JSON Web Tokens (RFC 7519) signed with Ed25519 (RFC 8037), checked as above.

// A token's user and times. It is valid from the moment it was issued; times are whole seconds.
struct Claims {
  UserId user;
  TenantId tenant;
  Role role = Role::Viewer;
  std::string sign_in;  // "sid": the family of refresh cookies it came with, a UUID
  Timestamp issued_at;
  Timestamp expires_at;
  std::string id;  // "jti"
};

// private_key: 32 bytes. kid: 1 to 64 characters of A-Z a-z 0-9 . _ : -
[[nodiscard]] std::string sign(const Claims& claims, std::string_view kid,
                               std::string_view private_key);

// Returns the claims of our own valid token, current within the leeway; otherwise why not.
[[nodiscard]] Result<Claims, std::string> verify(std::string_view token,
                                                 const jws::FindKey& find_key, Timestamp now,
                                                 std::chrono::seconds leeway);

}  // namespace assay::jwt
