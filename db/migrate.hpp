// SPDX-License-Identifier: Apache-2.0
// Manages the schema's version: brings a database up to date, and refuses one that is not.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "db/pg/connection.hpp"

namespace assay::db {

// One numbered file of db/migrations, compiled in. Forward only; never edited once released.
struct Migration {
  int number;
  std::string name;
  std::string sql;
};

// All migrations in order of number, without gaps. Generated at build time.
[[nodiscard]] std::vector<Migration> migrations();

// Applies missing migrations, each in its own transaction, under an advisory lock so that two
// starters do not race. Refuses a database with an unknown or altered migration. Returns the number
// applied. Connect as assay_owner.
[[nodiscard]] Result<int> migrate(pg::Connection& connection);

// Checked at startup and reported by health: empty when the database has exactly the schema this
// binary was built for, otherwise the reason in words. Throws pg::DbError.
[[nodiscard]] std::string schema_mismatch(pg::Connection& connection);

}  // namespace assay::db
