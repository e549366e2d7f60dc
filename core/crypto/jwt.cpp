// SPDX-License-Identifier: Apache-2.0
// Checks signed tokens, and makes and reads access tokens.
#include "core/crypto/jwt.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/digest.hpp"
#include "core/crypto/ed25519.hpp"

namespace assay::jws {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{8} << 10U;
constexpr std::size_t kMaxKid = 64;
constexpr std::size_t kMaxForeignKid = 256;
constexpr std::string_view kType = "JWT";
constexpr std::array<std::string_view, 2> kExtensions{"crit", "b64"};
constexpr std::array<std::string_view, 4> kKeyBearers{"jwk", "jku", "x5u", "x5c"};

struct Parts {
  std::string_view header;
  std::string_view claims;
  std::string_view signature;
  std::string_view signed_text;  // header and claims with the dot between
};

std::optional<Parts> split(std::string_view token) {
  const std::size_t first = token.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = token.find('.', first + 1);
  if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  return Parts{token.substr(0, first), token.substr(first + 1, second - first - 1),
               token.substr(second + 1), token.substr(0, second)};
}

std::optional<Json> object_in(std::string_view text) {
  auto json = Json::parse(text);
  if (!json || !json->is_object()) return std::nullopt;
  return json;
}

bool foreign_kid_is_sound(std::string_view kid) {
  return !kid.empty() && kid.size() <= kMaxForeignKid &&
         std::all_of(kid.begin(), kid.end(), [](char c) { return c > ' ' && c <= '~'; });
}

bool kid_is_sound(std::string_view kid) {
  return !kid.empty() && kid.size() <= kMaxKid && std::all_of(kid.begin(), kid.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == ':' || c == '-';
  });
}

template <std::size_t N>
bool has_any(const Json& header, const std::array<std::string_view, N>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return header.has(name); });
}

std::optional<Refusal> complaint_about(const Json& header, const Rules& rules) {
  if (has_any(header, kExtensions)) return Refusal::Critical;
  if (has_any(header, kKeyBearers)) return Refusal::BringsKey;
  if (header.has("typ") ? header.get("typ").as_string() != kType : !rules.type_optional) {
    return Refusal::Type;
  }
  return std::nullopt;
}

// Returns the kid: "" if it is absent and may be, nullopt if it is malformed.
std::optional<std::string> kid_of(const Json& header, const Rules& rules) {
  if (!header.has("kid") && rules.kid_optional) return "";
  auto kid = header.get("kid").as_string();
  if (!kid) return std::nullopt;
  if (!(rules.foreign_kid ? foreign_kid_is_sound(*kid) : kid_is_sound(*kid))) return std::nullopt;
  return kid;
}

}  // namespace

std::string_view to_text(Refusal refusal) {
  static constexpr std::array<std::string_view, 11> kTexts{
      "too long", "not three parts", "encoding",  "header", "critical extension", "own key", "type",
      "key id",   "algorithm",       "signature", "claims"};
  return kTexts.at(static_cast<std::size_t>(refusal));
}

Result<Token, Refusal> verify(std::string_view token, const FindKey& find_key, const Rules& rules) {
  if (token.size() > kMaxBytes) return Refusal::TooLong;
  const auto parts = split(token);
  if (!parts) return Refusal::Parts;
  const auto header_text = from_base64url(parts->header);
  const auto claims_text = from_base64url(parts->claims);
  const auto signature = from_base64url(parts->signature);
  if (!header_text || !claims_text || !signature) return Refusal::Encoding;

  auto header = object_in(*header_text);
  if (!header) return Refusal::Header;
  if (const auto complaint = complaint_about(*header, rules)) return *complaint;
  const auto kid = kid_of(*header, rules);
  const PublicKey* key = kid ? find_key(*kid) : nullptr;
  if (key == nullptr) return Refusal::KeyId;
  if (header->get("alg").as_string() != key->algorithm()) return Refusal::Algorithm;
  if (!key->verify(parts->signed_text, *signature)) return Refusal::Signature;

  auto claims = object_in(*claims_text);
  if (!claims) return Refusal::Claims;
  return Token{std::move(*header), std::move(*claims)};
}

}  // namespace assay::jws

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
