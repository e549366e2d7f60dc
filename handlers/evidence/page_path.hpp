// SPDX-License-Identifier: Apache-2.0
// What routes about one page of a document share: its number, and whether it looks the same
// everywhere.
#pragma once

#include <string>

#include "handlers/http/context.hpp"

namespace assay::handlers {

// The number in the path; 0, which no page has, if it is none.
[[nodiscard]] int page_number(const Context& context);

// Throws Failure NOT_FOUND.
[[noreturn]] void no_such_page(const Context& context);

// Formats whose pages look the same everywhere. Their readers know where each word stands.
[[nodiscard]] bool has_fixed_pages(const std::string& file_type);

}  // namespace assay::handlers
