// SPDX-License-Identifier: Apache-2.0
// Pages of lists: sort, limit, and opaque cursors that belong to one list with one set of filters
// in one order.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/pg/ordered_list.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers::cursor {

// A place in a list as opaque text for clients. A list refuses the cursor of another list.
[[nodiscard]] std::string encode(std::string_view list, const pg::Place& place);
// nullopt also for a value that PostgreSQL would refuse.
[[nodiscard]] std::optional<pg::Place> decode(std::string_view list, std::string_view text,
                                              pg::OrderKey::Of of);

}  // namespace assay::handlers::cursor

namespace assay::handlers {

inline constexpr int kDefaultLimit = 50;
inline constexpr int kMaxLimit = 200;

// nullopt when ?limit= is absent.
[[nodiscard]] std::optional<int> limit_if_given(const fcgi::Query& query);
[[nodiscard]] int limit_of(const fcgi::Query& query);

// Lists in the plain specification are given whole, because its clients know no pages.
enum class WithoutLimit { FirstPage, Whole };

// A page of a list as the request asks for it. A cursor is accepted by the list that it was made
// for, below the same path, with the same order and filters, in the tenant acted on.
class Page {
 public:
  // orders: must outlive this. of: what else a cursor depends on and the request does not name,
  // such as the version of a binding. Throws Failure 400 naming sort, limit or cursor.
  Page(const Context& context, std::string_view list, const pg::Orders& orders,
       WithoutLimit without = WithoutLimit::FirstPage, std::string_view of = {});

  // What to read.
  [[nodiscard]] const pg::Part& part() const { return part_; }
  // The next page's cursor, or null.
  template <class T>
  [[nodiscard]] Json next(const pg::PartOf<T>& read) const {
    return read.last ? Json(cursor::encode(scope_, *read.last)) : Json();
  }

 private:
  std::string scope_;
  pg::Part part_;
};

}  // namespace assay::handlers
