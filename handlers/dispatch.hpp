// SPDX-License-Identifier: Apache-2.0
// Turns a request into its response: route, session, access, handler. The only place where errors
// become bodies.
#pragma once

#include <optional>

#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "fcgi/router.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/request_trace.hpp"

namespace assay::handlers {

class Dispatcher {
 public:
  // services must outlive this.
  explicit Dispatcher(Services& services);

  // Never throws because of the request or the database. A bug in this program yields a 500
  // response that ends the process.
  [[nodiscard]] fcgi::Response answer(fcgi::Request& request);

 private:
  // What is learned about a request while it is handled, for metrics and traces.
  struct Course {
    std::optional<trace::Parent> trace;
    std::optional<std::size_t> row;  // of the route
    std::optional<TenantId> tenant;  // acted on
  };
  [[nodiscard]] fcgi::Response attempt(fcgi::Request& request, const std::string& request_id,
                                       Course& course);
  [[nodiscard]] fcgi::Response handle_once_more_if_changed(fcgi::Request& request,
                                                           const std::string& request_id,
                                                           Course& course);
  [[nodiscard]] fcgi::Response handle(fcgi::Request& request, const std::string& request_id,
                                      Course& course);

  Services& services_;
  RequestTracer tracer_;
  fcgi::Router router_;
};

}  // namespace assay::handlers
