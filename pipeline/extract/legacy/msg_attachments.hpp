// SPDX-License-Identifier: Apache-2.0
// The files attached to an Outlook message.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/compound/compound_file.hpp"

namespace assay::extract {

// Calls found with the name and the bytes of each attachment, in order. An attached message is a
// file of its own. Throws CompoundError if the message is damaged, and what found throws.
void for_each_attachment(
    std::string_view bytes,
    const std::function<void(std::string_view name, std::string_view bytes)>& found);

// The names alone. Throws CompoundError.
[[nodiscard]] std::vector<std::string> attachment_names(const CompoundFolder& message,
                                                        int code_page);

}  // namespace assay::extract
