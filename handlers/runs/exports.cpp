// SPDX-License-Identifier: Apache-2.0
// Exports of runs: asking for one, listing them, and sending the file if it is the one that was
// made.
#include <cctype>

#include "core/json/utf8.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "db/store/runs/runs.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/runs/named_run.hpp"

namespace assay::handlers {

namespace {

using store::exports::Export;

[[noreturn]] void refuse(const Context& context, pg::Tx& tx, const Export& made,
                         const std::string& issue) {
  record(context, tx,
         {.action = "export.download",
          .object_type = "export",
          .object_id = made.id.value,
          .run = made.run,
          .outcome = store::audit::Outcome::Error,
          .detail = Json::object().set("issue", issue)});
  tx.commit();
  log::error("export_integrity_failure", {{"exportId", made.id.value}, {"issue", issue}});
  throw Failure(ErrorCode::SnapshotIntegrityFailure, "The stored file is not the one that was made",
                Json::object().set("exportId", made.id.value).set("issue", issue));
}

// Precondition of both: the export is COMPLETED. The first throws SNAPSHOT_INTEGRITY_FAILURE
// {exportId, issue} unless the trail's entry "export.completed" names the same SHA-256 and the
// trail around that entry verifies, the second unless the stored bytes have that SHA-256. The
// refusal is recorded.
void require_as_made(const Context& context, pg::Tx& tx, const Export& made) {
  const auto entry =
      store::audit::first_entry_of_object(tx, context.tenant, made.id.value, "export.completed");
  if (!entry) refuse(context, tx, made, "the audit trail has no entry of its completion");
  const auto proven =
      store::audit::prove_entry(tx, context.tenant, *entry, trusted_audit_keys(context));
  if (!proven) refuse(context, tx, made, store::audit::to_text(proven.error()));
  const Json detail = Json::parse(proven->detail.value_or("null")).value_or(Json());
  if (detail.get("sha256").as_string() != made.sha256) {
    refuse(context, tx, made, "the audit trail names a different file");
  }
}

void require_bytes_as_made(const Context& context, pg::Tx& tx, const Export& made) {
  const auto issue = issue_with_bytes(context, made.sha256.value());
  if (issue) refuse(context, tx, made, *issue);
}

namespace exports = store::exports;

constexpr std::string_view kExportList = "exports";
constexpr std::size_t kMaxFormat = 20;

exports::Export find_export(const Context& context, pg::Tx& tx, const ExportId& id) {
  return found(exports::find(tx, context.tenant, id), context, tx, kExport, id.value);
}

void require_completed(const Context& context, pg::Tx& tx, const RunId& id) {
  const auto run = find_run(context, tx, id);
  if (run.status == RunStatus::Completed) return;
  throw Failure(ErrorCode::Conflict, "Only a COMPLETED run can be exported",
                Json::object().set("status", to_text(run.status)));
}

// The words of a name joined by hyphens, with only characters that any file system accepts:
// "ISO/IEC 27001:2022" becomes "ISO-IEC-27001-2022". Letters beyond ASCII stay.
std::string hyphenated(std::string_view name) {
  constexpr std::size_t kMaxBytes = 80;
  std::string words;
  for (const char c : utf8::prefix(name, kMaxBytes)) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      static_cast<unsigned char>(c) >= 0x80 || c == '.' || c == '_';
    if (word) {
      words.push_back(c);
    } else if (!words.empty() && words.back() != '-') {
      words.push_back('-');
    }
  }
  while (!words.empty() && words.back() == '-') words.pop_back();
  return words;
}

// Names the pack and when the run ended, in UTC: "assay-ISO-27001-2026-03-01-0915-report.pdf".
std::string download_name(const Context& context, pg::Tx& tx, const exports::Export& made) {
  const auto run = store::runs::find(tx, context.tenant, made.run);
  const auto pack = run ? store::packs::find_pack(tx, context.tenant, run->pack) : std::nullopt;
  std::string name = "assay";
  if (pack) name += "-" + hyphenated(pack->name);
  if (run && run->completed_at) {
    const std::string at = to_iso8601(*run->completed_at);  // 2026-03-01T09:15:00.000Z
    name += "-" + at.substr(0, 10) + "-" + at.substr(11, 2) + at.substr(14, 2);
  }
  return name + std::string(file_of(made.format).ending);
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
  require_room(context);
  const Body body(context.request, "format");
  const auto format = state_of<ExportFormat>("format", body.text("format", kMaxFormat));
  const Idempotency idempotency(context, body.canonical());
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (auto response = create_once(context, run, format, idempotency)) return std::move(*response);
  }
  throw Failure(ErrorCode::Conflict, "Another request with this Idempotency-Key is in progress");
}

Response exports_list(Context& context) {
  const Page page(context, kExportList, exports::kOrders);
  pg::Tx tx = context.read();
  const exports::Filter filter = filter_of(context, tx);
  const auto items = exports::list(tx, context.tenant, filter, page.part());
  return Response::json(
      200, Json::object()
               .set("exports", store::render::list(items.rows, store::render::run_export))
               .set("nextCursor", page.next(items)));
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
  if (made.erased_at) {
    throw Failure(ErrorCode::Conflict, "The file of this export was erased. Export the run again.",
                  Json::object()
                      .set("exportId", id.value)
                      .set("erasedAt", store::render::at(made.erased_at)));
  }
  const std::string& sha256 = made.sha256.value();
  const std::string name = download_name(context, tx, made);
  require_as_made(context, tx, made);
  if (sends_bytes_of(context.request, sha256, made.size_bytes.value())) {
    require_bytes_as_made(context, tx, made);
    record(context, tx,
           {.action = "export.download",
            .object_type = "export",
            .object_id = id.value,
            .run = made.run,
            .detail = Json::object().set("format", to_text(made.format)).set("sha256", sha256)});
  }
  tx.commit();
  return stored_file(context.tenant, sha256, file_of(made.format).content_type, name);
}

}  // namespace assay::handlers
