// SPDX-License-Identifier: Apache-2.0
// Sends a webhook its deliveries that are due, batch by batch, and records each try.
#include <stdexcept>

#include "core/crypto/ed25519.hpp"
#include "core/crypto/sealed_box.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/events/webhooks.hpp"
#include "pipeline/jobs/events/delivery.hpp"
#include "pipeline/jobs/events/event_jobs.hpp"

namespace assay::jobs {
namespace deliveries = store::deliveries;
namespace webhooks = store::webhooks;
namespace {

using webhooks::Webhook;

constexpr int kBatch = 16;
// A webhook is disabled when nothing was delivered for this long and in this many tries, which is
// more than one event has.
constexpr std::chrono::days kFailingFor{5};
constexpr int kFailingTries = kMaxDeliveryAttempts + 2;

// The deliveries to send in one go.
struct Batch {
  std::optional<Webhook> webhook;
  std::vector<deliveries::Due> due;
};

// After a failure, a single delivery shows whether the receiver is back.
Batch next_batch(const JobContext& context, const WebhookId& id) {
  return context.reading([&](pg::Tx& tx) {
    Batch batch;
    batch.webhook = webhooks::find(tx, context.tenant(), id);
    if (!batch.webhook || !batch.webhook->enabled()) return batch;
    const int limit = batch.webhook->failures > 0 ? 1 : kBatch;
    batch.due = deliveries::due(tx, context.tenant(), id, limit);
    return batch;
  });
}

// The secrets that sign now, in clear; none if this pipeline's key does not open them.
std::vector<std::string> secrets_of(const JobContext& context, const Webhook& webhook) {
  const std::string bound = webhooks::bound_to(context.tenant(), webhook.id);
  const auto key = key_file::load_or_create(context.services().config.events.key_file);
  const auto current = sealed_box::open(webhook.secret, key.private_key, bound);
  if (!current) return {};
  std::vector<std::string> secrets{*current};
  if (webhook.previous_secret && *webhook.previous_until > context.services().clock.now()) {
    const auto previous = sealed_box::open(*webhook.previous_secret, key.private_key, bound);
    if (previous) secrets.push_back(*previous);
  }
  return secrets;
}

std::vector<Outcome> try_all(const JobContext& context, WebhookSender* sender,
                             const std::vector<deliveries::Due>& due, Dice& dice) {
  std::vector<Outcome> outcomes;
  if (sender == nullptr) {
    for (const deliveries::Due& one : due) {
      outcomes.push_back(outcome_without_exchange(
          "This webhook's secret cannot be read here. Rotate it.", one.attempts, dice.roll()));
    }
    return outcomes;
  }
  const pg::DatabaseClock& clock = context.services().clock;
  const std::vector<Exchanged> exchanged = sender->send(due, clock);
  context.check();
  for (std::size_t i = 0; i < due.size(); ++i) {
    outcomes.push_back(outcome_of(exchanged[i], due[i].attempts, dice.roll(), clock.now()));
  }
  return outcomes;
}

void disable(pg::Tx& tx, const TenantId& tenant, const WebhookId& id, WebhookDisabling reason) {
  if (!webhooks::disable(tx, tenant, id, reason)) return;
  store::audit::Event event;
  event.action = "webhook.disable";
  event.object_type = "webhook";
  event.object_id = id.value;
  event.outcome = store::audit::Outcome::Error;
  event.detail = Json::object().set("reason", to_text(reason)).canonical();
  store::audit::append(tx, tenant, event);
  log::warning("webhook_disabled", {{"webhookId", id.value}, {"reason", to_text(reason)}});
}

// Records the tries and what they show about the webhook. Returns whether more may be sent now.
bool note(pg::Tx& tx, const TenantId& tenant, const WebhookId& id, Timestamp now,
          const std::vector<deliveries::Due>& due, const std::vector<Outcome>& outcomes) {
  int delivered = 0;
  bool gone = false;
  for (std::size_t i = 0; i < due.size(); ++i) {
    deliveries::note(tx, tenant, due[i].id, outcomes[i].attempt);
    if (outcomes[i].attempt.status == DeliveryStatus::Delivered) ++delivered;
    gone = gone || outcomes[i].gone;
  }
  if (gone) {
    disable(tx, tenant, id, WebhookDisabling::Gone);
  } else if (delivered > 0) {
    webhooks::note_success(tx, tenant, id);
    return true;
  } else {
    const auto after = webhooks::note_failures(tx, tenant, id, static_cast<int>(due.size()));
    if (after && after->failures >= kFailingTries && *after->failing_since < now - kFailingFor) {
      disable(tx, tenant, id, WebhookDisabling::Failing);
    }
  }
  return false;
}

void count(const JobContext& context, const std::vector<Outcome>& outcomes) {
  for (const Outcome& outcome : outcomes) {
    context.services().counters.add("assay_deliveries_total",
                                    label("status", to_text(outcome.attempt.status)));
  }
}

}  // namespace

void process_delivery(const JobContext& context) {
  const WebhookId id{context.claim().subject_id};
  const auto begun = std::chrono::steady_clock::now();
  std::optional<WebhookSender> sender;
  Dice dice;
  for (;;) {
    context.check();
    const Batch batch = next_batch(context, id);
    if (batch.due.empty()) break;
    if (!sender) {
      auto secrets = secrets_of(context, *batch.webhook);
      if (!secrets.empty()) {
        sender.emplace(context.services().config.events, batch.webhook->url, std::move(secrets),
                       [&context] { return context.lost() || context.interrupted(); });
      }
    }
    const auto outcomes = try_all(context, sender ? &*sender : nullptr, batch.due, dice);
    bool more = true;
    context.fenced([&](pg::Tx& tx) {
      more = note(tx, context.tenant(), id, context.services().clock.now(), batch.due, outcomes);
      context.progressed(tx);
    });
    count(context, outcomes);
    if (!more) break;
    if (std::chrono::steady_clock::now() - begun >= context.services().config.turn) {
      throw GaveWay();
    }
  }
  context.fenced_if_held([&](pg::Tx& tx) { context.finish(tx); });
}

void publish_event_key(const Config& config, pg::Connection& connection) {
  try {
    const auto key = key_file::load_or_create(config.events.key_file);
    pg::Tx tx(connection, pg::Access::ReadWrite);
    store::events::publish_key(tx, sealed_box::public_key_of(key.private_key));
    tx.commit();
  } catch (const pg::DbError&) {
    throw;
  } catch (const std::runtime_error& error) {
    log::error("event_key_unusable", {{"error", error.what()}});
  }
}

}  // namespace assay::jobs
