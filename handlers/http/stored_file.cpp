// SPDX-License-Identifier: Apache-2.0
// Sends files of the blob store through nginx.
#include "handlers/http/stored_file.hpp"

#include <charconv>

#include "fcgi/header_value.hpp"
#include "handlers/http/envelope.hpp"

namespace assay::handlers {
namespace {

std::string tag_of(std::string_view sha256) {
  return "\"" + std::string(sha256) + "\"";
}

// Whether nginx refuses the range: a single one that starts after the end. Any other range counts
// as sent.
bool behind_end(const fcgi::Request& request, std::string_view tag, std::int64_t size_bytes) {
  constexpr std::string_view kUnit = "bytes=";
  const auto range = request.header("Range");
  // With If-Range of another version, the whole file is sent (RFC 9110, section 13.1.5).
  const auto version = request.header("If-Range");
  if (!range || !range->starts_with(kUnit) || (version && *version != tag)) return false;
  const char* const end = range->data() + range->size();
  std::int64_t first = 0;
  const auto read = std::from_chars(range->data() + kUnit.size(), end, first);
  const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
  return read.ec == std::errc() && first >= size_bytes && rest.starts_with('-') &&
         rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace

fcgi::Response stored_file(const TenantId& tenant, const std::string& sha256,
                           std::string_view content_type, std::string_view file_name) {
  // The layout of core/blob/blob_store.hpp, below the internal location of nginx.
  const std::string location = "/_blobs/" + tenant.value + "/" + sha256.substr(0, 2) + "/" + sha256;
  fcgi::Response response = fcgi::Response::internal_file(location, content_type);
  response.set("Content-Disposition", fcgi::attachment_disposition(file_name))
      .set("ETag", tag_of(sha256));
  return response;
}

bool sends_bytes_of(const fcgi::Request& request, std::string_view sha256,
                    std::int64_t size_bytes) {
  if (request.method() == "HEAD") return false;
  const auto known = request.header("If-None-Match");
  const std::string tag = tag_of(sha256);
  return !(known && names_tag(*known, tag)) && !behind_end(request, tag, size_bytes);
}

std::optional<std::string> issue_with_bytes(const Context& context, const std::string& sha256) {
  switch (context.services.blob_check.state_of(context.tenant, sha256)) {
    case BlobState::Intact:
      return std::nullopt;
    case BlobState::Altered:
      return "the stored bytes have another SHA-256";
    case BlobState::Missing:
      return "the stored file is missing";
  }
  return std::nullopt;
}

}  // namespace assay::handlers
