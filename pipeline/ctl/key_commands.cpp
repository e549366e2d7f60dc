// SPDX-License-Identifier: Apache-2.0
// assayctl keys: the Ed25519 keys that sign access tokens.
#include <iostream>

#include "core/ed25519.hpp"
#include "core/log.hpp"
#include "db/store/access.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

// An API process may sign with the key before for so long after a rotation: until the new one is a
// few seconds old, and the process has read its keys anew (within a minute).
constexpr std::chrono::seconds kTakeover{75};

std::string_view state_of(const store::access::SigningKeyState& key) {
  if (!key.retires_at) return "SIGNING";
  return key.retired ? "RETIRED" : "ACCEPTED";
}

}  // namespace

int keys_rotate(const Config& config, const Arguments& /*arguments*/) {
  ed25519::KeyPair pair = ed25519::generate();
  const store::access::SigningKey key{new_uuid(), std::move(pair.private_key),
                                      std::move(pair.public_key), false};
  const auto accept_old_for = kTakeover + config.access_token_lifetime + config.clock_leeway;
  pg::Connection connection(config.database_url, "assayctl");
  pg::Tx tx(connection, pg::Access::ReadWrite);
  const std::int64_t old = store::access::rotate_signing_keys(tx, key, accept_old_for);
  tx.commit();
  // The keys are no tenant's, so no trail has room for this.
  log::info("signing_key_rotated", {{"kid", key.kid}, {"retiring", old}});
  std::cout << Json::object()
                   .set("kid", key.kid)
                   .set("retiring", old)
                   .set("oldAcceptedForSeconds", accept_old_for.count())
                   .dump()
            << '\n';
  return 0;
}

int keys_list(const Config& config, const Arguments& /*arguments*/) {
  pg::Connection connection(config.database_url, "assayctl");
  pg::Tx tx(connection, pg::Access::ReadOnly);
  Json keys = Json::array();
  for (const auto& key : store::access::signing_key_states(tx)) {
    std::optional<std::string> retires_at;
    if (key.retires_at) retires_at = to_iso8601(*key.retires_at);
    keys.push(Json::object()
                  .set("kid", key.kid)
                  .set("state", state_of(key))
                  .set("createdAt", to_iso8601(key.created_at))
                  .set("retiresAt", retires_at));
  }
  std::cout << Json::object().set("keys", keys).dump() << '\n';
  return 0;
}

}  // namespace assay::ctl
