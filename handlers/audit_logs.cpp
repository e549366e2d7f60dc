// SPDX-License-Identifier: Apache-2.0
// The audit trail for administrators: listing it, checking its chain, taking it away.
#include <memory>

#include "core/digest.hpp"
#include "db/store/audit_verify.hpp"
#include "db/store/render.hpp"
#include "handlers/access.hpp"
#include "handlers/handlers.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

namespace audit = store::audit;

constexpr std::string_view kList = "audit-logs";
constexpr int kExportStep = 1000;

audit::Filter filter_of(const Context& context) {
  audit::Filter filter;
  filter.action = text_of(context.query, "action");
  filter.object_type = text_of(context.query, "objectType");
  filter.object_id = text_of(context.query, "objectId");
  filter.actor = text_of(context.query, "actor");
  filter.run_id = id_if_given<RunId>(context.query, kRun.id_name);
  filter.from = instant_of(context.query, "from");
  filter.to = instant_of(context.query, "to");
  return filter;
}

// Whoever reads the trail is in it, with what was asked for.
void record_reading(const Context& context, pg::Tx& tx, std::string_view action) {
  Json asked = Json::object();
  for (const std::string_view name :
       {"runId", "action", "objectType", "objectId", "actor", "from", "to"}) {
    if (const auto value = context.query.get(name)) asked.set(name, *value);
  }
  record(context, tx,
         {.action = action,
          .object_type = "tenant",
          .object_id = context.tenant.value,
          .detail = asked});
}

std::string hex(std::string_view bytes) {
  return to_hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

Json render_head(const audit::Head& head) {
  return Json::object().set("sequence", head.sequence).set("hash", hex(head.hash));
}

Json render_break(const std::optional<audit::Break>& broken) {
  if (!broken) return {};
  return Json::object()
      .set("sequence", broken->sequence)
      .set("id", broken->id)
      .set("reason", broken->reason);
}

// Produces the lines of an export, some entries at a time, each in a transaction of its own. The
// connection is the process's, which serves nothing else meanwhile.
class Export {
 public:
  Export(pg::Connection& connection, const TenantId& tenant, const audit::Filter& filter,
         const audit::Head& head)
      : connection_(connection), filter_(filter), head_(head), tenant_(tenant) {}

  // The contract of fcgi::BodyProducer.
  bool next(std::string& piece) {
    pg::Tx tx(connection_, pg::Access::ReadOnly, tenant_);
    const auto entries = audit::page(tx, tenant_, filter_, after_, head_.sequence, kExportStep);
    tx.commit();
    for (const audit::Entry& entry : entries) {
      Json line = store::render::audit_entry(tenant_, entry);
      line.set("createdAtMicros", to_micros(entry.created_at));
      piece.append(line.dump()).push_back('\n');
    }
    count_ += static_cast<std::int64_t>(entries.size());
    if (!entries.empty()) after_ = entries.back().sequence;
    if (entries.size() == static_cast<std::size_t>(kExportStep)) return true;
    piece.append(last_line().dump()).push_back('\n');
    return false;
  }

 private:
  // Its presence says that the export is whole.
  [[nodiscard]] Json last_line() const {
    return Json::object().set("end", Json::object()
                                         .set("tenantId", tenant_.value)
                                         .set("count", count_)
                                         .set("head", render_head(head_)));
  }

  pg::Connection& connection_;
  audit::Filter filter_;
  audit::Head head_;
  TenantId tenant_;
  std::int64_t after_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace

Response admin_audit_logs(Context& context) {
  const int limit = limit_of(context.query);
  const auto before = number_cursor_of(context.query, kList);
  const audit::Filter filter = filter_of(context);
  pg::Tx tx = context.write();
  if (filter.run_id) refuse_foreign(context, tx, kRun, filter.run_id->value);
  auto entries = audit::list(tx, context.tenant, filter, before, limit + 1);
  const std::int64_t total = audit::count(tx, context.tenant, filter);
  const Json next = cut_page(entries, limit, [](const audit::Entry& last) {
    return cursor::encode_number(kList, last.sequence);
  });
  record_reading(context, tx, "audit.read");
  tx.commit();
  const auto render = [&](const audit::Entry& entry) {
    return store::render::audit_entry(context.tenant, entry);
  };
  return Response::json(200, Json::object()
                                 .set("logs", store::render::list(entries, render))
                                 .set("total", total)
                                 .set("nextCursor", next));
}

Response admin_audit_verify(Context& context) {
  audit::ChainVerdict verdict;
  std::optional<audit::Head> head;
  {
    pg::Tx tx(context.services.connection, pg::Access::Snapshot, context.tenant);
    head = audit::head(tx, context.tenant);
    verdict = audit::verify_chain(tx, context.tenant, {});
    tx.commit();
  }
  const bool verified = !verdict.first_broken;
  const Json broken = render_break(verdict.first_broken);
  pg::Tx tx = context.write();
  record(context, tx,
         {.action = "audit.verify",
          .object_type = "tenant",
          .object_id = context.tenant.value,
          .outcome = verified ? audit::Outcome::Allow : audit::Outcome::Error,
          .detail = Json::object().set("entries", verdict.entries).set("firstBroken", broken)});
  tx.commit();
  return Response::json(200, Json::object()
                                 .set("verified", verified)
                                 .set("entries", verdict.entries)
                                 .set("head", head ? render_head(*head) : Json())
                                 .set("firstBroken", broken));
}

Response admin_audit_export(Context& context) {
  const audit::Filter filter = filter_of(context);
  pg::Tx tx = context.write();
  if (filter.run_id) refuse_foreign(context, tx, kRun, filter.run_id->value);
  const auto head = audit::head(tx, context.tenant);
  if (!head) throw std::logic_error("a tenant without an audit head");
  record_reading(context, tx, "audit.export");
  tx.commit();
  const auto lines =
      std::make_shared<Export>(context.services.connection, context.tenant, filter, *head);
  Response response = Response::stream(200, "application/x-ndjson",
                                       [lines](std::string& piece) { return lines->next(piece); });
  response.set("Content-Disposition",
               "attachment; filename=\"audit-" + context.tenant.value + ".ndjson\"");
  return response;
}

}  // namespace assay::handlers
