// SPDX-License-Identifier: Apache-2.0
// Measures the database's clock.
#include "db/pg/database_clock.hpp"

namespace assay::pg {
namespace {

using std::chrono::microseconds;

constexpr microseconds kMeasureEvery = std::chrono::minutes(1);
constexpr Statement kAsk{"database_clock", "SELECT micros(clock_timestamp()) AS now"};

std::int64_t monotonic() {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<microseconds>(since_start).count();
}

}  // namespace

Timestamp database_time(Tx& tx) {
  return tx.run(kAsk)[0].timestamp("now");
}

Timestamp DatabaseClock::now() const {
  if (measured_ == 0) return assay::now();
  return Timestamp(microseconds(monotonic() + offset_));
}

void DatabaseClock::keep_right(Connection& connection) {
  const std::int64_t last = measured_;
  if (last != 0 && monotonic() - last < kMeasureEvery.count()) return;
  Tx tx(connection, Access::ReadOnly);
  const std::int64_t begun = monotonic();
  const Timestamp there = database_time(tx);
  const std::int64_t ended = monotonic();
  offset_ = there.time_since_epoch().count() - (begun + ended) / 2;
  measured_ = ended;
}

}  // namespace assay::pg
