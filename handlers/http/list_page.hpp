// SPDX-License-Identifier: Apache-2.0
// Pages of lists: limit, position, and opaque cursors that belong to one list with one set of
// filters.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers::cursor {

// Positions in lists as opaque text for clients. A list refuses the cursor of another list.

// The position after the item with this time and id, in a list ordered by both.
struct Keyset {
  Timestamp at;
  std::string id;  // UUID text
};

[[nodiscard]] std::string encode(std::string_view list, const Keyset& place);
[[nodiscard]] std::optional<Keyset> decode(std::string_view list, std::string_view text);

// The position after the item with this number, in a numbered list.
[[nodiscard]] std::string encode_number(std::string_view list, std::int64_t number);
// Never negative.
[[nodiscard]] std::optional<std::int64_t> decode_number(std::string_view list,
                                                        std::string_view text);

}  // namespace assay::handlers::cursor

namespace assay::handlers {

inline constexpr int kDefaultLimit = 50;
inline constexpr int kMaxLimit = 200;

// nullopt when ?limit= is absent.
[[nodiscard]] std::optional<int> limit_if_given(const fcgi::Query& query);
[[nodiscard]] int limit_of(const fcgi::Query& query);

[[nodiscard]] std::optional<cursor::Keyset> cursor_of(const fcgi::Query& query,
                                                      std::string_view list);
// The same as a store's own list position: {Timestamp, id}. nullopt when absent.
template <class Position>
[[nodiscard]] std::optional<Position> position_of(const fcgi::Query& query, std::string_view list) {
  const auto place = cursor_of(query, list);
  if (!place) return std::nullopt;
  return Position{place->at, {place->id}};
}
[[nodiscard]] std::optional<std::int64_t> number_cursor_of(const fcgi::Query& query,
                                                           std::string_view list);

// Cuts items, read up to one more than limit, to the page. Returns the cursor of the next page, or
// null.
template <class T, class Encode>
[[nodiscard]] Json cut_page(std::vector<T>& items, int limit, Encode encode) {
  if (items.size() <= static_cast<std::size_t>(limit)) return {};
  items.resize(static_cast<std::size_t>(limit));
  return Json(encode(items.back()));
}

// A page of a list as the request asks for it: limit, position, and the cursor of the next page.

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
