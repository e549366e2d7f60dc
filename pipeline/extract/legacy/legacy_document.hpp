// SPDX-License-Identifier: Apache-2.0
// What the readers of Office 97-2003 documents share: opening the file, refusing it, and its text,
// which is UTF-16 or bytes of a numbered code page.
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

// Little-endian UTF-16 as UTF-8. An odd last byte is left out; a lone surrogate becomes U+FFFD.
[[nodiscard]] std::string from_utf16le(std::string_view bytes);
// The low bytes of UTF-16 whose high bytes are zero and not stored (Latin-1), as UTF-8.
[[nodiscard]] std::string from_compressed(std::string_view bytes);
// Bytes of a Windows code page (1252, 932, 65001, 10000 …) as UTF-8; of an unknown one as
// Windows-1252.
[[nodiscard]] std::string from_code_page(int code_page, std::string_view bytes);

}  // namespace assay::extract
