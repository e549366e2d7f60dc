// SPDX-License-Identifier: Apache-2.0
// A tenant's rules of retention: what they are, what they would remove today, and setting them.
#include "db/store/evidence/retention.hpp"

#include <cmath>

#include "db/wire/render_admin.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

namespace retention = store::retention;

constexpr double kMaxDays = 36500;

std::optional<std::int64_t> days_of(const Body& body, std::string_view field) {
  const auto number = body.optional_number(field, 1, kMaxDays);
  if (!number) return std::nullopt;
  if (std::trunc(*number) != *number) refuse_field(field, "must be a whole number of days");
  return static_cast<std::int64_t>(*number);
}

// The rules with what is due, which changes by itself: not for comparing states.
Json with_due(const Context& context, pg::Tx& tx, const retention::Rules& rules) {
  const retention::Due due = retention::count_due(tx, context.tenant, rules);
  return store::render::retention(rules).set(
      "due", Json::object().set("documents", due.documents).set("exports", due.exports));
}

}  // namespace

Response admin_retention_get(Context& context) {
  pg::Tx tx = context.read();
  return Response::json(200, with_due(context, tx, retention::find(tx, context.tenant)));
}

Response admin_retention_put(Context& context) {
  const Body body(context.request, "documentDays exportDays");
  for (const std::string_view field : {"documentDays", "exportDays"}) {
    if (!body.has(field)) refuse_field(field, "is required; null keeps everything");
  }
  retention::Rules wanted;
  wanted.document_days = days_of(body, "documentDays");
  wanted.export_days = days_of(body, "exportDays");
  pg::Tx tx = context.write();
  const Json before = store::render::retention(retention::find(tx, context.tenant));
  retention::put(tx, context.tenant, wanted, context.session.user);
  const retention::Rules rules = retention::find(tx, context.tenant);
  record(
      context, tx,
      {.action = "retention.put",
       .object_type = "retention",
       .object_id = context.tenant.value,
       .detail = changed(before, store::render::retention(rules), {"documentDays", "exportDays"})});
  const Json shown = with_due(context, tx, rules);
  tx.commit();
  return Response::json(200, shown);
}

}  // namespace assay::handlers
