// SPDX-License-Identifier: Apache-2.0
// The people of a tenant, as everybody in it may see them: the names behind uploads, runs and
// tasks. Each user's own choices for e-mail.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/crypto/account.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/events/emails.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMaxNamed = 50;
constexpr std::size_t kMaxWho = 4000;  // characters; a URL has no room for more

Json render_person(const store::users::User& user) {
  return Json::object()
      .set("id", user.id.value)
      .set("displayName", user.display_name)
      .set("email", user.email)
      .set("active", !user.disabled_at.has_value());
}

// The people asked for: ids and addresses, separated by commas. Other parts match nobody.
struct Named {
  std::vector<UserId> ids;
  std::vector<std::string> emails;
};

Named named_of(const std::string& who) {
  Named named;
  for (std::string_view rest = who; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    if (one.find('@') != std::string_view::npos) {
      named.emails.push_back(account::folded_email(one));
    } else if (const auto id = UserId::parse(one)) {
      named.ids.push_back(*id);
    }
    if (named.ids.size() + named.emails.size() > kMaxNamed) {
      refuse_field("who", "must name at most " + std::to_string(kMaxNamed) + " people");
    }
  }
  return named;
}

// For records that name people: includes deleted people, and is one page.
Response people_named(Context& context, const std::string& who) {
  for (const std::string_view other : {"q", "sort", "limit", "cursor"}) {
    if (context.query.get(other)) refuse_field(other, "cannot be combined with who");
  }
  const Named named = named_of(who);
  pg::Tx tx = context.read();
  const auto items = store::users::named(tx, context.tenant, named.ids, named.emails);
  return Response::json(200, Json::object()
                                 .set("people", store::render::list(items, render_person))
                                 .set("nextCursor", nullptr));
}

Json shown_choices(const Context& context, pg::Tx& tx) {
  const auto choices = store::emails::choices(tx, context.tenant, context.session.user);
  return store::render::notifications(choices, store::emails::available(tx));
}

}  // namespace

Response people_list(Context& context) {
  if (const auto who = text_of(context.query, "who", kMaxWho)) return people_named(context, *who);
  const Page page(context, "people", store::users::kOrders);
  store::users::Filter filter;
  filter.contains = text_of(context.query, "q");
  pg::Tx tx = context.read();
  const auto items = store::users::list(tx, context.tenant, filter, page.part());
  return Response::json(200, Json::object()
                                 .set("people", store::render::list(items.rows, render_person))
                                 .set("nextCursor", page.next(items)));
}

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
