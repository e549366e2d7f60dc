// SPDX-License-Identifier: Apache-2.0
// The schema's version: bringing a database up to date, and refusing one that is not.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "db/pg/connection.hpp"

namespace assay::db {

// One numbered file of db/migrations, compiled in. Forward only; never edited once released.
struct Migration {
  int number;
  std::string name;
  std::string sql;
};

// All, in order of number, without gaps. Generated at build time.
[[nodiscard]] std::vector<Migration> migrations();

// Applies what is missing, each migration in a transaction of its own, under an advisory lock so
// that two starters do not race. Refuses a database with an unknown or altered migration. Returns
// how many were applied. Connect as assay_owner.
[[nodiscard]] Result<int> migrate(pg::Connection& connection);

// What a binary asks at start and health reports: empty when the database has exactly the schema
// this binary was built for, else the reason in words. Throws pg::DbError.
[[nodiscard]] std::string schema_mismatch(pg::Connection& connection);

}  // namespace assay::db
