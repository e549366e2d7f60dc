// SPDX-License-Identifier: Apache-2.0
// Tenants: SUPER_ADMINs list, create and rename them; administrators see their own. A name is more
// than a label: single sign-on finds tenants by it. A tenant's rules of retention: what they are,
// what they would remove today, and setting them.
#include "db/store/access/accounts.hpp"

#include <cmath>

#include "core/crypto/account.hpp"
#include "db/store/evidence/retention.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/auth/users.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace tenants = store::tenants;

constexpr std::string_view kTenantList = "tenants";

[[noreturn]] void refuse_name(const std::string& name) {
  throw Failure(ErrorCode::Conflict, "A tenant with this name already exists",
                Json::object().set("name", name));
}

// The first administrator of a new tenant, if the body has one.
std::optional<store::users::NewUser> administrator_of(const Body& body, const Slots& slots) {
  const auto fields = body.optional_object("admin", "email displayName password");
  if (!fields) return std::nullopt;
  return new_user_of(*fields, slots, Role::Admin);
}

// The tenant in the path is the one acted on, unless tenantId names a different one.
tenants::Tenant tenant_in_path(const Context& context, pg::Tx& tx) {
  const std::string& id = context.path.get("tenantId");
  if (id == context.tenant.value) {
    if (auto tenant = tenants::find(tx, context.tenant)) return std::move(*tenant);
  } else if (!may_cross(context)) {
    throw CrossTenantDenied(context.services.config, "tenant", "tenantId", id);
  }
  throw Failure(not_found("Tenant", "tenantId", id));
}

namespace retention = store::retention;

constexpr double kMaxDays = 36500;

std::optional<std::int64_t> days_of(const Body& body, std::string_view field) {
  const auto number = body.optional_number(field, 1, kMaxDays);
  if (!number) return std::nullopt;
  if (std::trunc(*number) != *number) refuse_field(field, "must be a whole number of days");
  return static_cast<std::int64_t>(*number);
}

// The rules with what is due. That changes over time, so do not use this to compare states.
Json with_due(const Context& context, pg::Tx& tx, const retention::Rules& rules) {
  const retention::Due due = retention::count_due(tx, context.tenant, rules);
  return store::render::retention(rules).set(
      "due", Json::object().set("documents", due.documents).set("exports", due.exports));
}

}  // namespace

Response admin_tenants_list(Context& context) {
  context.tenant = context.session.tenant;  // its trail records who listed all tenants
  const Page page(context, kTenantList, tenants::kOrders);
  const auto contains = text_of(context.query, "q");
  pg::Tx tx = context.write();
  const auto items = tenants::list(tx, contains, page.part());
  const std::int64_t total = tenants::count(tx, contains);
  record(context, tx, {.action = "tenant.list", .object_type = "tenant", .object_id = "*"});
  tx.commit();
  return Response::json(200,
                        Json::object()
                            .set("tenants", store::render::list(items.rows, store::render::tenant))
                            .set("total", total)
                            .set("nextCursor", page.next(items)));
}

Response admin_tenants_create(Context& context) {
  const Body body(context.request, "name admin");
  const std::string name = body.text("name", account::kMaxName);
  const auto administrator = administrator_of(body, context.services.slots.passwords);
  const TenantId id = TenantId::fresh();
  context.tenant = id;
  pg::Tx tx = context.write();
  if (!tenants::insert(tx, id, name)) refuse_name(name);
  Json answer = Json::object();
  answer.set("tenant", store::render::tenant(tenants::find(tx, id).value()));
  record(context, tx, {.action = "tenant.create", .object_type = "tenant", .object_id = id.value});
  if (administrator) {
    const auto user = store::users::insert(tx, id, *administrator).value();
    answer.set("admin", store::render::account(user));
    record(context, tx,
           {.action = "user.create", .object_type = kUser.name, .object_id = user.id.value});
  }
  // The new tenant's own trail starts with this act; the trail of its creator names it too.
  context.tenant = context.session.tenant;
  tx.act_for(context.tenant);
  record(context, tx, {.action = "tenant.create", .object_type = "tenant", .object_id = id.value});
  tx.commit();
  return Response::json(201, answer);
}

Response admin_tenants_get(Context& context) {
  pg::Tx tx = context.read();
  return Response::json(200, store::render::tenant(tenant_in_path(context, tx)));
}

Response admin_tenants_patch(Context& context) {
  const Body body(context.request, "name");
  const std::string name = body.text("name", account::kMaxName);
  pg::Tx tx = context.write();
  tenants::Tenant tenant = tenant_in_path(context, tx);
  require_match(context.request, store::render::tenant(tenant));
  if (!tenants::rename(tx, tenant.id, name)) refuse_name(name);
  const Json before = store::render::tenant(tenant);
  tenant.name = name;
  const Json after = store::render::tenant(tenant);
  record(context, tx,
         {.action = "tenant.rename",
          .object_type = "tenant",
          .object_id = tenant.id.value,
          .detail = changed(before, after, {"name"})});
  tx.commit();
  return Response::json(200, Json::object().set("tenant", after));
}

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
