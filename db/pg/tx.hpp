// SPDX-License-Identifier: Apache-2.0
// A transaction: begun in one round trip with its tenant, rolled back unless committed.
#pragma once

#include "db/pg/connection.hpp"

namespace assay::pg {

enum class Access { ReadOnly, ReadWrite };

// Row-level security shows only the rows of the tenant that the transaction was begun for. The
// setting is literal `SET LOCAL` text, because that form alone is passed on by Citus.
class Tx {
 public:
  Tx(Connection& connection, Access access, const TenantId& tenant);
  // Without a tenant: sees shared tables only. For sign-in, health, and the work queue.
  Tx(Connection& connection, Access access);
  Tx(const Tx&) = delete;
  Tx& operator=(const Tx&) = delete;
  // Rolls back what was not committed; never throws (a broken connection is closed instead).
  ~Tx();

  Rows run(const Statement& statement, const Params& params) {
    return connection_.run(statement, params);
  }
  template <class... Args>
  Rows run(const Statement& statement, const Args&... args) {
    return connection_.run(statement, Params(args...));
  }
  // From here on the transaction acts for this tenant.
  void act_for(const TenantId& tenant);
  void commit();

 private:
  void begin(Access access, const std::string& more);
  Connection& connection_;
  bool open_ = true;
};

}  // namespace assay::pg
