// SPDX-License-Identifier: Apache-2.0
// Parses identifiers in lists, where each may appear only once.
#pragma once

#include <set>
#include <string>

#include "handlers/http/access.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {

// name: of the field in errors. before: the identifiers of earlier items; this one is added. Throws
// NOT_FOUND for text that is not an identifier, and refuses a field that repeats one.
template <class IdType>
[[nodiscard]] IdType named_once(const Kind& kind, const std::string& name, const std::string& text,
                                std::set<IdType>& before) {
  const auto id = IdType::parse(text);
  if (!id) throw Failure(not_found(kind.title, name, text));
  if (!before.insert(*id).second) refuse_field(name, "is named twice");
  return *id;
}

}  // namespace assay::handlers
