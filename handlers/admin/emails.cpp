// SPDX-License-Identifier: Apache-2.0
// The tenant's e-mail of the last days: lists it, and sends a message again.
#include "db/store/events/emails.hpp"
#include "db/store/work/queue.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

namespace emails = store::emails;

constexpr std::string_view kEmailList = "emails";

}  // namespace

Response emails_list(Context& context) {
  const Page page(context, kEmailList);
  const auto after = page.after<emails::Position>();
  const auto status = state_if_given<EmailStatus>(context.query, "status");
  pg::Tx tx = context.read();
  auto items = emails::list(tx, context.tenant, status, after, page.wanted());
  const Json next = page.cut(items, [](const emails::Email& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200, Json::object()
                                 .set("emails", store::render::list(items, store::render::email))
                                 .set("nextCursor", next));
}

Response emails_resend(Context& context) {
  const auto id = path_id<EmailId>(context, kEmail);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  static_cast<void>(found(emails::find(tx, context.tenant, id), context, tx, kEmail, id.value));
  if (!emails::available(tx)) {
    throw Failure(ErrorCode::Conflict, "There is no mail server to send it by");
  }
  emails::send_again(tx, context.tenant, id);
  store::work::enqueue(tx, context.tenant, store::work::Kind::Email, context.tenant.value);
  const auto after = found(emails::find(tx, context.tenant, id), context, tx, kEmail, id.value);
  record(
      context, tx,
      {.action = "email.resend",
       .object_type = kEmail.name,
       .object_id = id.value,
       .detail = Json::object().set("kind", to_text(after.kind)).set("userId", after.user.value)});
  tx.commit();
  return Response::json(202, Json::object().set("email", store::render::email(after)));
}

}  // namespace assay::handlers
