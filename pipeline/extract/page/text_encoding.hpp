// SPDX-License-Identifier: Apache-2.0
// Converts text files in any encoding to UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::extract {

// Detects a byte order mark, else valid UTF-8, else UTF-16 or UTF-32 by the position of its zero
// bytes, else Windows-1252 (which includes Latin-1's letters). Drops the mark itself.
[[nodiscard]] std::string to_utf8(std::string_view bytes);
// Converts from a named encoding (such as an HTML charset); nullopt if the name is not known.
[[nodiscard]] std::optional<std::string> to_utf8_from(std::string_view charset,
                                                      std::string_view bytes);
// Whether the bytes are text in one of the encodings above rather than binary data.
[[nodiscard]] bool looks_like_text(std::string_view bytes);

}  // namespace assay::extract
