// SPDX-License-Identifier: Apache-2.0
// Webhooks of a tenant: lists, creates, changes and deletes them, and exchanges their secrets.
#include "db/store/events/webhooks.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "core/crypto/request_signature.hpp"
#include "core/crypto/sealed_box.hpp"
#include "core/http/http_client.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/work/queue.hpp"
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

namespace webhooks = store::webhooks;

constexpr std::string_view kWebhookList = "webhooks";
constexpr std::size_t kMaxUrl = 2000;
constexpr std::size_t kMaxDescription = 300;
constexpr std::int64_t kMaxWebhooks = 20;
constexpr std::chrono::hours kKeepPreviousSecret{24};
constexpr int kRetryAfter = 5;

std::string url_of(const Context& context, const Body& body) {
  constexpr std::string_view kField = "url";
  std::string url = body.text(kField, kMaxUrl);
  const auto issue = context.services.config.events.receivers.issue_of(url);
  if (issue) refuse_field(kField, issue->issue);
  return url;
}

// Empty: all.
std::vector<std::string> types_of(const Body& body) {
  constexpr std::string_view kField = "eventTypes";
  // A test is sent to one webhook, whatever types it selects.
  const auto known = std::span(WireNames<EventType>::kNames).first(kEventTypes);
  const auto types = body.texts(kField, kEventTypes);
  if (!types) return {};
  for (const std::string& type : *types) require_word(kField, type, known);
  return *types;
}

Json rendered(const Context& context, const webhooks::Webhook& webhook) {
  return store::render::webhook(context.tenant, webhook);
}

webhooks::Webhook locked_webhook(const Context& context, pg::Tx& tx, const WebhookId& id) {
  auto webhook = found(webhooks::lock(tx, context.tenant, id), context, tx, kWebhook, id.value);
  require_match(context.request, rendered(context, webhook));
  return webhook;
}

void require_place(const Context& context, pg::Tx& tx) {
  const std::int64_t wanted = webhooks::count(tx, context.tenant) + 1;
  if (wanted <= kMaxWebhooks) return;
  throw Failure(
      ErrorCode::LimitExceeded,
      "The tenant may have at most " + std::to_string(kMaxWebhooks) + " webhooks. Delete some.",
      Json::object().set("limit", "webhooks").set("allowed", kMaxWebhooks).set("found", wanted));
}

// A new secret: the text for the receiver, and the sealed form that is stored. Only pipelines can
// open it.
struct Secret {
  std::string text;
  std::string sealed;
};

Secret fresh_secret(const Context& context, pg::Tx& tx, const WebhookId& id) {
  const auto key = store::events::published_key(tx);
  if (!key) {
    throw Failure(ErrorCode::Unavailable, "No pipeline has started yet; try again later",
                  Json::object().set("retryAfterSeconds", kRetryAfter));
  }
  const std::string secret = random_bytes(webhook::kSecretBytes);
  return {webhook::secret_text(secret),
          sealed_box::seal(secret, *key, webhooks::bound_to(context.tenant, id))};
}

// Includes the secret in clear text, which is shown only once.
Response with_secret(int status, const Json& webhook, const std::string& secret) {
  return Response::json(status, Json::object().set("webhook", webhook).set("secret", secret));
}

// The changes as the trail may store them: without secrets in URLs. A changed token still shows as
// a change.
Json recorded(Json changes) {
  if (!changes.has("url")) return changes;
  const auto shown = [&changes](std::string_view side) {
    const auto url = changes.get("url").get(side).as_string();
    return url ? Json(url_without_secrets(*url)) : Json();
  };
  const Json url = Json::object().set("from", shown("from")).set("to", shown("to"));
  changes.set("url", url);
  return changes;
}

void record_webhook(const Context& context, pg::Tx& tx, std::string_view action,
                    const WebhookId& id, const Json& detail) {
  record(context, tx,
         {.action = action, .object_type = kWebhook.name, .object_id = id.value, .detail = detail});
}

