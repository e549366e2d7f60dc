// SPDX-License-Identifier: Apache-2.0
// The API's description (OpenAPI 3.1): openapi.yaml, converted to JSON when the program is built.
#pragma once

#include <string_view>

namespace assay::handlers {

[[nodiscard]] std::string_view openapi_json();

}  // namespace assay::handlers
