// SPDX-License-Identifier: Apache-2.0
// The provider's signing keys (JWKS): fetched ahead of need, and again for a key id that is new,
// but never as often as somebody who makes up key ids would like.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/jws_key.hpp"
#include "pipeline/oidc/cached.hpp"

namespace assay::oidc {

struct SigningKey {
  std::string kid;  // "": it has none
  jws::PublicKey key;
};
using KeySet = std::vector<SigningKey>;

// The keys of a JWKS document that are of use here; nullopt where there is none.
[[nodiscard]] std::optional<KeySet> read_key_set(const Json& document);

// May be used by several threads at once.
class Keys {
 public:
  Keys(const Freshness& freshness, Cached<KeySet>::Fetch fetch)
      : freshness_(freshness), cached_(freshness, std::move(fetch)) {}

  // The key of that id; of "" the only key, where there is but one. An id that is not known causes
  // one fetch, unless the last one was a moment ago or the id was looked for lately.
  [[nodiscard]] std::optional<jws::PublicKey> find(std::string_view kid);
  // Whether there are any.
  [[nodiscard]] bool ready() { return cached_.get() != nullptr; }
  void renew() { cached_.renew(); }

 private:
  [[nodiscard]] bool lately_unknown(std::string_view kid);
  void remember_unknown(std::string_view kid);

  const Freshness freshness_;
  Cached<KeySet> cached_;
  std::mutex mutex_;  // of unknown_
  std::map<std::string, Freshness::Clock::time_point, std::less<>> unknown_;
};

}  // namespace assay::oidc
