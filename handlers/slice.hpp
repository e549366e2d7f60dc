// SPDX-License-Identifier: Apache-2.0
// Pages of lists that are short enough to be read whole.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "handlers/validate.hpp"

namespace assay::handlers {

// The page that the query asks for; without a limit all of it from the cursor on. Sets *next to the
// next page's cursor or null.
template <class T>
[[nodiscard]] std::vector<T> slice(std::vector<T> items, const fcgi::Query& query,
                                   std::string_view list, std::optional<int> limit, Json* next) {
  const auto start =
      std::min(static_cast<std::size_t>(number_cursor_of(query, list).value_or(0)), items.size());
  items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(start));
  if (!limit) return items;
  *next = cut_page(items, *limit, [&](const T& /*last*/) {
    return cursor::encode_number(list, static_cast<std::int64_t>(start) + *limit);
  });
  return items;
}

}  // namespace assay::handlers
