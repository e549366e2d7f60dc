// SPDX-License-Identifier: Apache-2.0
// The closed vocabulary for errors in traces and metrics: a class, its fixed sentence, and at most
// one code from a table. Free text about an error never goes into a trace.
#pragma once

#include <string>
#include <string_view>

namespace assay::trace {

// Returns the class itself if it is known, otherwise "unknown".
[[nodiscard]] std::string_view error_class(std::string_view code);
[[nodiscard]] bool is_error_class(std::string_view text);

// The sentence of a class, followed by " (SQLSTATE 40001)" or " (HTTP 503)" if such a code is
// given; codes outside the tables are left out.
[[nodiscard]] std::string error_sentence(std::string_view error_class,
                                         std::string_view sqlstate = {}, int http_status = 0);
// The text if it is exactly such a sentence of that class, otherwise the class's plain sentence.
[[nodiscard]] std::string fixed_error_text(std::string_view error_class, std::string_view text);

}  // namespace assay::trace
