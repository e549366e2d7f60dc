// SPDX-License-Identifier: Apache-2.0
// Downloads of files of the blob store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/ids.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Makes nginx send the file with that SHA-256 as an attachment of that name, with the hash as ETag.
[[nodiscard]] fcgi::Response stored_file(const TenantId& tenant, const std::string& sha256,
                                         std::string_view content_type, std::string_view file_name);

// Whether the response to this request contains bytes of that file: not for HEAD, not when the
// client has it already (304), not for a range after its end. Only such a response is a download.
[[nodiscard]] bool sends_bytes_of(const fcgi::Request& request, std::string_view sha256,
                                  std::int64_t size_bytes);

// What is wrong with the stored file of the tenant acted on, for people: it is missing, or its
// bytes have another SHA-256. nullopt: nothing. Ask before any of it is sent: nginx does not.
[[nodiscard]] std::optional<std::string> issue_with_bytes(const Context& context,
                                                          const std::string& sha256);

}  // namespace assay::handlers
