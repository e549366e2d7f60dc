// SPDX-License-Identifier: Apache-2.0
// A named statement, and its SQL: one literal, or parts that several statements share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assay::pg {

// Parts are joined by a space, such as {"SELECT", kColumns, "FROM run WHERE id = $1"}. They are not
// copied, so each must live as long as the statement: a literal or a constant.
class Sql {
 public:
  static constexpr std::size_t kMaxParts = 6;

  constexpr Sql(const char* sql) : parts_{sql}, count_(1) {}
  // More parts than kMaxParts are an error of the compiler in a constant.
  constexpr Sql(std::initializer_list<std::string_view> parts) : count_(parts.size()) {
    if (count_ > kMaxParts) throw std::length_error("SQL of too many parts");
    std::copy(parts.begin(), parts.end(), parts_.begin());
  }
  [[nodiscard]] std::string text() const;

 private:
  std::array<std::string_view, kMaxParts> parts_{};
  std::size_t count_;
};

// Constant SQL with $n parameters, identified by its name. Binary results are for bytea in bulk;
// everything else is simpler to read as text.
struct Statement {
  const char* name;  // unique in the program; seen in logs and in pg_prepared_statements
  Sql sql;
  bool binary_results = false;
};

}  // namespace assay::pg
