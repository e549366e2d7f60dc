// SPDX-License-Identifier: Apache-2.0
// Which built-in evaluator this is. The definition is written by source_digest.py at build time.
#pragma once

#include <string_view>

namespace assay::assess {

// 16 hexadecimal digits of a SHA-256 over everything that verdicts depend on: rules, word lists,
// coefficients, how text is read and how words become vectors. Builds of the same sources have the
// same one, and no two that may judge differently.
[[nodiscard]] std::string_view evaluator_version();

}  // namespace assay::assess
