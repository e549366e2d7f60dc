// SPDX-License-Identifier: Apache-2.0
// What the provider says about itself: its metadata (OpenID Connect Discovery 1.0 section 3) and
// its signing keys (JWKS).
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/crypto/jws_key.hpp"
#include "core/json/json.hpp"
#include "pipeline/oidc/cached.hpp"

namespace assay::oidc {

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
