// SPDX-License-Identifier: Apache-2.0
// The text of a statement that is put together from parts.
#include "db/pg/statement.hpp"

#include <gtest/gtest.h>

namespace assay::test {
namespace {

using pg::Sql;
using pg::Statement;

constexpr std::string_view kColumns = "id,\n  name";
constexpr Statement kWhole{"test_whole", "SELECT 1"};
constexpr Statement kParts{"test_parts", {"SELECT", kColumns, "FROM run"}, true};

TEST(Statement, HasItsPartsInOrderWithASpaceBetween) {
  EXPECT_EQ(kWhole.sql.text(), "SELECT 1");
  EXPECT_EQ(kParts.sql.text(), "SELECT id,\n  name FROM run");
  EXPECT_TRUE(kParts.binary_results);
}

TEST(Statement, CanBeMadeOfATextThatIsComposed) {
  const std::string composed = "SELECT " + std::to_string(2);
  const Statement statement{"test_composed", {composed}};
  EXPECT_EQ(statement.sql.text(), "SELECT 2");
}

TEST(Statement, HasNoMorePartsThanItHolds) {
  EXPECT_EQ(Sql({"1", "2", "3", "4", "5", "6"}).text(), "1 2 3 4 5 6");
  EXPECT_THROW(static_cast<void>(Sql({"1", "2", "3", "4", "5", "6", "7"})), std::length_error);
}

}  // namespace
}  // namespace assay::test
