// SPDX-License-Identifier: Apache-2.0
// Text files in whatever encoding they were saved in, to UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::extract {

// By byte order mark, else valid UTF-8, else UTF-16 or UTF-32 by the position of its zero bytes,
// else Windows-1252 (of which Latin-1's letters are a part). The mark itself is left out.
[[nodiscard]] std::string to_utf8(std::string_view bytes);
// From an encoding given by name (an HTML charset, say); nullopt when the name is not known.
[[nodiscard]] std::optional<std::string> to_utf8_from(std::string_view charset,
                                                      std::string_view bytes);
// Whether the bytes are text in one of the encodings above rather than binary data.
[[nodiscard]] bool looks_like_text(std::string_view bytes);

}  // namespace assay::extract
