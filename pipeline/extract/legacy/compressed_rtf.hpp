// SPDX-License-Identifier: Apache-2.0
// Decompresses the rich text that Outlook stores ([MS-OXRTFCP]).
#pragma once

#include <string>
#include <string_view>

namespace assay::extract {

// RTF. Throws CompoundError if the form is not known.
[[nodiscard]] std::string decompressed_rtf(std::string_view bytes);

}  // namespace assay::extract
