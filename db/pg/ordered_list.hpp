// SPDX-License-Identifier: Apache-2.0
// Lists that can be read in several orders, a part at a time. A part begins after a place, not
// after a number of rows, so that rows added or removed meanwhile neither repeat nor hide others.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::pg {

// One order that a list can be read in.
struct OrderKey {
  enum class Of { Time, Number, Date, Text };
  std::string_view name;  // as clients name it
  std::string_view sql;   // a value of each row, never null
  Of of;
};

constexpr OrderKey by_time(std::string_view name, std::string_view sql) {
  return {name, sql, OrderKey::Of::Time};
}
constexpr OrderKey by_number(std::string_view name, std::string_view sql) {
  return {name, sql, OrderKey::Of::Number};
}
constexpr OrderKey by_date(std::string_view name, std::string_view sql) {
  return {name, sql, OrderKey::Of::Date};
}
constexpr OrderKey by_text(std::string_view name, std::string_view sql) {
  return {name, sql, OrderKey::Of::Text};
}
// All orders of a list. By default, it is read by the first key, in this direction.
struct Orders {
  std::span<const OrderKey> keys;
  bool descending = true;
};

// The place of a row in an order: the key's value (a time in microseconds since 1970, a number, a
// date as YYYY-MM-DD, or a text), and the row's identifier, which decides between equal values.
struct Place {
  std::string value;
  std::string id;
};

inline constexpr std::int64_t kWholeList = std::numeric_limits<std::int64_t>::max() - 1;

// Which rows of a list to read.
struct Part {
  const OrderKey* by = nullptr;  // of the list's orders; null for its first, in its direction
  bool descending = true;
  std::optional<Place> after = std::nullopt;
  std::int64_t limit = kWholeList;
};

template <class T>
struct PartOf {
  std::vector<T> rows;
  std::optional<Place> last;  // the place of the last row, if there are more
};

// The statements of one list.
class OrderedList {
 public:
  struct Shape {
    std::string name;     // of its statements; unique in the program
    std::string select;   // "SELECT ... FROM ..."
    std::string filter;   // "WHERE ...", with $1 to $n
    std::string_view id;  // SQL of each row's identifier, a uuid
    int parameters;       // n
    Orders orders;        // must outlive this
  };
  explicit OrderedList(const Shape& shape);

  // read: converts a row to a T. arguments: for the parameters of the filter.
  template <class Read, class... Args>
  [[nodiscard]] auto rows(Tx& tx, const Part& part, Read read, const Args&... arguments) const {
    const Statement& statement = statement_of(part);
    const std::int64_t wanted = part.limit + 1;  // one more, to see whether there are others
    const Rows all =
        part.after ? tx.run(statement, arguments..., part.after->value, part.after->id, wanted)
                   : tx.run(statement, arguments..., wanted);
    PartOf<std::invoke_result_t<Read, const Row&>> found;
    for (const Row row : all) {
      if (static_cast<std::int64_t>(found.rows.size()) == part.limit) {
        found.last = place_of(all[static_cast<int>(part.limit) - 1]);
        break;
      }
      found.rows.push_back(read(row));
    }
    return found;
  }

 private:
  struct Composed {
    std::string name;
    std::string sql;
    std::optional<Statement> statement;  // of the texts above
  };
  void add(const Shape& shape, const OrderKey& key, bool descending, bool begun);
  [[nodiscard]] const Statement& statement_of(const Part& part) const;
  [[nodiscard]] static Place place_of(const Row& row);

  Orders orders_;
  std::deque<Composed>
      statements_;  // of each key: ascending, ascending after a place, descending ...
};

}  // namespace assay::pg
