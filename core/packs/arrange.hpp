// SPDX-License-Identifier: Apache-2.0
// The rules that every pack and mapping set must meet before it is stored, whatever its format.
#pragma once

#include <optional>

#include "core/base/error.hpp"
#include "core/packs/pack_content.hpp"

namespace assay::packs {

// Groups the requirements by criterion, in the order in which the criteria are first used; criteria
// without requirements come last, by number. An empty sub-label becomes none. Stored, exported and
// imported again, an arranged version keeps its content hash.
void arrange(NewVersion& version);

// The first reason why the version cannot be stored: duplicate labels or numbers, a missing
// criterion, an empty title, a text that is too long, a name or code that hides something
// (utf8::fault_in_name), more than 50,000 requirements.
[[nodiscard]] std::optional<Error> first_error(const NewVersion& version);
// The same for a set of mappings: empty, long or hiding names, an unknown relationship, a strength
// outside 0 to 100, more than 100,000 mappings.
[[nodiscard]] std::optional<Error> first_error(const MappingSet& set);

}  // namespace assay::packs
