// SPDX-License-Identifier: Apache-2.0
// language/en/concepts.tsv, compiled in.
#pragma once

#include <string_view>

namespace assay::text {

[[nodiscard]] std::string_view concepts_table();

}  // namespace assay::text
