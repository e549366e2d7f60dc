// SPDX-License-Identifier: Apache-2.0
// Signatures of HTTP requests with shared secrets: AWS Signature Version 4 in the header
// Authorization, for S3-compatible stores; and webhook signatures by the Standard Webhooks
// specification 1.0 (symmetric, "v1").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/time.hpp"

namespace assay::aws {

struct Credentials {
  std::string access_key;
  std::string secret_key;  // never logged
};

using Fields = std::vector<std::pair<std::string, std::string>>;

// What a signature covers.
struct Signed {
  std::string method;
  std::string path;   // as sent: begins with '/', encoded by encode_path
  Fields query = {};  // not encoded; a parameter without a value has ""
  Fields headers;     // names in lower case, each once; among them host and x-amz-date
  std::string payload_sha256;
};

// Every byte percent-encoded but letters, digits, '-', '.', '_' and '~'.
[[nodiscard]] std::string encode(std::string_view text);
// The same without '/'.
[[nodiscard]] std::string encode_path(std::string_view text);
// The query as it is signed and sent: encoded, sorted by name, without '?'.
[[nodiscard]] std::string encode_query(const Fields& query);
// "20130524T000000Z", the value of x-amz-date.
[[nodiscard]] std::string date_text(Timestamp at);

[[nodiscard]] std::string canonical_request(const Signed& request);
// The value of Authorization. date: as in x-amz-date. Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] std::string authorization(const Signed& request, const Credentials& credentials,
                                        std::string_view date, std::string_view region);

}  // namespace assay::aws

namespace assay::webhook {

inline constexpr std::size_t kSecretBytes = 32;

// "whsec_" and the bytes in base64: the form in which a receiver is given its secret.
[[nodiscard]] std::string secret_text(std::string_view secret);

// The value of the header webhook-signature: one signature for each secret, so that a receiver may
// know either while its secret is changed. id: of the event. seconds: since 1970, as in the header
// webhook-timestamp. Throws std::runtime_error when OpenSSL fails.
[[nodiscard]] std::string signatures(const std::vector<std::string>& secrets, std::string_view id,
                                     std::int64_t seconds, std::string_view body);

}  // namespace assay::webhook
