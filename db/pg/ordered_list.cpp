// SPDX-License-Identifier: Apache-2.0
// Composes the statements of a list.
#include "db/pg/ordered_list.hpp"

#include <stdexcept>

namespace assay::pg {
namespace {

constexpr std::string_view kSelectWord = "SELECT";

// The key's value in the form of a Place.
std::string written(const OrderKey& key) {
  const std::string sql(key.sql);
  return (key.of == OrderKey::Of::Time ? "micros(" + sql + ")" : "(" + sql + ")") + "::text";
}

// The parameter with that value, in the type of the key.
std::string given(const OrderKey& key, int parameter) {
  const std::string name = "$" + std::to_string(parameter);
  switch (key.of) {
    case OrderKey::Of::Time:
      return "from_micros(" + name + "::bigint)";
    case OrderKey::Of::Number:
      return name + "::bigint";
    case OrderKey::Of::Date:
      return name + "::date";
    case OrderKey::Of::Text:
      return name + "::text";
  }
  throw std::logic_error("a key of no kind");
}

}  // namespace

OrderedList::OrderedList(const Shape& shape) : orders_(shape.orders) {
  for (const OrderKey& key : orders_.keys) {
    for (const bool descending : {false, true}) {
      for (const bool begun : {false, true}) add(shape, key, descending, begun);
    }
  }
}

// Two statements rather than one with a condition that may be off: PostgreSQL plans a statement
// once for all values, and would not use the index to find the place.
void OrderedList::add(const Shape& shape, const OrderKey& key, bool descending, bool begun) {
  const std::size_t after_select = shape.select.find(kSelectWord) + kSelectWord.size();
  const std::string id(shape.id);
  const std::string order(descending ? " DESC" : "");
  int next = shape.parameters + 1;
  Composed& made = statements_.emplace_back();
  made.name = shape.name + "_by_" + std::string(key.name) + (descending ? "_down" : "_up") +
              (begun ? "_after" : "");
  // PostgreSQL would cut a longer name, and take one statement for another.
  constexpr std::size_t kMaxName = 63;
  if (made.name.size() > kMaxName) throw std::length_error("a statement's name: " + made.name);
  made.sql = "SELECT " + written(key) + " AS place_value, " + id + "::text AS place_id," +
             shape.select.substr(after_select) + " " + shape.filter;
  if (begun) {
    made.sql += " AND (" + std::string(key.sql) + ", " + id + ")" + (descending ? " < (" : " > (") +
                given(key, next) + ", $" + std::to_string(next + 1) + "::uuid)";
    next += 2;
  }
  made.sql += " ORDER BY " + std::string(key.sql) + order + ", " + id + order + " LIMIT $" +
              std::to_string(next);
  made.statement.emplace(Statement{made.name.c_str(), {std::string_view(made.sql)}});
}

const Statement& OrderedList::statement_of(const Part& part) const {
  std::size_t index = 0;
  if (part.by != nullptr) index = static_cast<std::size_t>(part.by - orders_.keys.data());
  const bool descending = part.by != nullptr ? part.descending : orders_.descending;
  return statements_.at(4 * index + (descending ? 2U : 0U) + (part.after ? 1U : 0U))
      .statement.value();
}

Place OrderedList::place_of(const Row& row) {
  return {row.text("place_value"), row.text("place_id")};
}

}  // namespace assay::pg
