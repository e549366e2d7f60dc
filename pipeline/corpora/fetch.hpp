// SPDX-License-Identifier: Apache-2.0
// Fetches the source text of a corpus into the blob store.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "core/base/error.hpp"
#include "core/blob/blob_store.hpp"
#include "pipeline/corpora/address_guard.hpp"

namespace assay::corpora {

struct FetchLimits {
  std::int64_t max_bytes = 0;
  std::chrono::milliseconds time{60'000};  // for the whole fetch, redirects included
};

struct Fetched {
  IncomingBlob blob;  // finished, not empty; not kept yet
  // A name for the document reader: from the URL's path, with an extension from the Content-Type
  // when it has none.
  std::string file_name;
};

// reason: a sentence for the administrator, made of fixed words and at most the HTTP status. It
// contains nothing of the response, which may come from a server that he must not see.
struct FetchFailure {
  std::string code;  // "http_status", "address_refused", "timeout", ...
  std::string reason;
  bool passing = false;  // trying again later may help
};

// Precondition: the URL passes parse_http_url. Throws IoError when the blob store fails. cancelled
// is called several times a second; when it ends a fetch, the code is "cancelled".
[[nodiscard]] Result<Fetched, FetchFailure> fetch(const std::string& url, const FetchLimits& limits,
                                                  const AddressGuard& guard, const BlobStore& blobs,
                                                  const std::function<bool()>& cancelled);

// The file name under which the document reader gets the text fetched from url.
[[nodiscard]] std::string file_name_of(const std::string& url, std::string_view content_type);

}  // namespace assay::corpora
