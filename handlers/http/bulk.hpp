// SPDX-License-Identifier: Apache-2.0
// Requests with many items, each of which has its own answer.
#pragma once

#include <functional>
#include <string_view>

#include "handlers/http/access.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers {

// The answer that an item would get as a request of its own. body: null for a 204.
struct ItemAnswer {
  int status = 200;
  Json body;
};

// Takes {"items": [...]} of 1 to 100 objects with the known fields, and hands each to `one`, in
// order. `one` does its work in a transaction of its own, so an item that fails leaves the others
// as they are. A failure becomes the item's error, and is recorded in the trail if it denies
// access. When the session ends or the database is gone, no further item is tried: the rest gets
// that error too. If it happens at the first item, the request as a whole is refused. Answers 200
// {"results": [{index, status, body, error}]}, where body or error is null.
[[nodiscard]] Response answer_each(const Context& context, std::string_view known,
                                   const std::function<ItemAnswer(const Body&)>& one);

// The identifier in the item's field that the kind names. Throws NOT_FOUND for a malformed one, as
// for an absent record.
template <class IdType>
[[nodiscard]] IdType id_in_item(const Body& item, const Kind& kind) {
  constexpr std::size_t kMaxIdentifier = 100;
  const std::string text = item.text(kind.id_name, kMaxIdentifier);
  const auto id = IdType::parse(text);
  if (!id) throw Failure(not_found(kind.title, kind.id_name, text));
  return *id;
}

}  // namespace assay::handlers
