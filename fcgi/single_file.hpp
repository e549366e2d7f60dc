// SPDX-License-Identifier: Apache-2.0
// Receives an upload: the one file of a multipart request, streamed to a consumer, and the short
// text fields that may come with it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "fcgi/request.hpp"

namespace assay::fcgi {

using BytesTaker = std::function<void(std::span<const std::byte>)>;

// Reads the whole body: exactly one part, named "file", with a file name. Returns that name as
// sent. Throws Failure: 400 for missing, unknown or repeated parts and broken or truncated bodies,
// 413 {limitBytes} as soon as the file exceeds the limit, 415 for another Content-Type; and
// whatever take throws.
[[nodiscard]] std::string receive_single_file(Request& request, std::int64_t limit_bytes,
                                              const BytesTaker& take);

struct UploadForm {
  std::string filename;  // as sent
  std::map<std::string, std::string, std::less<>> fields;
};
// The same with text fields beside the file, each at most once, in any order, valid UTF-8 of at
// most 8 KiB. known: the allowed fields, separated by blanks.
[[nodiscard]] UploadForm receive_file_with_fields(Request& request, std::int64_t limit_bytes,
                                                  std::string_view known, const BytesTaker& take);

}  // namespace assay::fcgi
