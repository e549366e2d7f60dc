// SPDX-License-Identifier: Apache-2.0
// What migrations may say, so that they also apply where tables are spread over several servers
// (db/citus.hpp). Earlier ones apply before tables are spread.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "db/migrate.hpp"

namespace assay::test {
namespace {

constexpr int kFirst = 45;

// The statements without comments, and with the bodies of functions left out.
std::vector<std::string> statements(const std::string& sql) {
  const std::string code = std::regex_replace(sql, std::regex("--[^\n]*"), "");
  std::vector<std::string> found(1);
  bool body = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.compare(i, 2, "$$") == 0) {
      body = !body;
      ++i;
    } else if (!body && code[i] == ';') {
      found.emplace_back();
    } else if (!body) {
      found.back().push_back(code[i]);
    }
  }
  return found;
}

// Commas outside of parentheses.
int commas(const std::string& statement) {
  int depth = 0;
  int count = 0;
  for (const char c : statement) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) ++count;
  }
  return count;
}

// Why Citus would refuse the statement on spread tables; "" if it would not.
std::string issue_of(const std::string& statement) {
  const auto has = [&](const char* pattern) {
    return std::regex_search(statement, std::regex(pattern, std::regex::icase));
  };
  if (has("on\\s+delete\\s+set\\s+(null|default)")) {
    return "a key with the tenant cannot set columns: do so by a statement";
  }
  if (!has("^\\s*alter\\s+table\\b")) return "";
  if (commas(statement) > 0) return "one subcommand in each ALTER TABLE";
  if (has("add\\s+column\\b.*\\b(check|references|unique|primary\\s+key)\\b")) {
    return "a constraint of a new column stands in an ALTER TABLE of its own";
  }
  if (has("add\\s+(check|foreign\\s+key|unique|primary\\s+key|exclude)\\b")) {
    return "a constraint has a name";
  }
  return "";
}

TEST(Migrations, ApplyToTablesThatAreSpread) {
  for (const db::Migration& migration : db::migrations()) {
    if (migration.number < kFirst) continue;
    for (const std::string& statement : statements(migration.sql)) {
      EXPECT_EQ(issue_of(statement), "") << migration.name << ":" << statement;
    }
  }
}

TEST(Migrations, OfWhichSomeWouldNot) {
  for (const char* statement :
       {"ALTER TABLE a ADD COLUMN b integer, ADD COLUMN c integer",
        "ALTER TABLE a\n  ADD COLUMN b integer CHECK (b > 0)", "ALTER TABLE a ADD CHECK (b > 0)",
        "alter table a add column b uuid references c (d)",
        "CREATE TABLE a (b uuid REFERENCES c (d) ON DELETE SET NULL)"}) {
    EXPECT_NE(issue_of(statement), "") << statement;
  }
  EXPECT_EQ(issue_of("ALTER TABLE a ADD CONSTRAINT b CHECK (c IN (1, 2))"), "");
  EXPECT_EQ(issue_of("ALTER TABLE a ADD COLUMN b integer NOT NULL DEFAULT 0"), "");
}

}  // namespace
}  // namespace assay::test
