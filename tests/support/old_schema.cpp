// SPDX-License-Identifier: Apache-2.0
// Migrates a database of an earlier schema.
#include "tests/support/old_schema.hpp"

#include <unistd.h>

#include "db/migrate.hpp"
#include "tests/support/temp_database.hpp"

namespace assay::test {

std::vector<std::string> migrated_from(int first, const std::string& fill,
                                       const std::string& query) {
  const std::string name = "assay_before_" + std::to_string(::getpid());
  pg::Connection super = TempDatabase::shared().connect("super");
  static_cast<void>(super.run("CREATE DATABASE " + name + " OWNER assay_owner"));
  std::vector<std::string> found;
  {
    pg::Connection owner(TempDatabase::shared().conninfo("assay_owner") + " dbname=" + name,
                         "test");
    const auto apply = [&](bool before) {
      for (const db::Migration& migration : db::migrations()) {
        if ((migration.number < first) == before) {
          static_cast<void>(owner.run("BEGIN;" + migration.sql + ";COMMIT"));
        }
      }
    };
    apply(true);
    static_cast<void>(owner.run(fill));
    apply(false);
    for (const pg::Row row : owner.run(query)) found.push_back(row.text("v"));
  }
  static_cast<void>(super.run("DROP DATABASE " + name + " WITH (FORCE)"));
  return found;
}

}  // namespace assay::test