void apply_change(const Context& context, pg::Tx& tx, const Body& body,
                  webhooks::Webhook& webhook) {
  if (body.has("url")) webhook.url = url_of(context, body);
  if (body.has("description")) {
    webhook.description = body.optional_text("description", kMaxDescription).value_or("");
  }
  if (body.has("eventTypes")) webhook.event_types = types_of(body);
  webhooks::update(tx, context.tenant, webhook);
  const auto enabled = body.optional_flag("enabled");
  if (enabled == true && !webhook.enabled()) {
    webhooks::enable(tx, context.tenant, webhook.id);
    store::work::enqueue(tx, context.tenant, store::work::Kind::Delivery, webhook.id.value);
  } else if (enabled == false) {
    static_cast<void>(
        webhooks::disable(tx, context.tenant, webhook.id, WebhookDisabling::ByAdministrator));
  }
}

}  // namespace

Response webhooks_list(Context& context) {
  const Page page(context, kWebhookList, webhooks::kOrders);
  const auto enabled = flag_if_given(context.query, "enabled");
  pg::Tx tx = context.read();
  const auto items = webhooks::list(tx, context.tenant, enabled, page.part());
  const auto one = [&](const webhooks::Webhook& item) { return rendered(context, item); };
  return Response::json(200, Json::object()
                                 .set("webhooks", store::render::list(items.rows, one))
                                 .set("nextCursor", page.next(items)));
}

Response webhooks_get(Context& context) {
  const auto id = path_id<WebhookId>(context, kWebhook);
  pg::Tx tx = context.read();
  return Response::json(200, rendered(context, find_webhook(context, tx, id)));
}

Response webhooks_create(Context& context) {
  const Body body(context.request, "url description eventTypes");
  webhooks::NewWebhook fresh;
  fresh.url = url_of(context, body);
  fresh.description = body.optional_text("description", kMaxDescription).value_or("");
  fresh.event_types = types_of(body);
  fresh.id = WebhookId::fresh();
  fresh.created_by = context.session.user;
  pg::Tx tx = context.write();
  require_place(context, tx);
  const Secret secret = fresh_secret(context, tx, fresh.id);
  fresh.secret = secret.sealed;
  webhooks::insert(tx, context.tenant, fresh);
  const Json made = rendered(context, find_webhook(context, tx, fresh.id));
  record_webhook(context, tx, "webhook.create", fresh.id,
                 recorded(changed(Json(), made, {"url", "description", "eventTypes"})));
  tx.commit();
  return with_secret(201, made, secret.text);
}

Response webhooks_patch(Context& context) {
  const auto id = path_id<WebhookId>(context, kWebhook);
  const Body body(context.request, "url description eventTypes enabled");
  pg::Tx tx = context.write();
  webhooks::Webhook webhook = locked_webhook(context, tx, id);
  const Json before = rendered(context, webhook);
  apply_change(context, tx, body, webhook);
  const Json after = rendered(context, find_webhook(context, tx, id));
  record_webhook(context, tx, "webhook.put", id,
                 recorded(changed(before, after, {"url", "description", "eventTypes", "enabled"})));
  tx.commit();
  return Response::json(200, Json::object().set("webhook", after));
}

Response webhooks_delete(Context& context) {
  const auto id = path_id<WebhookId>(context, kWebhook);
  pg::Tx tx = context.write();
  // A worker locks its item, then the webhook. In the reverse order, each would wait for the other.
  store::work::drop(tx, context.tenant, store::work::Kind::Delivery, id.value);
  const webhooks::Webhook webhook = locked_webhook(context, tx, id);
  static_cast<void>(webhooks::remove(tx, context.tenant, id));
  record_webhook(context, tx, "webhook.delete", id,
                 Json::object().set("url", url_without_secrets(webhook.url)));
  tx.commit();
  return Response(204);
}

Response webhooks_rotate_secret(Context& context) {
  const auto id = path_id<WebhookId>(context, kWebhook);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  static_cast<void>(locked_webhook(context, tx, id));
  const Secret secret = fresh_secret(context, tx, id);
  webhooks::rotate_secret(tx, context.tenant, id, secret.sealed, kKeepPreviousSecret);
  const Json after = rendered(context, find_webhook(context, tx, id));
  record_webhook(context, tx, "webhook.rotate_secret", id,
                 Json::object().set("previousSecretUntil", after.get("previousSecretUntil")));
  tx.commit();
  return with_secret(200, after, secret.text);
}

}  // namespace assay::handlers
