// SPDX-License-Identifier: Apache-2.0
// Begins and ends transactions.
#include "db/pg/tx.hpp"

#include <stdexcept>

#include "core/trace/log.hpp"

namespace assay::pg {
namespace {

// The id is checked UUID text (core/base/ids.hpp), so it is safe in the statement.
std::string set_tenant(const TenantId& tenant) {
  if (!is_uuid(tenant.value)) throw std::logic_error("a tenant id that is not a UUID");
  return "SET LOCAL assay.tenant = '" + tenant.value + "'";
}

const Statement& begin_of(Access access) {
  static constexpr Statement kReadOnly{"tx_begin_read_only", "BEGIN READ ONLY"};
  static constexpr Statement kReadWrite{"tx_begin_read_write", "BEGIN READ WRITE"};
  static constexpr Statement kSnapshot{"tx_begin_snapshot",
                                       "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"};
  switch (access) {
    case Access::ReadOnly:
      return kReadOnly;
    case Access::ReadWrite:
      return kReadWrite;
    case Access::Snapshot:
      return kSnapshot;
  }
  throw std::logic_error("an unknown kind of access");
}

}  // namespace

Tx::Tx(Connection& connection, Access access, const TenantId& tenant, std::optional<Check> check)
    : connection_(connection), check_(std::move(check)) {
  std::string setting = set_tenant(tenant);
  connection_.begin(begin_of(access));
  connection_.queue_command(std::move(setting));
  if (check_)
    check_ticket_ = connection_.queue(*check_->question.statement, check_->question.params);
}

Tx::Tx(Connection& connection, Access access) : connection_(connection) {
  connection_.begin(begin_of(access));
}

void Tx::roll_back() {
  open_ = false;
  connection_.abandon();
}

Tx::~Tx() {
  if (!open_) return;
  try {
    roll_back();
  } catch (const std::exception& error) {
    log::warning("rollback_failed", {{"error", error.what()}});
  }
}

Rows Tx::take(Connection::Ticket ticket) {
  judge();
  return connection_.take(ticket);
}

void Tx::judge() {
  if (!check_) return;
  check_->judge(connection_.take(check_ticket_));
  check_.reset();
}

void Tx::copy_out(const std::string& query, const Connection::TakeFields& take) {
  judge();
  connection_.copy_out(query, take);
}

void Tx::act_for(const TenantId& tenant) {
  connection_.queue_command(set_tenant(tenant));
}

void Tx::commit() {
  judge();
  connection_.finish();
  open_ = false;
}

}  // namespace assay::pg
