// SPDX-License-Identifier: Apache-2.0
// Takes a request through routing, checks and handler, and turns exceptions into responses.
#include "handlers/dispatch.hpp"

#include <algorithm>

#include "core/base/io.hpp"
#include "core/trace/log.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/refusals.hpp"
#include "handlers/metrics.hpp"
#include "handlers/routes.hpp"

namespace assay::handlers {
namespace {

constexpr std::string_view kChallenge = "Bearer realm=\"assay\"";

Response internal_error(const std::string& request_id) {
  return error_response({ErrorCode::Internal, "Internal error", {}}, request_id);
}

Response from_failure(const Failure& failure, const std::string& request_id) {
  const Error& error = failure.error();
  log_refusal(error);
  Response response = error_response(error, request_id);
  if (error.code == ErrorCode::Forbidden) {
    response.set("WWW-Authenticate", std::string(kChallenge) + ", error=\"insufficient_scope\"");
  }
  return response;
}

Response from_sign_in_required(const SignInRequired& failure, const std::string& request_id) {
  Response response = from_failure(failure, request_id);
  std::string challenge(kChallenge);
  if (failure.token_presented()) challenge.append(", error=\"invalid_token\"");
  response.set("WWW-Authenticate", challenge);
  return response;
}

Response from_router(const fcgi::Request& request, const std::string& allow, bool cors,
                     const std::string& request_id) {
  if (allow.empty()) {
    return error_response({ErrorCode::NotFound, "There is no such route", {}}, request_id);
  }
  if (cors && is_preflight(request)) return preflight_response(allow);
  Response response = error_response(
      {ErrorCode::MethodNotAllowed, "The route does not take this method", {}}, request_id);
  response.set("Allow", allow);
  return response;
}

void check_parameters(const Route& route, const fcgi::Query& query) {
  if (route.passes_over_others) return;
  std::string known(route.parameters);
  if (route.access) known.append(known.empty() ? "tenantId" : " tenantId");
  refuse_unknown_parameters(query, known);
}

// A compressed body is refused rather than mistaken for the content itself (RFC 9110 section 8.4).
// Decompressing it would bypass every size limit.
void refuse_content_encoding(const fcgi::Request& request) {
  if (request.content_length().value_or(0) == 0) return;
  for (const std::string& coding : request.header_values("Content-Encoding")) {
    if (coding.empty() || fcgi::equals_ignoring_case(coding, "identity")) continue;
    throw Failure(ErrorCode::UnsupportedMediaType,
                  "Content-Encoding is not supported: send the body as it is");
  }
}

bool is_read(const fcgi::Request& request) {
  return request.method() == "GET" || request.method() == "HEAD";
}

// What {name} stands for: see Route::made.
std::string value_of(std::string_view name, const Context& context, const Json& answer) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return context.path.get(name);
  return answer.get(name.substr(0, dot)).get(name.substr(dot + 1)).as_string().value_or("");
}

// RFC 9110, section 10.2.2. From the body, so that a kept answer (Idempotency-Key) has it too.
void set_location(const Route& route, const Context& context, Response& response) {
  if (route.made.empty() || (response.status() != 201 && response.status() != 202)) return;
  const Json answer = Json::parse(response.body()).value_or(Json());
  std::string location;
  for (std::string_view rest = route.made; !rest.empty();) {
    const std::size_t open = std::min(rest.find('{'), rest.size());
    location.append(rest.substr(0, open));
    rest.remove_prefix(open);
    if (rest.empty()) break;
    const std::size_t close = rest.find('}');
    location.append(value_of(rest.substr(1, close - 1), context, answer));
    rest.remove_prefix(close + 1);
  }
  response.set("Location", location);
}

// A session that has ended gets no response, not even a refusal.
Response answer_for_session(const Route& route, Context& context) {
  Sessions& sessions = context.services.sessions;
  try {
    refuse_content_encoding(context.request);
    check_parameters(route, context.query);
    if (route.method == "DELETE") require_no_body(context.request);
    Response response = route.handler(context);
    sessions.confirm(context.session);
    set_location(route, context, response);
    return response;
  } catch (const SignInRequired&) {
    throw;
  } catch (const Failure&) {
    sessions.confirm(context.session);
    throw;
  }
}

}  // namespace

