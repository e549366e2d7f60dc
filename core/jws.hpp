// SPDX-License-Identifier: Apache-2.0
// Checking compact JSON Web Signatures (RFC 7515) that carry claims (RFC 7519), by the rules of RFC
// 8725. What the claims say (issuer, audience, times) is for the caller to check.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/jws_key.hpp"
#include "core/result.hpp"

namespace assay::jws {

// Why a token does not pass. For logs and tests: a client learns only that it does not.
enum class Refusal {
  TooLong,    // over 8 KiB
  Parts,      // not exactly three parts
  Encoding,   // a part is not strict, unpadded base64url
  Header,     // no JSON object, or a member twice
  Critical,   // "crit" or "b64": extensions, and we know none
  BringsKey,  // "jwk", "jku", "x5u", "x5c": a token does not choose what it is checked with
  Type,       // "typ"
  KeyId,      // "kid" missing, malformed, or of no key we know
  Algorithm,  // "alg" is not the one of the key
  Signature,  // does not fit
  Claims,     // no JSON object, or a member twice
};
[[nodiscard]] std::string_view to_text(Refusal refusal);

struct Token {
  Json header;
  Json claims;
};

// The key of that id, or nullptr; it must live until verify returns. kid is 1 to 64 characters of
// A-Z a-z 0-9 . _ : - or, by Rules::foreign_kid, 1 to 256 printable ASCII characters, as other
// issuers choose them; it is "" only where Rules::kid_optional lets a token come without one.
using FindKey = std::function<const PublicKey*(std::string_view kid)>;

// What depends on whose tokens are checked. The defaults are for our own.
struct Rules {
  bool type_optional = false;  // "typ" may be missing; where there is one it must be JWT
  bool kid_optional = false;
  bool foreign_kid = false;
};

// Nothing in the header has any say but the kid, which only looks up the key. Header members that
// we do not know are passed over, as RFC 7515 section 4 demands.
[[nodiscard]] Result<Token, Refusal> verify(std::string_view token, const FindKey& find_key,
                                            const Rules& rules = {});

}  // namespace assay::jws
