// SPDX-License-Identifier: Apache-2.0
// Beginning and ending transactions.
#include "db/pg/tx.hpp"

#include <stdexcept>

#include "core/log.hpp"

namespace assay::pg {
namespace {

// The id is checked UUID text (core/ids.hpp), so it can stand in the statement.
std::string set_tenant(const TenantId& tenant) {
  if (!is_uuid(tenant.value)) throw std::logic_error("a tenant id that is no UUID");
  return "SET LOCAL assay.tenant = '" + tenant.value + "'";
}

const char* begin_of(Access access) {
  switch (access) {
    case Access::ReadOnly:
      return "BEGIN READ ONLY";
    case Access::ReadWrite:
      return "BEGIN READ WRITE";
    case Access::Snapshot:
      return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
  }
  throw std::logic_error("an access that is none");
}

}  // namespace

Tx::Tx(Connection& connection, Access access, const TenantId& tenant) : connection_(connection) {
  begin(access, "; " + set_tenant(tenant));
}

Tx::Tx(Connection& connection, Access access) : connection_(connection) {
  begin(access, "");
}

void Tx::begin(Access access, const std::string& more) {
  if (connection_.in_transaction()) throw std::logic_error("a transaction is already open");
  const std::string sql = begin_of(access) + more;
  const bool reused = connection_.connected();
  try {
    static_cast<void>(connection_.run(sql));
  } catch (const DbError& error) {
    // A connection kept from before may have died with its server: one fresh try.
    if (!reused || connection_.connected() || !error.unavailable()) throw;
    connection_.close();
    static_cast<void>(connection_.run(sql));
  }
}

Tx::~Tx() {
  if (!open_) return;
  try {
    if (connection_.connected()) static_cast<void>(connection_.run("ROLLBACK"));
  } catch (const std::exception& error) {
    log::warning("rollback_failed", {{"error", error.what()}});
    connection_.close();
  }
}

void Tx::act_for(const TenantId& tenant) {
  flush();
  static_cast<void>(connection_.run(set_tenant(tenant)));
}

void Tx::flush() {
  for (const Connection::Call& call : last_) {
    static_cast<void>(connection_.run(*call.statement, call.params));
  }
  last_.clear();
}

void Tx::commit() {
  open_ = false;
  if (last_.empty()) {
    static_cast<void>(connection_.run("COMMIT"));
    return;
  }
  try {
    connection_.run_and_commit(last_);
  } catch (const DbError&) {
    open_ = connection_.in_transaction();  // then the destructor rolls back
    throw;
  }
}

}  // namespace assay::pg
