// SPDX-License-Identifier: Apache-2.0
// Searches the evidence the way a run does.
#include "core/trace/log.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/pipeline_client.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {

Response search(Context& context) {
  constexpr std::size_t kMaxText = 1000;
  constexpr std::int64_t kRetryAfter = 5;
  constexpr std::chrono::milliseconds kPatience{1500};  // 2 s together with the wait for a slot
  const auto text = text_of(context.query, "q", kMaxText);
  if (!text) refuse_field("q", "is required");
  const Json question = Json::object()
                            .set("op", "search")
                            .set("tenantId", context.tenant.value)
                            .set("q", *text)
                            .set("limit", limit_of(context.query));
  context.services.sessions.confirm(context.session);
  const Slots::Slot slot = context.services.slots.searches.take(context.tenant.value);
  const auto answer = ask_pipeline(context.services.config.pipeline_socket, question, kPatience);
  const Json results = answer ? answer->get("results") : Json();
  if (!results.is_array()) {
    if (answer) log::error("search_failed", {{"what", answer->get("error")}});
    throw Failure(ErrorCode::Unavailable, "Search is not available right now",
                  Json::object().set("retryAfterSeconds", kRetryAfter));
  }
  return Response::json(200, Json::object().set("results", results));
}

}  // namespace assay::handlers
