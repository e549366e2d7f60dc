// SPDX-License-Identifier: Apache-2.0
// assayctl keys: the Ed25519 keys that sign access tokens, and those that all hosts share.
#include <algorithm>

#include "core/base/error.hpp"
#include "core/crypto/ed25519.hpp"
#include "core/trace/log.hpp"
#include "db/store/access/sign_in.hpp"
#include "db/store/audit/host_keys.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

// How long an API process may continue to sign with the previous key after a rotation: until the
// new one is a few seconds old, and the process has read its keys again (within a minute).
constexpr std::chrono::seconds kTakeover{75};

std::string_view state_of(const store::access::SigningKeyState& key) {
  if (!key.retires_at) return "SIGNING";
  return key.retired ? "RETIRED" : "ACCEPTED";
}

store::access::SigningKey fresh_key() {
  ed25519::KeyPair pair = ed25519::generate();
  return {new_uuid(), std::move(pair.private_key), std::move(pair.public_key), false};
}

}  // namespace

int keys_rotate(const Config& config, const Arguments& /*arguments*/) {
  const store::access::SigningKey key = fresh_key();
  const auto accept_old_for = kTakeover + config.access_token_lifetime + config.clock_leeway;
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite);
  const std::int64_t old = store::access::rotate_signing_keys(tx, key, accept_old_for);
  audit_everywhere(tx, "signing_key.rotate", "signing_key", key.kid);
  tx.commit();
  log::info("signing_key_rotated", {{"kid", key.kid}, {"retiring", old}});
  print(Json::object()
            .set("kid", key.kid)
            .set("retiring", old)
            .set("oldAcceptedForSeconds", accept_old_for.count()));
  return 0;
}

int keys_adopt(const Config& config, const Arguments& arguments) {
  const std::string& name = arguments.file();
  const auto keys = store::host_keys::of(config);
  const auto key =
      std::find_if(keys.begin(), keys.end(), [&name](const auto& one) { return one.name == name; });
  if (key == keys.end()) throw Failure(invalid_field("NAME", "must be audit or events"));
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite);
  const std::string public_key = store::host_keys::adopt(tx, *key);
  audit_everywhere(tx, "signing_key.rotate", "signing_key", name,
                   Json::object().set("publicKey", public_key));
  tx.commit();
  print(Json::object().set("name", name).set("file", key->file).set("publicKey", public_key));
  return 0;
}

int keys_retire(const Config& config, const Arguments& arguments) {
  if (arguments.positional.size() != 1)
    throw Failure(invalid_field("KID", "exactly one is needed"));
  const std::string& kid = arguments.positional.front();
  const store::access::SigningKey spare = fresh_key();
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite);
  const auto [found, replaced] = store::access::retire_signing_key(tx, kid, spare);
  if (!found) throw Failure(not_found("Signing key that is accepted", "kid", kid));
  audit_everywhere(tx, "signing_key.retire", "signing_key", kid);
  if (replaced) audit_everywhere(tx, "signing_key.rotate", "signing_key", spare.kid);
  tx.commit();
  log::info("signing_key_retired", {{"kid", kid}});
  const auto replacement = replaced ? std::optional(spare.kid) : std::nullopt;
  print(Json::object().set("kid", kid).set("replacedBy", replacement));
  return 0;
}

int keys_list(const Config& config, const Arguments& /*arguments*/) {
  pg::Connection connection = connect(config);
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
  print(Json::object().set("keys", keys));
  return 0;
}

}  // namespace assay::ctl
