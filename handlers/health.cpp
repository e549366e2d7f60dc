// SPDX-License-Identifier: Apache-2.0
// Health: whether the process is alive, and whether it is ready to serve.
#include <unistd.h>

#include "core/extract/landlock.hpp"
#include "core/trace/log.hpp"
#include "db/migrate.hpp"
#include "db/store/work.hpp"
#include "handlers/http/free_space.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace {

// A daemon reports with each heartbeat. After three missed ones it counts as absent.
constexpr int kMissedHeartbeats = 3;
constexpr const char* kLowSpace = "low";

std::string database_check(Services& services) {
  try {
    const std::string mismatch = db::schema_mismatch(services.connection);
    return mismatch.empty() ? "ok" : mismatch;
  } catch (const pg::DbError& error) {
    log::error("database_error", {{"what", error.what()}, {"sqlstate", error.sqlstate()}});
    return "unreachable";
  }
}

std::string storage_check(const Config& config) {
  if (::access(config.blob_dir.c_str(), R_OK | W_OK | X_OK) != 0) return "not writable";
  return space_is_low(config) ? kLowSpace : "ok";
}

// Reported only, never a reason to be unready: uploads and reads work without a pipeline.
std::string pipeline_check(Services& services) {
  pg::Tx tx(services.connection, pg::Access::ReadOnly);
  const auto age = store::work::newest_worker_age(tx);
  const auto most = static_cast<double>(services.config.heartbeat.count() * kMissedHeartbeats);
  return age && *age <= most ? "ok" : "absent";
}

}  // namespace

Response health_live(Context& /*context*/) {
  return Response::json(200, Json::object().set("status", "live"));
}

Response health_ready(Context& context) {
  Json checks = Json::object();
  const std::string database = database_check(context.services);
  const std::string storage = storage_check(context.services.config);
  checks.set("database", database).set("storage", storage);
  // Low space is only reported: what is stored can still be read.
  if (database != "ok" || (storage != "ok" && storage != kLowSpace)) {
    constexpr std::int64_t kRetryAfter = 5;
    throw Failure(ErrorCode::Unavailable, "The service is not ready",
                  Json::object().set("checks", checks).set("retryAfterSeconds", kRetryAfter));
  }
  checks.set("pipeline", pipeline_check(context.services));
  // Also only reported: on a kernel without Landlock the reader has one layer less.
  checks.set("readerSandbox", reader_sandbox());
  return Response::json(200, Json::object().set("status", "ready").set("checks", checks));
}

}  // namespace assay::handlers
