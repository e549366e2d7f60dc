// SPDX-License-Identifier: Apache-2.0
// The people of a tenant, for everybody in it: whose name an upload, a run or a task shows.
#include "db/store/render.hpp"
#include "db/store/users.hpp"
#include "handlers/handlers.hpp"
#include "handlers/page.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

Json render_person(const store::users::User& user) {
  return Json::object()
      .set("id", user.id.value)
      .set("displayName", user.display_name)
      .set("email", user.email)
      .set("active", !user.disabled_at.has_value());
}

}  // namespace

Response people_list(Context& context) {
  const Page page(context, "people");
  const auto after = page.after<store::users::Position>();
  store::users::Filter filter;
  filter.contains = text_of(context.query, "q");
  pg::Tx tx = context.read();
  auto items = store::users::list(tx, context.tenant, filter, after, page.wanted());
  const Json next = page.cut(items, [](const store::users::User& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200, Json::object()
                                 .set("people", store::render::list(items, render_person))
                                 .set("nextCursor", next));
}

}  // namespace assay::handlers
