// SPDX-License-Identifier: Apache-2.0
// Fetches the source text of a corpus into the blob store. Decides which addresses it may be
// fetched from: web servers on the public internet, and networks that the operator names. A
// tenant's administrator chooses the URL. Without this rule, they could fetch through the pipeline
// what only the pipeline can reach (SSRF).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/blob/blob_store.hpp"
#include "core/http/ip_network.hpp"

namespace assay::corpora {

class AddressGuard {
 public:
  // allowed: networks that may be reached on any port although they are not public.
  explicit AddressGuard(std::vector<IpNetwork> allowed) : allowed_(std::move(allowed)) {}

  // Allows public addresses on ports 80 and 443 only, and no address of other families.
  [[nodiscard]] bool allows(const sockaddr& address) const;

 private:
  std::vector<IpNetwork> allowed_;
};

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
// contains nothing of the response, which may come from a server that they must not see.
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
