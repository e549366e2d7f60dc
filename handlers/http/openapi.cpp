// SPDX-License-Identifier: Apache-2.0
// Serves the API's description.
#include "handlers/http/openapi.hpp"

#include "handlers/http/handlers.hpp"

namespace assay::handlers {

Response openapi(Context& /*context*/) {
  return Response::of_text(200, "application/json; charset=utf-8", std::string(openapi_json()));
}

}  // namespace assay::handlers
