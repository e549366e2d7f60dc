// SPDX-License-Identifier: Apache-2.0
// What every response carries beside its content: request id, version, caching, ETag, CORS.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers {

// The caller's X-Request-Id if it matches [A-Za-z0-9._-]{1,128}, else a fresh one.
[[nodiscard]] std::string request_id_of(const fcgi::Request& request);

// {error, message, details?, requestId}, with Retry-After when details say retryAfterSeconds.
[[nodiscard]] fcgi::Response error_response(const Error& error, std::string_view request_id);

// 500 INTERNAL, complete, where answering failed altogether. request_id: the caller's, as it came.
[[nodiscard]] fcgi::Response last_resort(const std::optional<std::string>& request_id);

// Whether an If-None-Match (a list, weak tags, or *) names this tag.
[[nodiscard]] bool names_tag(std::string_view if_none_match, std::string_view tag);

// If-Match of a request that changes a resource: throws Failure CONFLICT where it does not name the
// tag that GET gives the resource as it is now. Without the header every state will do.
void require_match(const fcgi::Request& request, const Json& current);

// Adds the headers of every response. A 200 to GET or HEAD gets an ETag over its body, unless it
// has one already, and becomes a 304 where the client has the same.
void complete(const fcgi::Request& request, std::string_view request_id,
              const std::vector<std::string>& cors_origins, fcgi::Response& response);

// The answer to a CORS preflight for a path with these methods; other origins get none of its
// headers, so that the browser refuses.
[[nodiscard]] bool is_preflight(const fcgi::Request& request);
[[nodiscard]] fcgi::Response preflight_response(std::string_view allow);

}  // namespace assay::handlers
