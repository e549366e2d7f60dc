// SPDX-License-Identifier: Apache-2.0
// The download of a file of the blob store.
#pragma once

#include <string>
#include <string_view>

#include "core/ids.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers {

// nginx sends the file with that SHA-256, as an attachment of that name and with the hash as ETag.
[[nodiscard]] fcgi::Response stored_file(const TenantId& tenant, const std::string& sha256,
                                         std::string_view content_type, std::string_view file_name);

}  // namespace assay::handlers
