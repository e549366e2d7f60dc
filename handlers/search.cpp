// SPDX-License-Identifier: Apache-2.0
// Searching the evidence the way a run does.
#include "handlers/handlers.hpp"
#include "handlers/search_client.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {

Response search(Context& context) {
  constexpr std::size_t kMostText = 1000;
  constexpr std::int64_t kRetryAfter = 5;
  const auto text = text_of(context.query, "q", kMostText);
  if (!text) refuse_field("q", "is required");
  const auto results = ask_search(context.services.config.search_socket,
                                  {context.tenant, *text, limit_of(context.query)});
  if (!results) {
    throw Failure(ErrorCode::Unavailable, "Search is not available right now",
                  Json::object().set("retryAfterSeconds", kRetryAfter));
  }
  return Response::json(200, Json::object().set("results", *results));
}

}  // namespace assay::handlers
