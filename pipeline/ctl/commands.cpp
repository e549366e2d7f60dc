// SPDX-License-Identifier: Apache-2.0
// Reads the arguments of commands, and implements migrate.
#include "pipeline/ctl/commands.hpp"

#include "core/crypto/ed25519.hpp"
#include "db/migrate.hpp"
#include "db/store/access.hpp"
#include "pipeline/ctl/acting.hpp"

namespace assay::ctl {
namespace {

void ensure_signing_key(pg::Connection& connection) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  if (!store::access::signing_keys(tx).empty()) return;
  ed25519::KeyPair pair = ed25519::generate();
  store::access::add_signing_key(
      tx, {new_uuid(), std::move(pair.private_key), std::move(pair.public_key), false});
  tx.commit();
}

}  // namespace

const std::string& Arguments::required(const std::string& option) const {
  const auto found = options.find(option);
  if (found == options.end()) throw Failure(invalid_field(option, "is needed"));
  return found->second;
}

std::optional<std::string> Arguments::optional(const std::string& option) const {
  const auto found = options.find(option);
  if (found == options.end()) return std::nullopt;
  return found->second;
}

const std::string& Arguments::file() const {
  if (positional.size() != 1) throw Failure(invalid_field("FILE", "exactly one is needed"));
  return positional.front();
}

int migrate(const Config& config, const Arguments& /*arguments*/) {
  pg::Connection connection = connect(config);
  const Result<int> applied = db::migrate(connection);
  if (!applied) throw Failure(applied.error());
  ensure_signing_key(connection);
  print(Json::object().set("applied", *applied));
  return 0;
}

}  // namespace assay::ctl
