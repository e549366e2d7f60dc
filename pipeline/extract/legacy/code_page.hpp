// SPDX-License-Identifier: Apache-2.0
// Text of old Microsoft formats: UTF-16, or bytes of a numbered code page.
#pragma once

#include <string>
#include <string_view>

namespace assay::extract {

// Little-endian UTF-16 as UTF-8. An odd last byte is left out; a lone surrogate becomes U+FFFD.
[[nodiscard]] std::string from_utf16le(std::string_view bytes);
// The low bytes of UTF-16 whose high bytes are zero and not stored (Latin-1), as UTF-8.
[[nodiscard]] std::string from_compressed(std::string_view bytes);
// Bytes of a Windows code page (1252, 932, 65001, 10000 …) as UTF-8; of an unknown one as
// Windows-1252.
[[nodiscard]] std::string from_code_page(int code_page, std::string_view bytes);

}  // namespace assay::extract
