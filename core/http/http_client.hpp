// SPDX-License-Identifier: Apache-2.0
// Sends HTTP requests to other services with libcurl: identity provider, regulators' sites, OTLP
// collector. Limits time and size, and can refuse addresses before connecting.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace assay::http {

// Whether a connection to this resolved address may be opened. Asked for every connection,
// including redirects, with the exact address that is then connected to: a name that later resolves
// to another address (DNS rebinding) gains nothing.
using AddressRule = std::function<bool(const sockaddr& address)>;
// Takes the body in pieces; returning false ends the exchange (Problem::Cancelled). An exception
// reaches the caller of exchange().
using BodySink = std::function<bool(std::span<const std::byte> bytes)>;

struct Request {
  std::string method = "GET";
  std::string url;                   // http or https; others are Problem::Url
  std::vector<std::string> headers;  // "Name: value"
  std::string body;
  std::chrono::milliseconds connect_timeout{5'000};
  std::chrono::milliseconds timeout{10'000};      // for the whole exchange, redirects included
  std::size_t max_bytes = std::size_t{1} << 20U;  // of the response body
  int max_redirects = 0;                          // 0: a redirect is the response
  // Empty: any. If set, no proxy is used, and no URL, redirects included, may hold a user name.
  AddressRule allowed = {};
  BodySink sink = {};                    // empty: the body is in the Response
  std::function<bool()> cancelled = {};  // asked several times a second
};

struct Response {
  int status = 0;
  std::map<std::string, std::string, std::less<>> headers;  // names in lower case; of the last hop
  std::string body;
  std::string url;  // where the response came from, after redirects
};

enum class Problem {
  Url,         // malformed, or a scheme that is not http or https
  Resolve,     // the name does not resolve
  Refused,     // by the address rule
  Connection,  // refused, reset, or the other side did not speak HTTP
  Tls,
  Timeout,
  TooLarge,
  Redirects,
  Cancelled,
};
// A fixed text for each problem, for logs and for people; contains nothing of the exchange.
[[nodiscard]] std::string_view to_text(Problem problem);

// Keeps connections open between exchanges with the same host. Use from one thread at a time.
class Client {
 public:
  Client();
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  // Any HTTP status is a response; a Problem means that no response came.
  [[nodiscard]] Result<Response, Problem> exchange(const Request& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::http
