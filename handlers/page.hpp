// SPDX-License-Identifier: Apache-2.0
// A page of a list as the request asks for it: limit, place, and the cursor of what follows.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "handlers/context.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {

// Lists that the plain specification has are given whole: its clients know no pages.
enum class WithoutLimit { FirstPage, Whole };

// The name under which cursors of a list are made and accepted: of this list, below this path, with
// these filters, in the tenant acted on. `of` is what else the list is of, where the request does
// not say it (the version that a binding names).
[[nodiscard]] std::string cursor_scope(const Context& context, std::string_view list,
                                       std::string_view of = {});

// Throws Failure 400 naming limit or cursor.
class Page {
 public:
  Page(const Context& context, std::string_view list,
       WithoutLimit without = WithoutLimit::FirstPage, std::string_view of = {});

  // How many items to read: one more than are given, which tells whether there are others.
  [[nodiscard]] int wanted() const { return limit_ == kAll ? kAll : limit_ + 1; }
  // Behind which item to begin, of a list ordered by time and id.
  template <class Position>
  [[nodiscard]] std::optional<Position> after() const {
    return position_of<Position>(query_, scope_);
  }
  // The same of a list ordered by a number.
  [[nodiscard]] std::optional<std::int64_t> after_number() const {
    return number_cursor_of(query_, scope_);
  }
  // Cuts what was read to the page. place gives the cursor::Keyset or the number of an item. The
  // next page's cursor, or null.
  template <class T, class Place>
  [[nodiscard]] Json cut(std::vector<T>& items, Place place) const {
    return cut_page(items, limit_, [&](const T& last) { return encode(place(last)); });
  }
  [[nodiscard]] std::string encode(const cursor::Keyset& place) const {
    return cursor::encode(scope_, place);
  }
  [[nodiscard]] std::string encode(std::int64_t number) const {
    return cursor::encode_number(scope_, number);
  }
  [[nodiscard]] int limit() const { return limit_; }

 private:
  static constexpr int kAll = std::numeric_limits<int>::max();
  const fcgi::Query& query_;
  std::string scope_;
  int limit_ = kAll;
};

}  // namespace assay::handlers
