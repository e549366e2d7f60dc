// SPDX-License-Identifier: Apache-2.0
// Headers of every response, and create requests that are sent twice.
#include "handlers/http/envelope.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"
#include "db/store/access/sign_in.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/rate_limit.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMaxRequestId = 128;
constexpr std::string_view kExposed =
    "X-Request-Id, Assay-Api-Version, ETag, Location, Retry-After, RateLimit, RateLimit-Policy, "
    "WWW-Authenticate, Content-Disposition, Assay-Document-Id, Upload-Offset, Upload-Length, "
    "Upload-Metadata, Upload-Expires, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, "
    "Tus-Checksum-Algorithm";

bool sane_request_id(std::string_view id) {
  return !id.empty() && id.size() <= kMaxRequestId && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  });
}

std::string tag_of_body(std::string_view body) {
  constexpr std::size_t kTagBytes = 16;
  const Sha256Bytes digest = sha256(body);
  const std::string_view start(reinterpret_cast<const char*>(digest.data()), kTagBytes);
  return "\"" + to_base64url(start) + "\"";
}

void apply_tag(const fcgi::Request& request, fcgi::Response& response) {
  if (response.status() != 200 || (request.method() != "GET" && request.method() != "HEAD")) return;
  if (response.header("ETag") == nullptr) {
    if (response.producer() || response.header("X-Accel-Redirect") != nullptr) return;
    response.set("ETag", tag_of_body(response.body()));
  }
  const auto wanted = request.header("If-None-Match");
  if (wanted && names_tag(*wanted, *response.header("ETag"))) response.make_not_modified();
}

void apply_cors(const fcgi::Request& request, const std::vector<std::string>& origins,
                fcgi::Response& response) {
  if (origins.empty()) return;
  response.set("Vary", "Origin");
  const auto origin = request.header("Origin");
  if (!origin || std::find(origins.begin(), origins.end(), *origin) == origins.end()) return;
  response.set("Access-Control-Allow-Origin", *origin)
      .set("Access-Control-Allow-Credentials", "true")
      .set("Access-Control-Expose-Headers", kExposed);
}

constexpr std::string_view kProblemType = "application/problem+json";

// The reason phrases of RFC 9110 for the statuses of errors.
std::string_view title_of(int status) {
  constexpr std::array<std::pair<int, std::string_view>, 18> kTitles{
      {{400, "Bad Request"},
       {401, "Unauthorized"},
       {403, "Forbidden"},
       {404, "Not Found"},
       {405, "Method Not Allowed"},
       {409, "Conflict"},
       {410, "Gone"},
       {412, "Precondition Failed"},
       {413, "Content Too Large"},
       {415, "Unsupported Media Type"},
       {422, "Unprocessable Content"},
       {429, "Too Many Requests"},
       {460, "Checksum Mismatch"},
       {500, "Internal Server Error"},
       {502, "Bad Gateway"},
       {503, "Service Unavailable"},
       {504, "Gateway Timeout"},
       {507, "Insufficient Storage"}}};
  for (const auto& [number, title] : kTitles) {
    if (number == status) return title;
  }
  return "Error";
}

// The error's own members are added to those of RFC 9457, as extensions.
void apply_problem(const fcgi::Request& request, fcgi::Response& response) {
  if (response.status() < 400 || response.producer()) return;
  const auto accept = request.header("Accept");
  if (!accept || !wants_problem(*accept)) return;
  auto body = Json::parse(response.body());
  if (!body || !body->has("error")) return;
  body->set("type", "about:blank")
      .set("title", title_of(response.status()))
      .set("status", response.status())
      .set("detail", body->get("message"));
  response.replace_body(kProblemType, body->dump());
}

// Whether the request is one of the SCIM protocol, whose errors have a form of their own.
bool is_scim(const fcgi::Request& request) {
  if (!request.target()) return false;
  const std::vector<std::string>& segments = request.target()->segments;
  return segments.size() > 2 && segments[0] == "api" && segments[1] == "scim";
}

void apply_tus(const fcgi::Request& request, fcgi::Response& response) {
  if (!request.target()) return;
  const std::vector<std::string>& segments = request.target()->segments;
  if (segments.size() < 3 || segments[1] != "documents" || segments[2] != "uploads") return;
  response.set("Tus-Resumable", kTusVersion);
  if (response.status() == 412) response.set("Tus-Version", kTusVersion);
}

// RFC 7644, section 3.12. A detail "scimType" of the error says more than the status; a body or a
// parameter that is refused without one has an invalid value.
void apply_scim_error(fcgi::Response& response) {
  if (response.status() < 400 || response.producer()) return;
  const auto error = Json::parse(response.body());
  if (!error || !error->has("error")) return;
  Json scim = Json::object();
  scim.set("schemas", Json::array().push("urn:ietf:params:scim:api:messages:2.0:Error"))
      .set("status", std::to_string(response.status()))
      .set("detail", error->get("message"));
  const Json type = error->get("details").get("scimType");
  if (!type.is_null()) {
    scim.set("scimType", type);
  } else if (response.status() == 400) {
    scim.set("scimType", "invalidValue");
  }
  response.replace_body(kScimType, scim.dump());
}

void set_headers_of_all(std::string_view request_id, fcgi::Response& response) {
  response.set("X-Request-Id", request_id)
      .set("Assay-Api-Version", "1")
      .set("Cache-Control", "no-store")
      .set("X-Content-Type-Options", "nosniff");
}

