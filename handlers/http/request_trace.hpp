// SPDX-License-Identifier: Apache-2.0
// Decides which requests are traced, and hands their spans to the pipeline of the same host, which
// sends them on. Nothing here waits for the pipeline.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "core/trace/trace.hpp"
#include "db/pg/connection.hpp"
#include "fcgi/request.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// The trace of a request in progress.
struct RequestTrace {
  bool recorded = false;
  // See Context::trace; the request's own span if it is recorded.
  std::optional<trace::Parent> context;
  // The members below are set only if the request is recorded.
  std::optional<std::string> caller;  // the span that called
  Timestamp begun{};
  pg::Connection::Usage before;
};

class RequestTracer {
 public:
  // database: the one that requests use; must outlive this.
  RequestTracer(const Config& config, const pg::Connection& database);

  // The caller's traceparent decides, by its flag "sampled"; a malformed or repeated one is
  // ignored. Without it, a share of all requests is recorded (ASSAY_TRACE_REQUESTS), or none if
  // spans are not sent anywhere.
  [[nodiscard]] RequestTrace begin(const fcgi::Request& request);

  struct Outcome {
    std::string_view method;
    std::string_view route;  // the pattern; "" if none matched
    int status = 0;
    std::optional<TenantId> tenant;  // acted on
  };
  // Hands the span over. Returns false if the pipeline does not take it at once: it is lost.
  [[nodiscard]] bool end(const RequestTrace& trace, const Outcome& outcome) const;

 private:
  [[nodiscard]] bool chosen();

  const std::string socket_;
  const bool exported_;
  const double share_;
  const pg::Connection& database_;
  std::minstd_rand dice_;
};

}  // namespace assay::handlers