Dispatcher::Dispatcher(Services& services)
    : services_(services), tracer_(services.config, services.connection) {
  for (const Route& route : routes()) router_.add(route.method, route.pattern);
}

Response Dispatcher::answer(fcgi::Request& request) {
  const auto begun = std::chrono::steady_clock::now();
  const std::string request_id = request_id_of(request);
  const RequestTrace trace = tracer_.begin(request);
  const log::Scope scope({{"requestId", request_id}});
  std::optional<log::Scope> traced;
  if (trace.recorded)
    traced.emplace(std::initializer_list<log::Field>{{"traceId", trace.context->trace_id}});
  Course course{trace.context, std::nullopt, std::nullopt};
  Response response = attempt(request, request_id, course);
  complete(request, request_id, services_.config.cors_origins, response);
  services_.metrics.observe(course.row, response.status(),
                            std::chrono::duration_cast<std::chrono::microseconds>(
                                std::chrono::steady_clock::now() - begun));
  if (trace.recorded) {
    const std::string_view route = course.row ? routes()[*course.row].pattern : std::string_view();
    services_.metrics.observe_span(
        tracer_.end(trace, {request.method(), route, response.status(), course.tenant}));
  }
  return response;
}

Response Dispatcher::attempt(fcgi::Request& request, const std::string& request_id,
                             Course& course) {
  try {
    return handle_once_more_if_changed(request, request_id, course);
  } catch (const SignInRequired& failure) {
    return from_sign_in_required(failure, request_id);
  } catch (const Failure& failure) {
    return from_failure(failure, request_id);
  } catch (const pg::DbError& error) {
    return error_response(error_of(error), request_id);
  } catch (const StoreUnavailable& error) {
    return error_response(error_of(error), request_id);
  } catch (const IoError& error) {
    return error_response(error_of(error), request_id);
  } catch (const std::exception& error) {
    log::error("request_crashed", {{"what", error.what()}});
    Response response = internal_error(request_id);
    response.end_process();
    return response;
  }
}

// A change to the session is detected before the request takes effect.
Response Dispatcher::handle_once_more_if_changed(fcgi::Request& request,
                                                 const std::string& request_id, Course& course) {
  const auto once = [&] {
    return pg::run_again_after_conflict(
        services_.connection, [&] { return handle(request, request_id, course); },
        [&] { return request.repeatable(); });
  };
  try {
    return once();
  } catch (const SessionChanged&) {
    return once();
  }
}

Response Dispatcher::handle(fcgi::Request& request, const std::string& request_id, Course& course) {
  if (!request.target()) throw Failure(request.target().error());
  const fcgi::RouteMatch match = router_.match(request.method(), request.target()->segments);
  course.row = match.row;
  const bool cors = !services_.config.cors_origins.empty();
  if (!match.row) return from_router(request, match.allow, cors, request_id);
  const Route& route = routes()[*match.row];
  Context context{services_,        request,    request.target()->query,
                  match.parameters, request_id, course.trace};
  if (!route.access) {
    refuse_content_encoding(request);
    check_parameters(route, context.query);
    return route.handler(context);
  }
  context.route.append(route.method).append(" ").append(route.pattern);
  context.session = services_.sessions.of(request);
  const log::Scope scope(
      {{"tenantId", context.session.tenant.value}, {"userId", context.session.user.value}});
  try {
    // A read asks with its first statement; a change asks before its body is received.
    if (!is_read(request) || may_cross(context)) services_.sessions.confirm(context.session);
    context.tenant = tenant_acted_on(context);
    course.tenant = context.tenant;
    require_scope(context.session, route.scim);
    require_access(context, *route.access);
    Response response = answer_for_session(route, context);
    if (context.tenant != context.session.tenant && is_read(request)) {
      record_alone(context, of_route(context, "access.cross_tenant"));
    }
    return response;
  } catch (const Failure& failure) {
    record_denial(context, failure);
    throw;
  }
}

}  // namespace assay::handlers
