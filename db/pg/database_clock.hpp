// SPDX-License-Identifier: Apache-2.0
// The time that all hosts share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/base/time.hpp"
#include "db/pg/tx.hpp"

namespace assay::pg {

// The database's time at this moment, not at the beginning of the transaction. Throws DbError.
[[nodiscard]] Timestamp database_time(Tx& tx);

// The database's clock, measured once a minute and continued by the monotonic clock in between. All
// hosts then agree on the time, even if a host's own clock is wrong. Safe from any thread.
class DatabaseClock {
 public:
  // This host's own time until the database's was measured.
  [[nodiscard]] Timestamp now() const;
  // Asks the database if a minute has passed since the last time, in a transaction of its own.
  // Throws DbError.
  void keep_right(Connection& connection);

 private:
  // The offset to add to the monotonic clock, in microseconds. Two threads that measure at once
  // store the same offset.
  std::atomic<std::int64_t> offset_{0};
  std::atomic<std::int64_t> measured_{0};  // by the monotonic clock; 0: never
};

}  // namespace assay::pg
