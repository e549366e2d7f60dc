// SPDX-License-Identifier: Apache-2.0
// Exports of runs: asking for one, the list, single ones, the file.
#include "db/store/exports.hpp"

#include "db/store/render.hpp"
#include "db/store/render_exports.hpp"
#include "db/store/runs.hpp"
#include "handlers/access.hpp"
#include "handlers/body.hpp"
#include "handlers/handlers.hpp"
#include "handlers/idempotency.hpp"
#include "handlers/page.hpp"
#include "handlers/stored_file.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

namespace exports = store::exports;

constexpr std::string_view kList = "exports";
constexpr std::size_t kMostFormat = 20;

exports::Export find_export(const Context& context, pg::Tx& tx, const ExportId& id) {
  return found(exports::find(tx, context.tenant, id), context, tx, kExport, id.value);
}

void require_completed(const Context& context, pg::Tx& tx, const RunId& id) {
  const auto run = found(store::runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
  if (run.status == RunStatus::Completed) return;
  throw Failure(ErrorCode::Conflict, "Only a COMPLETED run can be exported",
                Json::object().set("status", to_text(run.status)));
}

// nullopt when a request with the same Idempotency-Key was faster.
std::optional<Response> create_once(const Context& context, const RunId& run, ExportFormat format,
                                    const Idempotency& idempotency) {
  pg::Tx tx = context.write();
  if (auto answer = idempotency.earlier(tx)) return answer;
  require_completed(context, tx, run);
  const auto id = ExportId::fresh();
  exports::create(tx, context.tenant, {id, run, format, context.session.user});
  const Json made = store::render::run_export(find_export(context, tx, id));
  Response response = Response::json(202, Json::object().set("export", made));
  if (!idempotency.keep(tx, response)) return std::nullopt;
  record(context, tx,
         {.action = "export.request",
          .object_type = "export",
          .object_id = id.value,
          .run = run,
          .detail = Json::object().set("format", to_text(format))});
  tx.commit();
  return response;
}

exports::Filter filter_of(const Context& context, pg::Tx& tx) {
  exports::Filter filter;
  filter.run = id_if_given<RunId>(context.query, kRun.id_name);
  filter.format = state_if_given<ExportFormat>(context.query, "format");
  filter.status = state_if_given<ExportStatus>(context.query, "status");
  if (filter.run) refuse_foreign(context, tx, kRun, filter.run->value);
  return filter;
}

}  // namespace

Response exports_create(Context& context) {
  const auto run = path_id<RunId>(context, kRun);
  const Body body(context.request, "format");
  const auto format = state_of<ExportFormat>("format", body.text("format", kMostFormat));
  const Idempotency idempotency(context, body.canonical());
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (auto response = create_once(context, run, format, idempotency)) return std::move(*response);
  }
  throw Failure(ErrorCode::Conflict, "Another request with this Idempotency-Key is under way");
}

Response exports_list(Context& context) {
  const Page page(context, kList);
  const auto after = page.after<exports::Position>();
  pg::Tx tx = context.read();
  const exports::Filter filter = filter_of(context, tx);
  auto items = exports::list(tx, context.tenant, filter, after, page.wanted());
  const Json next = page.cut(items, [](const exports::Export& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200,
                        Json::object()
                            .set("exports", store::render::list(items, store::render::run_export))
                            .set("nextCursor", next));
}

Response exports_get(Context& context) {
  const auto id = path_id<ExportId>(context, kExport);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::run_export(find_export(context, tx, id)));
}

Response exports_content(Context& context) {
  const auto id = path_id<ExportId>(context, kExport);
  pg::Tx tx = context.write();
  const exports::Export made = find_export(context, tx, id);
  if (made.status != ExportStatus::Completed) {
    throw Failure(ErrorCode::Conflict, "The export has no file",
                  Json::object()
                      .set("status", to_text(made.status))
                      .set("failureReason", made.failure_reason));
  }
  const std::string& sha256 = made.sha256.value();
  record(context, tx,
         {.action = "export.download",
          .object_type = "export",
          .object_id = id.value,
          .run = made.run,
          .detail = Json::object().set("format", to_text(made.format)).set("sha256", sha256)});
  tx.commit();
  const ExportFile file = file_of(made.format);
  return stored_file(context.tenant, sha256, file.content_type,
                     "assay-" + made.run.value + std::string(file.extension));
}

}  // namespace assay::handlers
