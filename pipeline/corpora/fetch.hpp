// SPDX-License-Identifier: Apache-2.0
// Fetching the source text of a corpus into the blob store.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "core/blob_store.hpp"
#include "core/result.hpp"
#include "pipeline/corpora/address_guard.hpp"

namespace assay::corpora {

struct FetchLimits {
  std::int64_t max_bytes = 0;
  std::chrono::milliseconds time{60'000};  // of the whole, redirects included
};

struct Fetched {
  IncomingBlob blob;  // finished, not empty; not kept yet
  // For the reader of documents: from the URL's path, with an extension from the Content-Type where
  // it has none.
  std::string file_name;
};

// reason: a sentence for the administrator, of fixed words and at most the HTTP status; nothing of
// what was answered, since the answer may be of a server that he must not see.
struct FetchFailure {
  std::string code;  // "http_status", "address_refused", "timeout", ...
  std::string reason;
  bool passing = false;  // trying again later may help
};

// Precondition: the URL passes parse_http_url. Throws IoError when the blob store fails.
// cancelled is asked several times a second; a fetch it ends fails with the code "cancelled".
[[nodiscard]] Result<Fetched, FetchFailure> fetch(const std::string& url, const FetchLimits& limits,
                                                  const AddressGuard& guard, const BlobStore& blobs,
                                                  const std::function<bool()>& cancelled);

// What the reader is to call the text fetched from there.
[[nodiscard]] std::string file_name_of(const std::string& url, std::string_view content_type);

}  // namespace assay::corpora
