// SPDX-License-Identifier: Apache-2.0
// A transaction: begun in one round trip with its tenant, rolled back unless committed.
#pragma once

#include <utility>
#include <vector>

#include "db/pg/connection.hpp"

namespace assay::pg {

// Snapshot: read only, and every statement sees the state at the first one.
enum class Access { ReadOnly, ReadWrite, Snapshot };

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
    flush();
    return connection_.run(statement, params);
  }
  template <class... Args>
  Rows run(const Statement& statement, const Args&... args) {
    return run(statement, Params(args...));
  }
  // Keeps the statement for last: it goes to the server together with the COMMIT, in one round
  // trip, so that what it locks is locked for the shortest time. Its rows are not wanted; where it
  // fails, commit() throws and nothing of the transaction stays. A later run() or act_for() sends
  // it first, so that the order of statements is always that of the calls.
  void run_at_commit(const Statement& statement, Params params) {
    last_.push_back({&statement, std::move(params)});
  }
  // COPY (query) TO STDOUT: see Connection::copy_out.
  void copy_out(const std::string& query, const Connection::TakeFields& take) {
    flush();
    connection_.copy_out(query, take);
  }
  // From here on the transaction acts for this tenant.
  void act_for(const TenantId& tenant);
  void commit();

 private:
  void begin(Access access, const std::string& more);
  void flush();
  Connection& connection_;
  std::vector<Connection::Call> last_;
  bool open_ = true;
};

}  // namespace assay::pg
