// SPDX-License-Identifier: Apache-2.0
// The state of the installation: all tenants for a SUPER_ADMIN, its own tenant for an ADMIN.
#include "db/store/operations.hpp"

#include <string_view>

#include "core/base/work_kinds.hpp"
#include "core/blob/blob_store.hpp"
#include "core/settings/service_settings.hpp"
#include "db/migrate.hpp"
#include "db/store/metrics.hpp"
#include "db/store/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace {

namespace operations = store::operations;
using store::metrics::QueueFigure;

// A daemon that missed three heartbeats counts as dead.
constexpr int kMissedHeartbeats = 3;
constexpr std::chrono::hours kLately{24};
constexpr std::int64_t kMebibyte = std::int64_t{1} << 20U;

// The figure of a kind and state; nullptr when there are no such items.
const QueueFigure* figure(const std::vector<QueueFigure>& queue, std::string_view kind,
                          std::string_view state) {
  for (const QueueFigure& one : queue) {
    if (one.kind == kind && one.state == state) return &one;
  }
  return nullptr;
}

// Ages are given as instants, so that the response stays the same while nothing happens.
Json render_queue(const std::vector<QueueFigure>& queue) {
  Json list = Json::array();
  for (const std::string_view kind : WireNames<WorkKind>::kNames) {
    const QueueFigure* waiting = figure(queue, kind, "ready");
    const QueueFigure* running = figure(queue, kind, "running");
    list.push(Json::object()
                  .set("kind", kind)
                  .set("waiting", waiting == nullptr ? 0 : waiting->items)
                  .set("running", running == nullptr ? 0 : running->items)
                  .set("oldestWaitingAt",
                       waiting == nullptr ? Json() : store::render::at(waiting->oldest_at))
                  .set("oldestRunningAt",
                       running == nullptr ? Json() : store::render::at(running->oldest_at)));
  }
  return list;
}

Json render_daemon(const operations::Daemon& daemon) {
  return Json::object()
      .set("host", daemon.host)
      .set("startedAt", store::render::at(daemon.started_at))
      .set("seenAt", store::render::at(daemon.seen_at))
      .set("alive", daemon.alive)
      .set("running", daemon.running);
}

Json render_failed(const operations::Failed& failed) {
  return Json::object()
      .set("of", failed.of)
      .set("code", failed.code)
      .set("count", failed.count)
      .set("lastAt", store::render::at(failed.last_at));
}

// The fill level of disk and database would reveal how much other tenants store.
Json render_own_storage(const operations::Storage& storage) {
  return Json::object()
      .set("documents", storage.documents)
      .set("documentBytes", storage.document_bytes)
      .set("exports", storage.exports)
      .set("exportBytes", storage.export_bytes)
      .set("databaseBytes", Json())
      .set("diskBytes", Json())
      .set("diskFreeBytes", Json());
}

Json render_storage(const operations::Storage& storage, const std::string& blob_dir) {
  const DiskSpace disk = disk_space(blob_dir);
  // Rounded to a mebibyte, so that the response stays the same while little happens.
  const auto rounded = [](std::int64_t bytes) { return bytes / kMebibyte * kMebibyte; };
  return render_own_storage(storage)
      .set("databaseBytes", storage.database_bytes)
      .set("diskBytes", rounded(disk.total_bytes))
      .set("diskFreeBytes", rounded(disk.free_bytes));
}

Json render_versions(const operations::Storage& storage, const Config& config) {
  return Json::object()
      .set("assay", ASSAY_VERSION)
      .set("schema", db::migrations().back().number)
      .set("database", storage.database_version)
      .set("model", model_package_id(config.model_dir))
      .set("llm", config.llm.enabled() ? Json(config.llm.model) : Json());
}

}  // namespace

Response admin_operations(Context& context) {
  const Config& config = context.services.config;
  const bool all = sees_all_tenants(context.session);
  const auto scope = all ? operations::Scope::Installation : operations::Scope::Tenant;
  pg::Tx tx = context.read();
  const auto queue = all ? store::metrics::queue(tx) : store::metrics::own_queue(tx);
  const auto daemons = operations::daemons(tx, scope, config.heartbeat * kMissedHeartbeats);
  const auto failures = operations::failures(tx, scope, kLately);
  const operations::Storage storage = operations::storage(tx, scope);
  return Response::json(
      200, Json::object()
               .set("scope", all ? "INSTALLATION" : "TENANT")
               .set("queue", render_queue(queue))
               .set("workers", store::render::list(daemons, render_daemon))
               .set("failures", Json::object()
                                    .set("hours", kLately.count())
                                    .set("items", store::render::list(failures, render_failed)))
               .set("storage",
                    all ? render_storage(storage, config.blob_dir) : render_own_storage(storage))
               .set("versions", render_versions(storage, config)));
}

}  // namespace assay::handlers