std::string sane_or_new(const std::optional<std::string>& id) {
  return id && sane_request_id(*id) ? *id : new_uuid();
}

}  // namespace

std::string request_id_of(const fcgi::Request& request) {
  return sane_or_new(request.header("X-Request-Id"));
}

fcgi::Response last_resort(const std::optional<std::string>& request_id) {
  const std::string id = sane_or_new(request_id);
  fcgi::Response response = error_response({ErrorCode::Internal, "Internal error", {}}, id);
  set_headers_of_all(id, response);
  return response;
}

Json error_body(const Error& error) {
  Json body = Json::object();
  body.set("error", error_name(error.code)).set("message", error.message);
  if (!error.details.is_null()) body.set("details", error.details);
  return body;
}

fcgi::Response error_response(const Error& error, std::string_view request_id) {
  const Json body = error_body(error).set("requestId", request_id);
  fcgi::Response response = fcgi::Response::json(error_http_status(error.code), body);
  if (const auto seconds = error.details.get("retryAfterSeconds").as_integer()) {
    response.set("Retry-After", std::to_string(*seconds));
  }
  tell_rate_limit(error.details, response);
  return response;
}

bool wants_problem(std::string_view accept) {
  while (!accept.empty()) {
    const std::size_t end = std::min(accept.find(','), accept.size());
    const auto item = fcgi::parse_header_value(accept.substr(0, end));
    accept.remove_prefix(std::min(end + 1, accept.size()));
    if (!item || item->value != kProblemType) continue;
    const std::string weight = item->get("q").value_or("1");
    if (weight.find_first_not_of("0.") != std::string::npos) return true;
  }
  return false;
}

bool names_tag(std::string_view if_none_match, std::string_view tag) {
  while (!if_none_match.empty()) {
    const std::size_t end = std::min(if_none_match.find(','), if_none_match.size());
    std::string_view item = if_none_match.substr(0, end);
    if_none_match.remove_prefix(std::min(end + 1, if_none_match.size()));
    item.remove_prefix(std::min(item.find_first_not_of(" \t"), item.size()));
    item = item.substr(0, item.find_last_not_of(" \t") + 1);
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == tag || item == "*") return true;
  }
  return false;
}

void require_match(const fcgi::Request& request, const Json& current) {
  const auto wanted = request.header("If-Match");
  const std::string tag = tag_of_body(fcgi::Response::json(200, current).body());
  if (!wanted || names_tag(*wanted, tag)) return;
  throw Failure(ErrorCode::Conflict, "The resource has changed since it was read: read it again");
}

void complete(const fcgi::Request& request, std::string_view request_id,
              const std::vector<std::string>& cors_origins, fcgi::Response& response) {
  set_headers_of_all(request_id, response);
  if (is_scim(request)) {
    apply_scim_error(response);
  } else {
    apply_problem(request, response);
  }
  apply_tus(request, response);
  apply_tag(request, response);
  apply_cors(request, cors_origins, response);
}

bool is_preflight(const fcgi::Request& request) {
  return request.method() == "OPTIONS" && request.header("Origin") &&
         request.header("Access-Control-Request-Method");
}

fcgi::Response preflight_response(std::string_view allow) {
  fcgi::Response response(204);
  response.set("Access-Control-Allow-Methods", allow)
      .set("Access-Control-Allow-Headers",
           "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, "
           "traceparent, tracestate, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, "
           "Upload-Checksum")
      .set("Access-Control-Max-Age", "600");
  return response;
}

namespace {

constexpr std::string_view kHeader = "Idempotency-Key";
constexpr std::size_t kMaxKey = 200;

std::optional<std::string> key_of(const fcgi::Request& request) {
  const auto values = request.header_values(kHeader);
  if (values.empty()) return std::nullopt;
  const std::string& key = values.front();
  const bool printable =
      std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7f; });
  if (values.size() > 1 || key.empty() || key.size() > kMaxKey || !printable) {
    refuse_field(kHeader, "must be 1 to 200 printable characters");
  }
  return key;
}

Response stored_response(const store::access::KeptAnswer& answer) {
  const auto body = Json::parse(answer.body);
  if (!body) throw std::logic_error("a kept answer is not JSON");
  return Response::json(answer.status, *body);
}

}  // namespace

Idempotency::Idempotency(const Context& context, std::string_view body)
    : context_(context), key_(key_of(context.request)) {
  if (!key_) return;
  Json request = Json::object();
  request.set("method", context.request.method()).set("body", body);
  Json path = Json::array();
  for (const std::string& segment : context.request.target()->segments) path.push(segment);
  request_hash_ = sha256_hex(request.set("path", path).canonical());
}

std::optional<Response> Idempotency::earlier(pg::Tx& tx) const {
  if (!key_) return std::nullopt;
  const auto answer = store::access::kept_answer(tx, context_.tenant, context_.session.user, *key_);
  if (!answer) return std::nullopt;
  if (answer->request_hash != request_hash_) {
    throw Failure(ErrorCode::IdempotencyMismatch,
                  "This Idempotency-Key was used with another request",
                  Json::object().set("idempotencyKey", *key_));
  }
  return stored_response(*answer);
}

bool Idempotency::keep(pg::Tx& tx, const Response& answer) const {
  if (!key_) return true;
  return store::access::keep_answer(tx, context_.tenant, context_.session.user, *key_,
                                    {request_hash_, answer.status(), answer.body()});
}

}  // namespace assay::handlers
