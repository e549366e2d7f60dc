// SPDX-License-Identifier: Apache-2.0
// Where nginx finds files of the blob store.
#include "handlers/stored_file.hpp"

#include "fcgi/header_value.hpp"

namespace assay::handlers {

fcgi::Response stored_file(const TenantId& tenant, const std::string& sha256,
                           std::string_view content_type, std::string_view file_name) {
  // The layout of core/blob_store.hpp, below the internal location of nginx.
  const std::string location = "/_blobs/" + tenant.value + "/" + sha256.substr(0, 2) + "/" + sha256;
  fcgi::Response response = fcgi::Response::internal_file(location, content_type);
  response.set("Content-Disposition", fcgi::attachment_disposition(file_name))
      .set("ETag", "\"" + sha256 + "\"");
  return response;
}

}  // namespace assay::handlers
