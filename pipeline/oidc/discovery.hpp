// SPDX-License-Identifier: Apache-2.0
// What the provider says about itself, kept fresh in memory: its metadata (OpenID Connect Discovery
// 1.0 section 3) and its signing keys (JWKS). Sends requests to it: JSON documents and forms to the
// token endpoint, within limits.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "core/crypto/jwt.hpp"
#include "core/http/http_client.hpp"
#include "core/json/json.hpp"

namespace assay::oidc {

using Form = std::vector<std::pair<std::string_view, std::string>>;

// Why a sign-in through the provider fails: fixed codes that the API passes on.
enum class Problem {
  Unavailable,   // no usable response of the provider in time
  Refused,       // the provider rejects the code or the client
  TokenInvalid,  // the provider's response proves nobody's identity to us
};

[[nodiscard]] constexpr std::string_view to_text(Problem problem) {
  switch (problem) {
    case Problem::Unavailable:
      return "PROVIDER_UNAVAILABLE";
    case Problem::Refused:
      return "PROVIDER_REFUSED";
    case Problem::TokenInvalid:
      return "TOKEN_INVALID";
  }
  return "PROVIDER_UNAVAILABLE";
}

// application/x-www-form-urlencoded, also for the query of a URL.
[[nodiscard]] std::string form_text(const Form& form);
// The Authorization header of a client with a secret (RFC 6749 section 2.3.1).
[[nodiscard]] std::string basic_authorization(std::string_view client_id, std::string_view secret);

// For one thread at a time. Responses are at most 1 MiB, redirects are not followed, and no
// exchange outlasts the deadline or 10 s. Failures are logged without any text of the response.
class Web {
 public:
  // cancelled: ends an exchange early; called several times a second.
  explicit Web(std::function<bool()> cancelled) : cancelled_(std::move(cancelled)) {}

  // Returns the JSON object that a GET gives; any other response is Unavailable.
  [[nodiscard]] Result<Json, Problem> get(const std::string& url, const Deadline& deadline,
                                          std::vector<std::string> headers = {});
  // Returns the JSON object that posting a form gives; Refused when the response is 400 to 403.
  [[nodiscard]] Result<Json, Problem> post(const std::string& url, const Form& form,
                                           const Deadline& deadline,
                                           std::vector<std::string> headers);

 private:
  [[nodiscard]] Result<Json, Problem> exchange(http::Request request, const Deadline& deadline);

  http::Client client_;
  std::function<bool()> cancelled_;
};

// The periods that all caches use, and the clock they read.
struct Freshness {
  using Clock = std::chrono::steady_clock;
  std::chrono::seconds lifetime{600};
  std::chrono::seconds renewal{480};  // age at which it is fetched ahead of expiry
  std::chrono::seconds cooldown{30};  // between unplanned fetches
  std::chrono::seconds unknown{120};  // how long a key id counts as unknown
  std::function<Clock::time_point()> now = [] { return Clock::now(); };
};

// Keeps a document of the provider in memory. One thread at a time fetches it, and it is served
// stale while the provider fails.
template <class T>
class Cached {
 public:
  using Value = std::shared_ptr<const T>;
  using Fetch = std::function<std::optional<T>()>;

  Cached(const Freshness& freshness, Fetch fetch)
      : freshness_(freshness), fetch_(std::move(fetch)) {}

  // The value, fetched when there is none or it has expired. When fetching fails, the old value is
  // still served; nullptr when there never was one. A failed fetch is retried after the cooldown.
  [[nodiscard]] Value get() {
    if (Value value = younger_than(freshness_.lifetime)) return value;
    const std::lock_guard fetching(fetching_);
    if (Value value = younger_than(freshness_.lifetime)) return value;  // fetched meanwhile
    if (!cooling_down()) fetch_now();
    return last();
  }
  // Fetches now, unless the last fetch was less than the cooldown ago. Returns what get() then
  // gives.
  Value refetch() {
    const std::lock_guard fetching(fetching_);
    if (!cooling_down()) fetch_now();
    return last();
  }
  // Call this regularly, so that get() seldom has to wait.
  void renew() {
    if (younger_than(freshness_.renewal)) return;
    static_cast<void>(refetch());
  }

 private:
  using TimePoint = Freshness::Clock::time_point;

  [[nodiscard]] Value last() {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  [[nodiscard]] Value younger_than(std::chrono::seconds age) {
    const std::lock_guard lock(mutex_);
    return value_ && freshness_.now() - fetched_ < age ? value_ : nullptr;
  }
  [[nodiscard]] bool cooling_down() {
    const std::lock_guard lock(mutex_);
    return tried_ && freshness_.now() - *tried_ < freshness_.cooldown;
  }
  void fetch_now() {
    std::optional<T> fetched = fetch_();
    const std::lock_guard lock(mutex_);
    tried_ = freshness_.now();
    if (!fetched) return;
    fetched_ = *tried_;
    value_ = std::make_shared<const T>(std::move(*fetched));
  }

  const Freshness freshness_;
  const Fetch fetch_;
  std::mutex fetching_;  // held while fetching; taken before mutex_
  std::mutex mutex_;     // guards the three members below
  Value value_;
  TimePoint fetched_{};
  std::optional<TimePoint> tried_;
};

struct Metadata {
  std::string authorization_endpoint;
  std::string token_endpoint;
  std::string jwks_uri;
  std::string userinfo_endpoint;  // "" when there is none
  bool secret_in_body = false;    // client_secret_post, when client_secret_basic is not accepted
  bool names_itself_in_answer = false;  // RFC 9207: the authorization response carries iss
};

// The URL of an issuer's discovery document.
[[nodiscard]] std::string discovery_url(std::string_view issuer);
// nullopt, logged, unless the document names exactly that issuer and requests to every endpoint are
// safe from eavesdropping.
[[nodiscard]] std::optional<Metadata> read_metadata(const Json& document, std::string_view issuer);

struct SigningKey {
  std::string kid;  // "" when it has none
  jws::PublicKey key;
};
using KeySet = std::vector<SigningKey>;

// The usable keys of a JWKS document; nullopt when there are none.
[[nodiscard]] std::optional<KeySet> read_key_set(const Json& document);

// Keys are fetched ahead of need, and again for an unknown key id, but with a limit that forged key
// ids cannot exceed. Thread-safe.
class Keys {
 public:
  Keys(const Freshness& freshness, Cached<KeySet>::Fetch fetch)
      : freshness_(freshness), cached_(freshness, std::move(fetch)) {}

  // The key with that id; for "" the only key, if there is just one. An unknown id causes one
  // fetch, unless the last one was a moment ago or the id was looked for recently.
  [[nodiscard]] std::optional<jws::PublicKey> find(std::string_view kid);
  // Whether there are any.
  [[nodiscard]] bool ready() { return cached_.get() != nullptr; }
  void renew() { cached_.renew(); }

 private:
  [[nodiscard]] bool lately_unknown(std::string_view kid);
  void remember_unknown(std::string_view kid);

  const Freshness freshness_;
  Cached<KeySet> cached_;
  std::mutex mutex_;  // guards unknown_
  std::map<std::string, Freshness::Clock::time_point, std::less<>> unknown_;
};

}  // namespace assay::oidc
