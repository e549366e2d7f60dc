// SPDX-License-Identifier: Apache-2.0
// Writing and checking compact JWS.
#include "core/jwt.hpp"

#include <algorithm>

#include "core/digest.hpp"
#include "core/ed25519.hpp"
#include "core/json.hpp"

namespace assay::jwt {
namespace {

constexpr std::size_t kMaxToken = std::size_t{8} << 10U;
constexpr std::size_t kMaxKid = 64;
constexpr std::string_view kAlgorithm = "EdDSA";
constexpr std::string_view kType = "JWT";
constexpr std::string_view kIssuer = "assay";
constexpr std::string_view kAudience = "assay-api";

std::int64_t seconds_of(Timestamp at) {
  return std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count();
}

bool kid_is_sound(std::string_view kid) {
  return !kid.empty() && kid.size() <= kMaxKid && std::all_of(kid.begin(), kid.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == ':' || c == '-';
  });
}

std::optional<Json> decode_object(std::string_view part) {
  const auto text = from_base64url(part);
  if (!text) return std::nullopt;
  auto json = Json::parse(*text);
  if (!json || !json->is_object()) return std::nullopt;
  return json;
}

// The kid of a header that asks for nothing but what we do.
std::optional<std::string> kid_of(std::string_view part) {
  const auto header = decode_object(part);
  if (!header || header->get("alg").as_string() != kAlgorithm || header->has("crit")) {
    return std::nullopt;
  }
  if (header->has("typ") && header->get("typ").as_string() != kType) return std::nullopt;
  auto kid = header->get("kid").as_string();
  if (!kid || !kid_is_sound(*kid)) return std::nullopt;
  return kid;
}

std::optional<Claims> read_claims(std::string_view part) {
  const auto json = decode_object(part);
  if (!json || json->get("iss").as_string() != kIssuer ||
      json->get("aud").as_string() != kAudience) {
    return std::nullopt;
  }
  const auto user = UserId::parse(json->get("sub").as_string().value_or(""));
  const auto tenant = TenantId::parse(json->get("tid").as_string().value_or(""));
  const auto role = from_text<Role>(json->get("role").as_string().value_or(""));
  const auto id = json->get("jti").as_string();
  const auto issued = json->get("iat").as_integer();
  const auto not_before = json->get("nbf").as_integer();
  const auto expires = json->get("exp").as_integer();
  if (!user || !tenant || !role || !id || !issued || !expires || not_before != issued) {
    return std::nullopt;
  }
  constexpr std::int64_t kMostSeconds = 1LL << 40U;  // so that microseconds fit
  if (*issued < 0 || *issued > kMostSeconds || *expires < 0 || *expires > kMostSeconds) {
    return std::nullopt;
  }
  return Claims{*user,
                *tenant,
                *role,
                Timestamp(std::chrono::seconds(*issued)),
                Timestamp(std::chrono::seconds(*expires)),
                *id};
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
      .set("iat", seconds_of(claims.issued_at))
      .set("nbf", seconds_of(claims.issued_at))
      .set("exp", seconds_of(claims.expires_at))
      .set("jti", claims.id);
  std::string token = to_base64url(header.dump());
  token.append(".").append(to_base64url(body.dump()));
  const std::string signature = ed25519::sign(private_key, token);
  return token.append(".").append(to_base64url(signature));
}

std::optional<Claims> verify(std::string_view token, const FindKey& find_key, Timestamp now,
                             std::chrono::seconds leeway) {
  if (token.size() > kMaxToken) return std::nullopt;
  const std::size_t first = token.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = token.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto kid = kid_of(token.substr(0, first));
  if (!kid) return std::nullopt;
  // A third dot lands in the signature, where the strict decoding refuses it.
  const auto signature = from_base64url(token.substr(second + 1));
  const auto key = find_key(*kid);
  if (!signature || !key || !ed25519::verify(*key, token.substr(0, second), *signature)) {
    return std::nullopt;
  }
  auto claims = read_claims(token.substr(first + 1, second - first - 1));
  if (!claims || claims->expires_at + leeway <= now || claims->issued_at > now + leeway) {
    return std::nullopt;
  }
  return claims;
}

}  // namespace assay::jwt
