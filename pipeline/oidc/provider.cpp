// SPDX-License-Identifier: Apache-2.0
// Implements the steps of a sign-in at the provider.
#include "pipeline/oidc/provider.hpp"

#include <algorithm>
#include <condition_variable>

#include "core/crypto/jwt.hpp"
#include "core/trace/log.hpp"
#include "pipeline/oidc/identity.hpp"

namespace assay::oidc {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kExchangeTime{9};
constexpr std::chrono::seconds kFetchTime{10};
// A failed exchange that took this long makes further ones pause.
constexpr std::chrono::seconds kLong{3};
constexpr std::chrono::seconds kPause{10};

std::function<std::optional<Json>(const std::string&)> fetcher(std::function<bool()> cancelled) {
  return [cancelled = std::move(cancelled)](const std::string& url) -> std::optional<Json> {
    Web web(cancelled);
    auto document = web.get(url, Deadline(kFetchTime));
    if (!document) return std::nullopt;
    return std::move(*document);
  };
}

Problem refused(std::string_view why) {
  log::warning("oidc_token_refused", {{"why", why}});
  return Problem::TokenInvalid;
}

}  // namespace

Provider::Provider(OidcSettings settings, std::chrono::seconds leeway,
                   std::function<Timestamp()> clock, std::function<bool()> cancelled,
                   const Freshness& freshness)
    : settings_(std::move(settings)),
      leeway_(leeway),
      clock_(std::move(clock)),
      cancelled_(std::move(cancelled)),
      metadata_(freshness,
                [this]() -> std::optional<Metadata> {
                  const auto document = fetcher(cancelled_)(discovery_url(settings_.issuer));
                  return document ? read_metadata(*document, settings_.issuer) : std::nullopt;
                }),
      keys_(freshness, [this]() -> std::optional<KeySet> {
        const auto metadata = metadata_.get();
        if (metadata == nullptr) return std::nullopt;
        const auto document = fetcher(cancelled_)(metadata->jwks_uri);
        return document ? read_key_set(*document) : std::nullopt;
      }) {}

Result<std::string, Problem> Provider::authorization_url(const Start& start) {
  const auto metadata = metadata_.get();
  if (metadata == nullptr) return Problem::Unavailable;
  const std::string& endpoint = metadata->authorization_endpoint;
  return endpoint + (endpoint.find('?') == std::string::npos ? "?" : "&") +
         form_text({{"response_type", "code"},
                    {"client_id", settings_.client_id},
                    {"redirect_uri", settings_.redirect_url},
                    {"scope", settings_.scopes},
                    {"state", start.state},
                    {"nonce", start.nonce},
                    {"code_challenge", start.code_challenge},
                    {"code_challenge_method", "S256"}});
}

Result<Identity, Problem> Provider::exchange(const Answer& answer) {
  if (paused()) return Problem::Unavailable;
  const auto begun = Clock::now();
  auto identity = exchange_within(answer, Deadline(kExchangeTime));
  if (!identity && identity.error() == Problem::Unavailable && Clock::now() - begun > kLong) {
    pause();
  }
  return identity;
}

Result<Identity, Problem> Provider::exchange_within(const Answer& answer,
                                                    const Deadline& deadline) {
  const auto metadata = metadata_.get();
  if (metadata == nullptr || !keys_.ready()) return Problem::Unavailable;
  // In a mix-up attack, the response names another provider.
  if (answer.issuer ? *answer.issuer != settings_.issuer : metadata->names_itself_in_answer) {
    return refused("the answer is not that of the issuer");
  }
  Visit visit{Web(cancelled_), deadline, *metadata};
  const auto tokens = redeem(visit, answer);
  if (!tokens) return tokens.error();
  auto claims = verify(*tokens, answer.nonce);
  if (!claims) return claims.error();
  auto more = userinfo(visit, *tokens, *claims);
  if (!more) return more.error();
  return identity_of({std::move(*claims), std::move(*more)}, settings_);
}

Result<Provider::Tokens, Problem> Provider::redeem(Visit& visit, const Answer& answer) {
  Form form{{"grant_type", "authorization_code"},
            {"code", answer.code},
            {"redirect_uri", settings_.redirect_url},
            {"code_verifier", answer.code_verifier}};
  std::vector<std::string> headers;
  const bool has_secret = !settings_.client_secret.empty();
  if (has_secret && !visit.metadata.secret_in_body) {
    headers.push_back(basic_authorization(settings_.client_id, settings_.client_secret));
  } else {
    form.emplace_back("client_id", settings_.client_id);
    if (has_secret) form.emplace_back("client_secret", settings_.client_secret);
  }
  const auto json =
      visit.web.post(visit.metadata.token_endpoint, form, visit.deadline, std::move(headers));
  if (!json) return json.error();
  auto id_token = json->get("id_token").as_string();
  if (!id_token) return refused("there is no id_token in the answer");
  return Tokens{std::move(*id_token), json->get("access_token").as_string().value_or("")};
}

Result<Json, Problem> Provider::verify(const Tokens& tokens, const std::string& nonce) {
  std::optional<jws::PublicKey> key;
  const auto find = [&](std::string_view kid) {
    key = keys_.find(kid);
    return key ? &*key : nullptr;
  };
  auto token = jws::verify(tokens.id_token, find,
                           {.type_optional = true, .kid_optional = true, .foreign_kid = true});
  if (!token) return refused(jws::to_text(token.error()));
  const Expected expected{
      settings_.issuer, settings_.client_id, nonce, tokens.access_token, key->algorithm(), clock_(),
      leeway_};
  if (const auto problem = claims_problem(token->claims, expected)) return refused(*problem);
  return std::move(token->claims);
}

Result<Json, Problem> Provider::userinfo(Visit& visit, const Tokens& tokens, const Json& claims) {
  const std::string& endpoint = visit.metadata.userinfo_endpoint;
  if (tells_enough(claims, settings_) || endpoint.empty() || tokens.access_token.empty()) {
    return Json();
  }
  const auto plain = [](char c) { return c > ' ' && c <= '~'; };
  if (!std::all_of(tokens.access_token.begin(), tokens.access_token.end(), plain)) {
    return refused("the access token is no header's text");
  }
  auto answer =
      visit.web.get(endpoint, visit.deadline, {"Authorization: Bearer " + tokens.access_token});
  if (!answer) return answer.error();
  // OpenID Connect Core section 5.3.2: otherwise it may be somebody else's.
  if (answer->get("sub").as_string() != claims.get("sub").as_string()) {
    return refused("the userinfo is of another subject");
  }
  return std::move(*answer);
}

void Provider::keep_fresh(const std::stop_token& stop) {
  constexpr std::chrono::seconds kLook{10};
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    metadata_.renew();
    keys_.renew();
    wake.wait_for(lock, stop, kLook, [] { return false; });
  }
}

bool Provider::paused() {
  const std::lock_guard lock(mutex_);
  return Clock::now() < paused_until_;
}

void Provider::pause() {
  const std::lock_guard lock(mutex_);
  paused_until_ = Clock::now() + kPause;
  log::warning("oidc_provider_paused", {{"seconds", kPause.count()}});
}

}  // namespace assay::oidc
