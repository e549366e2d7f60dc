// SPDX-License-Identifier: Apache-2.0
// Reads CSV (RFC 4180) as a table of requirements. Strict, since a wrongly parsed record would be a
// wrong requirement.
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "db/packs/requirement_table.hpp"

namespace assay::packs {

// UTF-8 with or without BOM; comma or semicolon, found from the header (or a first line "sep=;");
// quoted fields may hold separators, line breaks and doubled quotes; lines end in LF, CRLF or CR.
// The first record with a value is the header. 400 with the line for anything else.
[[nodiscard]] Result<Table> read_csv(std::string_view text);

// Whether the text begins with a record that names a column of a requirements table.
[[nodiscard]] bool begins_like_csv(std::string_view text);

}  // namespace assay::packs
