// SPDX-License-Identifier: Apache-2.0
// Compares keys in files of this host with those of the installation.
#include "db/store/audit/host_keys.hpp"

#include <filesystem>
#include <stdexcept>

#include "core/base/digest.hpp"
#include "core/base/io.hpp"
#include "core/crypto/ed25519.hpp"

namespace assay::store::host_keys {
namespace {

constexpr pg::Statement kFind{"host_key_find", "SELECT public_key FROM host_key WHERE name = $1"};
constexpr pg::Statement kName{
    "host_key_name",
    "INSERT INTO host_key (name, public_key) VALUES ($1, $2) ON CONFLICT DO NOTHING"};
constexpr pg::Statement kAdopt{"host_key_adopt", R"sql(
INSERT INTO host_key (name, public_key) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET public_key = excluded.public_key, named_at = clock_timestamp())sql"};

std::optional<std::string> find(pg::Tx& tx, const HostKey& key) {
  const pg::Rows rows = tx.run(kFind, key.name);
  if (rows.empty()) return std::nullopt;
  return rows[0].bytes("public_key");
}

std::string other_key(const HostKey& key, const std::string& how) {
  return key.file + " " + how +
         ". Copy the file from a host that works, with its owner and mode. " +
         "If no host has it any more: assayctl keys adopt " + key.name;
}

// In a transaction of its own, so that a host that starts at the same moment waits for it.
std::string named(pg::Tx& tx, const HostKey& key, const std::string& own) {
  static_cast<void>(tx.run(kName, key.name, pg::Bytes{own}));
  return find(tx, key).value_or(own);
}

}  // namespace

std::vector<HostKey> of(const Config& config) {
  std::vector<HostKey> keys;
  if (!config.audit_key_file.empty()) keys.push_back({"audit", config.audit_key_file});
  keys.push_back({"events", config.events.key_file});
  return keys;
}

std::string problem(pg::Connection& connection, const HostKey& key, Make make) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  if (!std::filesystem::exists(key.file)) {
    if (find(tx, key)) return other_key(key, "does not exist, and other hosts have one");
    if (make == Make::Never) return "";
  }
  std::string own;
  try {
    own = key_file::load_or_create(key.file).public_key;
  } catch (const std::runtime_error& error) {  // also IoError
    return error.what();
  }
  const bool same = named(tx, key, own) == own;
  tx.commit();
  return same ? "" : other_key(key, "holds a different key from the other hosts");
}

std::string adopt(pg::Tx& tx, const HostKey& key) {
  const std::string own = key_file::load_or_create(key.file).public_key;
  static_cast<void>(tx.run(kAdopt, key.name, pg::Bytes{own}));
  return to_base64url(own);
}

}  // namespace assay::store::host_keys
