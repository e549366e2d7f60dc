// SPDX-License-Identifier: Apache-2.0
// The closed vocabulary of what traces and metrics say about errors: a class, its fixed sentence,
// and at most a code out of a table. Free text about an error never goes into a trace.
#pragma once

#include <string>
#include <string_view>

namespace assay::trace {

// The class itself where it is known, else "unknown".
[[nodiscard]] std::string_view error_class(std::string_view code);
[[nodiscard]] bool is_error_class(std::string_view text);

// The sentence of a class, with " (SQLSTATE 40001)" or " (HTTP 503)" behind it where given and in
// the tables; a code that is not is left out.
[[nodiscard]] std::string error_sentence(std::string_view error_class,
                                         std::string_view sqlstate = {}, int http_status = 0);
// The text where it is exactly such a sentence of that class, else the class's plain sentence.
[[nodiscard]] std::string fixed_error_text(std::string_view error_class, std::string_view text);

}  // namespace assay::trace
