// SPDX-License-Identifier: Apache-2.0
// Reads key sets, and decides when to fetch them for an unknown key id.
#include "pipeline/oidc/keys.hpp"

#include <algorithm>

#include "core/trace/log.hpp"

namespace assay::oidc {
namespace {

constexpr std::size_t kMaxKeys = 64;
constexpr std::size_t kMaxUnknown = 1024;

std::optional<jws::PublicKey> key_of(const KeySet& keys, std::string_view kid) {
  if (kid.empty()) {
    if (keys.size() != 1) return std::nullopt;
    return keys.front().key;
  }
  for (const SigningKey& key : keys) {
    if (key.kid == kid) return key.key;
  }
  return std::nullopt;
}

}  // namespace

std::optional<KeySet> read_key_set(const Json& document) {
  const Json listed = document.get("keys");
  KeySet keys;
  for (std::size_t i = 0; i < std::min(listed.size(), kMaxKeys); ++i) {
    auto key = jws::PublicKey::from_jwk(listed.at(i));
    const std::string kid = listed.at(i).get("kid").as_string().value_or("");
    if (key) {
      keys.push_back({kid, std::move(*key)});
    } else {
      log::debug("oidc_key_unused", {{"kid", kid}, {"why", key.error()}});
    }
  }
  if (!keys.empty()) return keys;
  log::warning("oidc_keys_unusable", {{"listed", listed.size()}});
  return std::nullopt;
}

std::optional<jws::PublicKey> Keys::find(std::string_view kid) {
  const auto keys = cached_.get();
  if (keys != nullptr) {
    if (auto key = key_of(*keys, kid)) return key;
  }
  if (lately_unknown(kid)) return std::nullopt;
  const auto newer = cached_.refetch();
  if (newer == nullptr || newer == keys) return std::nullopt;  // too soon, or the provider is out
  auto key = key_of(*newer, kid);
  if (!key) remember_unknown(kid);
  return key;
}

bool Keys::lately_unknown(std::string_view kid) {
  const std::lock_guard lock(mutex_);
  const auto found = unknown_.find(kid);
  return found != unknown_.end() && freshness_.now() - found->second < freshness_.unknown;
}

void Keys::remember_unknown(std::string_view kid) {
  const std::lock_guard lock(mutex_);
  const auto now = freshness_.now();
  std::erase_if(unknown_,
                [&](const auto& entry) { return now - entry.second >= freshness_.unknown; });
  if (unknown_.size() >= kMaxUnknown) unknown_.erase(unknown_.begin());
  unknown_.insert_or_assign(std::string(kid), now);
}

}  // namespace assay::oidc
