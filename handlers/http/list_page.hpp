// SPDX-License-Identifier: Apache-2.0
// A page of a list as the request asks for it: limit, position, and the cursor of the next page.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "handlers/http/context.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {

// Lists in the plain specification are given whole, because its clients know no pages.
enum class WithoutLimit { FirstPage, Whole };

// The scope under which cursors of a list are created and accepted: this list, below this path,
// with these filters, in the tenant acted on. `of` adds what the request does not name, such as the
// version of a binding.
[[nodiscard]] std::string cursor_scope(const Context& context, std::string_view list,
                                       std::string_view of = {});

// The constructor throws Failure 400 naming limit or cursor.
class Page {
 public:
  Page(const Context& context, std::string_view list,
       WithoutLimit without = WithoutLimit::FirstPage, std::string_view of = {});

  // How many items to read: one more than the page holds, to see whether there are others.
  [[nodiscard]] int wanted() const { return limit_ == kAll ? kAll : limit_ + 1; }
  // The position to start after, in a list ordered by time and id.
  template <class Position>
  [[nodiscard]] std::optional<Position> after() const {
    return position_of<Position>(query_, scope_);
  }
  // The same for a list ordered by a number.
  [[nodiscard]] std::optional<std::int64_t> after_number() const {
    return number_cursor_of(query_, scope_);
  }
  // Cuts the items read to the page. place gives the cursor::Keyset or the number of an item.
  // Returns the next page's cursor, or null.
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
