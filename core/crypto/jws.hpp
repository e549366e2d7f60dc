// SPDX-License-Identifier: Apache-2.0
// Checks compact JSON Web Signatures (RFC 7515) that carry claims (RFC 7519), by the rules of RFC
// 8725. The caller checks the claims themselves (issuer, audience, times).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/crypto/jws_key.hpp"
#include "core/json/json.hpp"

namespace assay::jws {

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
