// SPDX-License-Identifier: Apache-2.0
// The audit trail for administrators: lists it, verifies its chain, exports it.
#include <charconv>
#include <memory>

#include "core/trace/log.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "db/wire/render.hpp"
#include "db/wire/whole_trail.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/runs/named_run.hpp"

namespace assay::handlers {
namespace {

namespace audit = store::audit;

constexpr std::string_view kAuditList = "audit-logs";

// A sequence number in the trail; nullopt when the parameter is absent.
std::optional<std::int64_t> sequence_of(const fcgi::Query& query, std::string_view name) {
  const auto text = query.get(name);
  if (!text) return std::nullopt;
  std::int64_t sequence = 0;
  const auto done = std::from_chars(text->data(), text->data() + text->size(), sequence);
  if (done.ec != std::errc() || std::to_string(sequence) != *text || sequence < 0) {
    refuse_field(name, "must be a whole number of 0 or more");
  }
  return sequence;
}

audit::Filter filter_of(const Context& context) {
  audit::Filter filter;
  filter.action = word_if_given(context.query, "action", kAuditActions);
  filter.object_type = word_if_given(context.query, "objectType", kAuditObjectTypes);
  filter.object_id = text_of(context.query, kObjectParameter);
  filter.actor = text_of(context.query, kActorParameter);
  filter.run_id = id_if_given<RunId>(context.query, kRun.id_name);
  filter.from = instant_of(context.query, "from");
  filter.to = instant_of(context.query, "to");
  filter.after = sequence_of(context.query, "after");
  filter.reads = flag_if_given(context.query, "reads").value_or(true);
  if (filter.from && filter.to && *filter.to < *filter.from) {
    refuse_field("to", "must not be before from");
  }
  return filter;
}

void refuse_foreign_filters(const Context& context, pg::Tx& tx, const audit::Filter& filter) {
  if (filter.run_id) refuse_foreign(context, tx, kRun, filter.run_id->value);
  refuse_foreign_named_by(context, tx, kObjectParameter);
  refuse_foreign_named_by(context, tx, kActorParameter);
}

// Reading the trail is itself recorded, with the parameters of the request.
void record_reading(const Context& context, pg::Tx& tx, std::string_view action) {
  Json asked = Json::object();
  for (const std::string_view name :
       {"runId", "action", "objectType", "objectId", "actor", "from", "to", "after", "reads"}) {
    if (const auto value = context.query.get(name)) asked.set(name, *value);
  }
  record(context, tx,
         {.action = action,
          .object_type = "tenant",
          .object_id = context.tenant.value,
          .detail = asked});
}

// The result of verification, in one form for the response and the trail.
struct Verdict {
  audit::ChainVerdict chain;
  audit::Checked checkpoints;
  std::optional<audit::Head> head;
  bool keys_known = false;

  [[nodiscard]] Json first_broken() const {
    if (chain.first_broken) return store::render::audit_break(*chain.first_broken);
    const auto& broken = checkpoints.first_broken;
    if (!broken) return {};
    return store::render::audit_break(
        {0, std::nullopt, "checkpoint " + std::to_string(broken->number) + ": " + broken->reason});
  }
  [[nodiscard]] bool signed_by_known() const { return keys_known && checkpoints.checkpoints > 0; }

  [[nodiscard]] Json render() const {
    const Json broken = first_broken();
    return Json::object()
        .set("verified", broken.is_null())
        .set("entries", chain.entries)
        .set("head", head ? store::render::audit_head(*head) : Json())
        .set("checkpoints", Json::object()
                                .set("checked", checkpoints.checkpoints)
                                .set("signatures", signed_by_known() ? "VERIFIED" : "NOT_VERIFIED"))
        .set("firstBroken", broken);
  }
};

Verdict verify(const Context& context) {
  // Covers at least some hours without a gap. assayctl checks all checkpoints, the file, and the
  // records of all runs.
  constexpr std::int64_t kNewest = 500;
  constexpr std::int64_t kRuns = 200;
  audit::CheckWish wish;
  wish.tenant = context.tenant;
  wish.newest = kNewest;
  wish.keys = trusted_audit_keys(context);
  pg::Tx tx = context.begin(pg::Access::Snapshot);
  Verdict verdict;
  verdict.keys_known = !wish.keys.empty();
  verdict.checkpoints = audit::check_checkpoints(tx, wish);
  verdict.head = audit::head(tx, context.tenant);
  verdict.chain =
      audit::verify_trail(tx, context.tenant, verdict.checkpoints.witnesses[context.tenant], kRuns);
  tx.commit();
  return verdict;
}

}  // namespace

Response admin_audit_logs(Context& context) {
  const Page page(context, kAuditList, audit::kOrders);
  const audit::Filter filter = filter_of(context);
  pg::Tx tx = context.write();
  refuse_foreign_filters(context, tx, filter);
  const auto entries = audit::list(tx, context.tenant, filter, page.part());
  const std::int64_t total = audit::count(tx, context.tenant, filter);
  // A client that follows the trail is recorded each time it is shown entries.
  if (!filter.after || !entries.rows.empty()) record_reading(context, tx, "audit.read");
  tx.commit();
  const auto render = [&](const audit::Entry& entry) {
    return store::render::audit_entry(context.tenant, entry);
  };
  return Response::json(200, Json::object()
                                 .set("logs", store::render::list(entries.rows, render))
                                 .set("total", total)
                                 .set("nextCursor", page.next(entries)));
}

Response admin_audit_verify(Context& context) {
  const Slots::Slot slot = context.services.slots.records.take(context.tenant.value);
  const Json verdict = verify(context).render();
  const bool verified = verdict.get("verified").as_bool().value_or(false);
  if (!verified) {
    log::error("audit_trail_broken", {{"firstBroken", verdict.get("firstBroken").dump()}});
  }
  try {
    pg::Tx tx = context.write();
    record(context, tx,
           {.action = "audit.verify",
            .object_type = "tenant",
            .object_id = context.tenant.value,
            .outcome = verified ? audit::Outcome::Allow : audit::Outcome::Error,
            .detail = verdict});
    tx.commit();
  } catch (const pg::DbError& error) {
    // A trail that is broken at its end accepts no entry. The administrator still gets the result.
    if (verified) throw;
    log::error("audit_verification_not_recorded", {{"what", error.what()}});
  }
  Response response = Response::json(200, verdict);
  context.services.slots.records.limit().tell(response);
  return response;
}

Response admin_audit_export(Context& context) {
  const audit::Filter filter = filter_of(context);
  // Held until the last line is sent.
  auto slot =
      std::make_shared<Slots::Slot>(context.services.slots.records.take(context.tenant.value));
  pg::Tx tx = context.write();
  refuse_foreign_filters(context, tx, filter);
  const auto head = audit::head(tx, context.tenant);
  if (!head) throw std::logic_error("a tenant without an audit head");
  record_reading(context, tx, "audit.export");
  tx.commit();
  const auto lines =
      std::make_shared<audit::Export>(context.services.connection, context.tenant, filter, *head);
  Response response = Response::stream(
      200, "application/x-ndjson",
      [lines, held = std::move(slot)](std::string& piece) { return lines->next(piece); });
  response.set("Content-Disposition", "attachment; filename=\"assay-audit-log-" +
                                          to_iso8601(now()).substr(0, 10) + ".ndjson\"");
  context.services.slots.records.limit().tell(response);
  return response;
}

}  // namespace assay::handlers
