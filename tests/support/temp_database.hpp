// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL for one test program: bootstrapped and migrated as in production, gone afterwards.
#pragma once

#include <string>

#include "db/pg/connection.hpp"

namespace assay::test {

// On the server that ASSAY_TEST_PG names (connection string of a superuser), a database of its own;
// else a cluster of its own, which is removed even when the program crashes. Needs psql, and
// without ASSAY_TEST_PG the server's programs and, as root, the account postgres.
class TempDatabase {
 public:
  // Started on first use; throws when it cannot be.
  [[nodiscard]] static TempDatabase& shared();
  ~TempDatabase();
  TempDatabase(const TempDatabase&) = delete;
  TempDatabase& operator=(const TempDatabase&) = delete;

  // As assay_owner, assay_api or assay_pipeline; or as the superuser, by its own name "super".
  [[nodiscard]] std::string conninfo(const std::string& role) const;
  [[nodiscard]] pg::Connection connect(const std::string& role) const {
    return {conninfo(role), "test " + role};
  }
  // Ends every connection but the superuser's own, as a restart of the server would.
  void drop_connections() const;

 private:
  TempDatabase();
  void start_cluster();

  std::string directory_;  // of the cluster, "" when it is not ours
  std::string server_;     // conninfo of the superuser without a database
  std::string database_ = "assay";
};

}  // namespace assay::test
