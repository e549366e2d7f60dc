// SPDX-License-Identifier: Apache-2.0
// What a handler gets: the request, the session, the tenant, and the services of the process.
#pragma once

#include <optional>
#include <string>

#include "core/blob/blob_store.hpp"
#include "core/extract/extractor.hpp"
#include "core/settings/config.hpp"
#include "core/trace/trace.hpp"
#include "db/pg/tx.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "fcgi/router.hpp"
#include "handlers/http/session.hpp"
#include "handlers/http/slots.hpp"

namespace assay::handlers {

class RequestMetrics;

using fcgi::Response;

// The services of one process. They outlive every request.
struct Services {
  const Config& config;
  pg::Connection& connection;
  pg::DatabaseClock& clock;
  KeyRing& keys;
  Sessions& sessions;
  const AllSlots& slots;
  const BlobStore& blobs;
  BlobCheck& blob_check;
  const Extractor& extractor;
  RequestMetrics& metrics;
};

// The state of one request.
struct Context {
  Services& services;
  fcgi::Request& request;
  const fcgi::Query& query;
  const fcgi::PathParameters& path;
  std::string request_id;
  // The trace that the request is part of, and the span in it under which its consequences belong:
  // the request's own, or the caller's if the request is not traced. nullopt: none.
  std::optional<trace::Parent> trace = std::nullopt;
  // The members below require a route that is not public.
  Session session = {};
  // The tenant acted on: the session's own, unless a SUPER_ADMIN acts on another.
  TenantId tenant = {};
  // The route's name in the trail: "GET /api/runs/{runId}".
  std::string route = {};

  // Each begins a transaction for the tenant acted on. The first one of a request also asks whether
  // the session is still valid, in the round trip of its first statement (see Sessions).
  [[nodiscard]] pg::Tx read() const { return begin(pg::Access::ReadOnly); }
  [[nodiscard]] pg::Tx write() const { return begin(pg::Access::ReadWrite); }
  [[nodiscard]] pg::Tx begin(pg::Access access) const {
    return {services.connection, access, tenant, services.sessions.check_due(session, tenant)};
  }
};

}  // namespace assay::handlers
