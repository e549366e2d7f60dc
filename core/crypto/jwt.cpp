// SPDX-License-Identifier: Apache-2.0
// Writes and reads the claims of access tokens.
#include "core/crypto/jwt.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "core/crypto/ed25519.hpp"

namespace assay::jwt {
namespace {

constexpr std::string_view kAlgorithm = "EdDSA";
constexpr std::string_view kType = "JWT";
constexpr std::string_view kIssuer = "assay";
constexpr std::string_view kAudience = "assay-api";

std::int64_t seconds_of(Timestamp at) {
  return std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count();
}

// Returns nullopt if the claim is absent or out of the range of microseconds.
std::optional<Timestamp> instant(const Json& claims, std::string_view name) {
  constexpr std::int64_t kMaxSeconds = 1LL << 40U;
  const auto seconds = claims.get(name).as_integer();
  if (!seconds || *seconds < 0 || *seconds > kMaxSeconds) return std::nullopt;
  return Timestamp(std::chrono::seconds(*seconds));
}

std::optional<Claims> read(const Json& json) {
  const auto user = UserId::parse(json.get("sub").as_string().value_or(""));
  const auto tenant = TenantId::parse(json.get("tid").as_string().value_or(""));
  const auto role = from_text<Role>(json.get("role").as_string().value_or(""));
  const auto sign_in = json.get("sid").as_string();
  const auto id = json.get("jti").as_string();
  const auto issued = instant(json, "iat");
  const auto expires = instant(json, "exp");
  if (!user || !tenant || !role || !sign_in || !is_uuid(*sign_in) || !id || !issued || !expires) {
    return std::nullopt;
  }
  return Claims{*user, *tenant, *role, *sign_in, *issued, *expires, *id};
}

}  // namespace

std::string sign(const Claims& claims, std::string_view kid, std::string_view private_key) {
  Json header = Json::object();
  header.set("alg", kAlgorithm).set("kid", kid).set("typ", kType);
  Json body = Json::object();
  body.set("iss", kIssuer)
      .set("aud", kAudience)
      .set("sub", claims.user.value)
      .set("tid", claims.tenant.value)
      .set("role", to_text(claims.role))
      .set("sid", claims.sign_in)
      .set("iat", seconds_of(claims.issued_at))
      .set("nbf", seconds_of(claims.issued_at))
      .set("exp", seconds_of(claims.expires_at))
      .set("jti", claims.id);
  std::string token = to_base64url(header.dump());
  token.append(".").append(to_base64url(body.dump()));
  const std::string signature = ed25519::sign(private_key, token);
  return token.append(".").append(to_base64url(signature));
}

Result<Claims, std::string> verify(std::string_view token, const jws::FindKey& find_key,
                                   Timestamp now, std::chrono::seconds leeway) {
  const auto checked = jws::verify(token, find_key);
  if (!checked) return std::string(jws::to_text(checked.error()));
  const Json& json = checked->claims;
  if (json.get("iss").as_string() != kIssuer) return std::string("iss");
  if (json.get("aud").as_string() != kAudience) return std::string("aud");
  auto claims = read(json);
  const auto not_before = instant(json, "nbf");
  if (!claims || !not_before) return std::string("a claim is missing or malformed");
  if (claims->expires_at + leeway <= now) return std::string("expired");
  if (std::max(claims->issued_at, *not_before) > now + leeway) return std::string("not valid yet");
  return *claims;
}

}  // namespace assay::jwt
