// SPDX-License-Identifier: Apache-2.0
// Live daemons, what becomes of the items of a dead one, and the hints that wake them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::work {

// Live daemons. announce: at start and with each heartbeat. release_of: sets items of a daemon
// known to be dead back to ready with one more crash; returns how many (poison waits for reap).
void announce(pg::Tx& tx, const std::string& worker, const std::string& host);
void withdraw(pg::Tx& tx, const std::string& worker);
[[nodiscard]] std::vector<std::string> workers_of_host(pg::Tx& tx, const std::string& host);
std::int64_t release_of(pg::Tx& tx, const std::string& worker, int max_crashes);
// Seconds since any daemon was last seen; nullopt when none is registered.
[[nodiscard]] std::optional<double> newest_worker_age(pg::Tx& tx);

// Makes hints of enqueue() arrive at this connection for as long as it lives.
void listen(pg::Connection& connection);
// Whether they still do: a connection that died unnoticed would stay silent. Throws DbError.
[[nodiscard]] bool listening(pg::Connection& connection);

}  // namespace assay::store::work
