// SPDX-License-Identifier: Apache-2.0
// Turns what went wrong into errors, log lines and entries of the trail.
#include "handlers/http/refusals.hpp"

#include "core/trace/log.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/file_transfer.hpp"

namespace assay::handlers {
namespace {

constexpr std::int64_t kRetryAfterOutage = 5;
constexpr std::int64_t kRetryAfterConflict = 1;

Error internal() {
  return {ErrorCode::Internal, "Internal error", {}};
}

Error unavailable(std::int64_t retry_after) {
  return {ErrorCode::Unavailable, "The service is not available right now",
          Json::object().set("retryAfterSeconds", retry_after)};
}

}  // namespace

Error error_of(const pg::DbError& error) {
  log::error("database_error", {{"what", error.what()}, {"sqlstate", error.sqlstate()}});
  if (error.disk_full()) return no_room();
  if (error.unavailable()) return unavailable(kRetryAfterOutage);
  if (error.retryable()) return unavailable(kRetryAfterConflict);
  return internal();
}

Error error_of(const StoreUnavailable& error) {
  log::error("object_store_error", {{"what", error.what()}});
  return unavailable(kRetryAfterOutage);
}

Error error_of(const IoError& error) {
  log::error("io_error", {{"what", error.what()}});
  return error.no_space() ? no_room() : internal();
}

void log_refusal(const Error& error) {
  const int status = error_http_status(error.code);
  log::write(status >= 500 ? log::Level::Error : log::Level::Info, "request_refused",
             {{"status", status}, {"error", error_name(error.code)}, {"message", error.message}});
}

Act of_route(const Context& context, std::string_view action) {
  std::string path;
  for (const std::string& segment : context.request.target()->segments) {
    path.append("/").append(segment);
  }
  return {.action = action,
          .object_type = "route",
          .object_id = std::string(context.route),
          .detail = Json::object().set("path", path)};
}

void record_alone(const Context& context, const Act& act) {
  pg::Tx tx = context.write();
  record(context, tx, act);
  tx.commit();
}

void record_denial(const Context& context, const Failure& failure) {
  if (const auto* denied = dynamic_cast<const CrossTenantDenied*>(&failure)) {
    Context at_home = context;
    at_home.tenant = context.session.tenant;
    record_alone(at_home, {.action = "access.denied",
                           .object_type = denied->object_type(),
                           .object_id = denied->object_id(),
                           .outcome = store::audit::Outcome::Deny});
    return;
  }
  if (failure.error().code != ErrorCode::Forbidden) return;
  Act act = of_route(context, "access.denied");
  act.outcome = store::audit::Outcome::Deny;
  act.detail.set("requiredRole", failure.error().details.get("requiredRole"));
  record_alone(context, act);
}

}  // namespace assay::handlers
