// SPDX-License-Identifier: Apache-2.0
// What requests and responses carry besides their content: request id, version, caching, ETag,
// CORS, Idempotency-Key.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// The caller's X-Request-Id if it matches [A-Za-z0-9._-]{1,128}, else a new one.
[[nodiscard]] std::string request_id_of(const fcgi::Request& request);

// {error, message, details?}.
[[nodiscard]] Json error_body(const Error& error);
// The same with requestId, with Retry-After when details has retryAfterSeconds, and with the
// headers of a RateLimit that details describe.
[[nodiscard]] fcgi::Response error_response(const Error& error, std::string_view request_id);

// A complete 500 INTERNAL, for when answering failed altogether. request_id: as the caller sent it.
[[nodiscard]] fcgi::Response last_resort(const std::optional<std::string>& request_id);

// Whether the client asks for errors as application/problem+json (RFC 9457) by its header Accept.
[[nodiscard]] bool wants_problem(std::string_view accept);

// Whether an If-None-Match (a list, weak tags, or *) names this tag.
[[nodiscard]] bool names_tag(std::string_view if_none_match, std::string_view tag);

// Checks If-Match of a request that changes a resource. Throws Failure CONFLICT unless it names the
// tag that GET gives the resource in its current state. Without the header, any state is accepted.
void require_match(const fcgi::Request& request, const Json& current);

// The type of what SCIM sends and receives (RFC 7644, section 8.1).
inline constexpr std::string_view kScimType = "application/scim+json";

// The version of the tus protocol that every response below /api/documents/uploads names.
inline constexpr std::string_view kTusVersion = "1.0.0";

// Adds the headers of every response. A 200 to GET or HEAD gets an ETag over its body, unless it
// has one already, and becomes a 304 when the client has the same. An error becomes a problem when
// the client asks for it. An error below /api/scim has the form of RFC 7644.
void complete(const fcgi::Request& request, std::string_view request_id,
              const std::vector<std::string>& cors_origins, fcgi::Response& response);

// The response to a CORS preflight for a path with these methods. Other origins get none of its
// headers, so the browser refuses.
[[nodiscard]] bool is_preflight(const fcgi::Request& request);
[[nodiscard]] fcgi::Response preflight_response(std::string_view allow);

// Idempotency-Key: a create request sent twice has one effect and one response.
class Idempotency {
 public:
  // body: the request's body in canonical form. Throws Failure 400 for a key that is not 1 to 200
  // printable characters. Without the header there is no key, and nothing is stored.
  Idempotency(const Context& context, std::string_view body);

  // The first response, when this request was seen within 24 h. Throws IDEMPOTENCY_MISMATCH when
  // the key came with a different request.
  [[nodiscard]] std::optional<Response> earlier(pg::Tx& tx) const;
  // Stores the response in the caller's transaction. false: another request with this key was
  // faster; roll back and call earlier() in a new transaction.
  [[nodiscard]] bool keep(pg::Tx& tx, const Response& answer) const;

 private:
  const Context& context_;
  std::optional<std::string> key_;
  std::string request_hash_;
};

}  // namespace assay::handlers
