// SPDX-License-Identifier: Apache-2.0
// What the readers of Office 97-2003 documents share: opening the file, and refusing it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "pipeline/extract/compound/compound_file.hpp"

namespace assay::extract {

// Opens the file and calls read with its root. what: "Word document". Throws ReadFailure: Broken
// for a CompoundError, which tells what is damaged.
void read_compound(std::string_view bytes, const std::string& what,
                   const std::function<void(const CompoundFolder&)>& read);

// Throws ReadFailure (Encrypted).
[[noreturn]] void refuse_protected(const std::string& what);

// Throws ReadFailure (Unsupported). what: "an Excel 4.0 workbook"; newer: "XLSX".
[[noreturn]] void refuse_version(const std::string& what, const std::string& newer);

}  // namespace assay::extract
