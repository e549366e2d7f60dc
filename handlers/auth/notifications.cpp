// SPDX-License-Identifier: Apache-2.0
// What people have chosen to be told by e-mail, for themselves.
#include "db/store/events/emails.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

Json shown_choices(const Context& context, pg::Tx& tx) {
  const auto choices = store::emails::choices(tx, context.tenant, context.session.user);
  return store::render::notifications(choices, store::emails::available(tx));
}

}  // namespace

Response notifications_get(Context& context) {
  require_own_account(context);
  pg::Tx tx = context.read();
  return Response::json(200, shown_choices(context, tx));
}

Response notifications_put(Context& context) {
  const Body body(context.request, "taskAssigned runEnded weeklyDigest");
  require_own_account(context);
  store::emails::Choices wanted;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string_view field = store::render::kNotifications.at(i);
    const auto flag = body.optional_flag(field);
    if (!flag) refuse_field(field, "is required");
    wanted.at(i) = *flag;
  }
  pg::Tx tx = context.write();
  const Json before = shown_choices(context, tx);
  store::emails::choose(tx, context.tenant, context.session.user, wanted);
  const Json after = shown_choices(context, tx);
  record(context, tx,
         {.action = "notifications.put",
          .object_type = kUser.name,
          .object_id = context.session.user.value,
          .detail = changed(before, after, {"taskAssigned", "runEnded", "weeklyDigest"})});
  tx.commit();
  return Response::json(200, after);
}

}  // namespace assay::handlers
