// SPDX-License-Identifier: Apache-2.0
// HTTP requests to other services over libcurl: identity provider, regulators' sites, OTLP
// collector. Bounded in time and size, and able to refuse addresses before connecting.
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

#include "core/result.hpp"

namespace assay::http {

// Whether a connection to this resolved address may be opened. Asked for every connection, also
// those of redirects, with the very address that is then connected to: a name that resolves to
// something else later (DNS rebinding) gains nothing.
using AddressRule = std::function<bool(const sockaddr& address)>;
// Takes the body in pieces; false ends the exchange (Problem::Cancelled). What it throws reaches
// the caller of exchange().
using BodySink = std::function<bool(std::span<const std::byte> bytes)>;

struct Request {
  std::string method = "GET";
  std::string url;                   // http or https; others are Problem::Url
  std::vector<std::string> headers;  // "Name: value"
  std::string body;
  std::chrono::milliseconds connect_timeout{5'000};
  std::chrono::milliseconds timeout{10'000};      // of the whole exchange, redirects included
  std::size_t max_bytes = std::size_t{1} << 20U;  // of the answer's body
  int max_redirects = 0;                          // 0: a redirect is the answer
  // None: any. With one, no proxy is used, and no URL may hold a user name, redirects included.
  AddressRule allowed = {};
  BodySink sink = {};                    // none: the body is in the Response
  std::function<bool()> cancelled = {};  // asked several times a second
};

struct Response {
  int status = 0;
  std::map<std::string, std::string, std::less<>> headers;  // names in lower case; of the last hop
  std::string body;
  std::string url;  // where the answer came from, after redirects
};

enum class Problem {
  Url,         // malformed, or a scheme that is not http or https
  Resolve,     // the name has no address
  Refused,     // the address rule said no
  Connection,  // refused, reset, or the other side spoke no HTTP
  Tls,
  Timeout,
  TooLarge,
  Redirects,
  Cancelled,
};
// The words of a problem: fixed texts, fit for logs and for people; nothing of the exchange.
[[nodiscard]] std::string_view to_text(Problem problem);

// Keeps connections open between exchanges with the same host. For one thread at a time.
class Client {
 public:
  Client();
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  // Any HTTP status is an answer; only what kept an answer from coming is a problem.
  [[nodiscard]] Result<Response, Problem> exchange(const Request& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::http
