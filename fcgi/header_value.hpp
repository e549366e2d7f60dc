// SPDX-License-Identifier: Apache-2.0
// Parses structured header values: "form-data; name=\"file\"; filename=\"a.pdf\"" into its parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::fcgi {

// Compares ASCII letters case-insensitively, as for header names and media types.
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b);

struct HeaderParameter {
  std::string name;  // lower case
  std::string value;
};

struct HeaderValue {
  std::string value;  // the text before the first ';', lower case
  std::vector<HeaderParameter> parameters;

  [[nodiscard]] std::optional<std::string> get(std::string_view name) const;
};

// Quoted strings may contain \" and \\; any other backslash is literal, because some clients send
// Windows paths unescaped. nullopt when malformed.
[[nodiscard]] std::optional<HeaderValue> parse_header_value(std::string_view text);

// The file name of a Content-Disposition: filename*=UTF-8'' if valid, otherwise filename with the
// browsers' %22 converted back to a quote. Always valid UTF-8; nullopt if there is none.
[[nodiscard]] std::optional<std::string> disposition_filename(const HeaderValue& disposition);

// A Content-Disposition for a download of that name: an ASCII fallback and filename* (RFC 6266).
// Omits control characters and those that change the direction of text.
[[nodiscard]] std::string attachment_disposition(std::string_view name);

}  // namespace assay::fcgi
