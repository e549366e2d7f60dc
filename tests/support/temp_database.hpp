// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL for one test program: bootstrapped and migrated as in production, removed
// afterwards.
#pragma once

#include <string>

#include "db/pg/connection.hpp"

namespace assay::test {

// A new database on the server that ASSAY_TEST_PG names (connection string of a superuser); else a
// new cluster, which is removed even if the program crashes. Needs psql, and without ASSAY_TEST_PG
// the server's programs and, as root, the account postgres.
class TempDatabase {
 public:
  // Started on first use; throws if it cannot be started.
  [[nodiscard]] static TempDatabase& shared();
  ~TempDatabase();
  TempDatabase(const TempDatabase&) = delete;
  TempDatabase& operator=(const TempDatabase&) = delete;

  // role: assay_owner, assay_api, assay_pipeline, or "super" for the superuser.
  [[nodiscard]] std::string conninfo(const std::string& role) const;
  [[nodiscard]] pg::Connection connect(const std::string& role) const {
    return {conninfo(role), "test " + role};
  }
  // Ends every connection except the superuser's own, as a restart of the server would.
  void drop_connections() const;

 private:
  TempDatabase();
  void start_cluster();

  std::string directory_;  // of the cluster; "" if it is not ours
  std::string server_;     // the superuser's conninfo, without a database
  std::string database_ = "assay";
};

}  // namespace assay::test
