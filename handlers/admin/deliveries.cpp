// SPDX-License-Identifier: Apache-2.0
// Deliveries to a webhook: lists them, sends one again, and sends a test. The tenant's recent
// e-mail: lists it, and sends a message again.
#include "db/store/events/outbox.hpp"

#include "db/store/events/emails.hpp"
#include "db/store/work/queue.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/admin/named_webhook.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace deliveries = store::deliveries;

constexpr std::string_view kList = "webhook-deliveries";

void require_enabled(const store::webhooks::Webhook& webhook) {
  if (webhook.enabled()) return;
  throw Failure(ErrorCode::Conflict, "The webhook is disabled; enable it first",
                Json::object()
                    .set("webhookId", webhook.id.value)
                    .set("disabledReason", to_text(webhook.disabled_reason.value())));
}

// Throws NOT_FOUND for another webhook's delivery, as for an absent one.
deliveries::Delivery delivery_in(const Context& context, pg::Tx& tx, const WebhookId& webhook,
                                 const DeliveryId& id) {
  auto delivery = deliveries::find(tx, context.tenant, id);
  if (delivery && delivery->webhook != webhook) delivery.reset();
  return found(std::move(delivery), context, tx, kDelivery, id.value);
}

Response accepted(const deliveries::Delivery& delivery) {
  return Response::json(202, Json::object().set("delivery", store::render::delivery(delivery)));
}

void record_delivery(const Context& context, pg::Tx& tx, std::string_view action,
                     const deliveries::Delivery& delivery) {
  record(context, tx,
         {.action = action,
          .object_type = kWebhook.name,
          .object_id = delivery.webhook.value,
          .detail = Json::object()
                        .set("deliveryId", delivery.id.value)
                        .set("eventId", delivery.event.value)
                        .set("eventType", delivery.event_type)});
}

namespace emails = store::emails;

constexpr std::string_view kEmailList = "emails";

}  // namespace

Response webhook_deliveries_list(Context& context) {
  const auto id = path_id<WebhookId>(context, kWebhook);
  const Page page(context, kList, deliveries::kOrders);
  const deliveries::Filter filter{state_if_given<DeliveryStatus>(context.query, "status"),
                                  state_if_given<EventType>(context.query, "eventType")};
  pg::Tx tx = context.read();
  static_cast<void>(find_webhook(context, tx, id));
  const auto items = deliveries::list(tx, context.tenant, id, filter, page.part());
  return Response::json(
      200, Json::object()
               .set("deliveries", store::render::list(items.rows, store::render::delivery))
               .set("nextCursor", page.next(items)));
}

Response webhook_deliveries_redeliver(Context& context) {
  const auto id = path_id<WebhookId>(context, kWebhook);
  const auto delivery = path_id<DeliveryId>(context, kDelivery);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  require_enabled(find_webhook(context, tx, id));
  static_cast<void>(delivery_in(context, tx, id, delivery));
  deliveries::send_again(tx, context.tenant, delivery);
  store::work::enqueue(tx, context.tenant, store::work::Kind::Delivery, id.value);
  const auto after = delivery_in(context, tx, id, delivery);
  record_delivery(context, tx, "webhook.redeliver", after);
  tx.commit();
  return accepted(after);
}

Response webhooks_test(Context& context) {
  const auto id = path_id<WebhookId>(context, kWebhook);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  require_enabled(find_webhook(context, tx, id));
  const auto made = delivery_in(context, tx, id, store::events::emit_test(tx, context.tenant, id));
  record_delivery(context, tx, "webhook.test", made);
  tx.commit();
  return accepted(made);
}

Response emails_list(Context& context) {
  const Page page(context, kEmailList, emails::kOrders);
  const emails::Filter filter{state_if_given<EmailStatus>(context.query, "status"),
                              state_if_given<EmailKind>(context.query, "kind"),
                              id_if_given<UserId>(context.query, kUser.id_name)};
  pg::Tx tx = context.read();
  if (filter.user) refuse_foreign(context, tx, kUser, filter.user->value);
  const auto items = emails::list(tx, context.tenant, filter, page.part());
  return Response::json(200,
                        Json::object()
                            .set("emails", store::render::list(items.rows, store::render::email))
                            .set("nextCursor", page.next(items)));
}

Response emails_resend(Context& context) {
  const auto id = path_id<EmailId>(context, kEmail);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  static_cast<void>(found(emails::find(tx, context.tenant, id), context, tx, kEmail, id.value));
  if (!emails::available(tx)) {
    throw Failure(ErrorCode::Conflict, "No mail server is configured");
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
