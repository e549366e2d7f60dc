// SPDX-License-Identifier: Apache-2.0
// Search in the tenant's evidence, and the glossary that widens it.
#include "core/trace/log.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/pipeline_client.hpp"
#include "handlers/http/trail.hpp"

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
  context.services.sessions.confirm_again(context.session);
  const Json results = answer ? answer->get("results") : Json();
  if (!results.is_array()) {
    if (answer) log::error("search_failed", {{"what", answer->get("error")}});
    throw Failure(ErrorCode::Unavailable, "Search is not available right now",
                  Json::object().set("retryAfterSeconds", kRetryAfter));
  }
  Response response = Response::json(200, Json::object().set("results", results));
  context.services.slots.searches.limit().tell(response);
  return response;
}

namespace {

namespace glossaries = store::glossaries;

constexpr std::size_t kMaxEntries = 1000;
constexpr std::size_t kMaxText = 80;

std::vector<glossaries::Entry> entries_of(const Body& body) {
  std::vector<glossaries::Entry> entries;
  for (const Body& item : body.objects("entries", "expression meaning", kMaxEntries, 0)) {
    entries.push_back({item.text("expression", kMaxText), item.text("meaning", kMaxText)});
  }
  return entries;
}

// With two meanings for one expression, nobody could say which of them a document has in mind.
void refuse_repeated(pg::Tx& tx, const std::vector<glossaries::Entry>& entries) {
  const auto repeated = glossaries::first_repeated(tx, entries);
  if (!repeated) return;
  refuse_field("entries[" + std::to_string(repeated->at) + "].expression",
               "is the same as \"" + entries.at(repeated->earlier).expression + "\"");
}

// For the trail. The entries themselves stay readable for good in their version.
Json summary(const glossaries::Glossary& glossary) {
  return Json::object()
      .set("version", glossary.version)
      .set("entryCount", glossary.entries.size())
      .set("sha256", glossary.sha256);
}

void record_change(const Context& context, pg::Tx& tx, const glossaries::Glossary& before,
                   const glossaries::Glossary& after) {
  record(context, tx,
         {.action = "glossary.put",
          .object_type = "glossary",
          .object_id = std::to_string(after.version),
          .detail = changed(summary(before), summary(after), {"version", "entryCount", "sha256"})});
}

Response answer(const glossaries::Glossary& glossary) {
  return Response::json(200, Json::object().set("glossary", store::render::glossary(glossary)));
}

}  // namespace

Response admin_glossary_get(Context& context) {
  pg::Tx tx = context.read();
  return Response::json(200, store::render::glossary(glossaries::current(tx, context.tenant)));
}

Response admin_glossary_put(Context& context) {
  const Body body(context.request, "entries");
  const auto entries = entries_of(body);
  pg::Tx tx = context.write();
  glossaries::lock(tx, context.tenant);
  const auto before = glossaries::current(tx, context.tenant);
  require_match(context.request, store::render::glossary(before));
  refuse_repeated(tx, entries);
  // A new version of the same list would keep runs from being repeated.
  if (entries == before.entries) return answer(before);
  const auto after = glossaries::insert(tx, context.tenant, entries, context.session.user);
  record_change(context, tx, before, after);
  tx.commit();
  return answer(after);
}

}  // namespace assay::handlers
