// SPDX-License-Identifier: Apache-2.0
// CSV (RFC 4180) as a table of requirements: read strictly, since a record that is put together
// wrongly would be a wrong requirement.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "db/packs/requirement_table.hpp"

namespace assay::packs {

// UTF-8 with or without BOM; comma or semicolon, told from the header (or by a first line "sep=;");
// fields in quotes may hold separators, line breaks and doubled quotes; lines end in LF, CRLF or
// CR. The first record with a value is the header. 400 with the line for anything else.
[[nodiscard]] Result<Table> read_csv(std::string_view text);

// Whether the text begins with a record that names a column of such a table.
[[nodiscard]] bool begins_like_csv(std::string_view text);

}  // namespace assay::packs
