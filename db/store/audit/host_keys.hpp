// SPDX-License-Identifier: Apache-2.0
// Keys in files that every host of an installation must have: the one that signs checkpoints, and
// the one that opens the secrets of webhooks. The database holds their public halves.
#pragma once

#include <string>
#include <vector>

#include "core/settings/config.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::host_keys {

struct HostKey {
  std::string name;  // "audit", "events"
  std::string file;
};
// The keys that the settings name.
[[nodiscard]] std::vector<HostKey> of(const Config& config);

// Returns why this host must not use its key and what to do about it, or "" if it may use it. The
// first host creates the key if it is missing, and registers it for all hosts. A host without the
// file does not create one if another host has registered a key. Throws DbError; an unreadable file
// is a reason, not an exception.
enum class Make { IfAbsent, Never };
[[nodiscard]] std::string problem(pg::Connection& connection, const HostKey& key, Make make);

// From now on the key in this host's file is the installation's. Returns its public half in
// base64url. Throws IoError or std::runtime_error if the file holds none.
std::string adopt(pg::Tx& tx, const HostKey& key);

}  // namespace assay::store::host_keys
