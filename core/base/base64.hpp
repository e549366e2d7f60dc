// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 4648 section 4). Its form for URLs is in digest.hpp.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Padded, on one line.
[[nodiscard]] std::string to_base64(std::string_view bytes);

}  // namespace assay
