// SPDX-License-Identifier: Apache-2.0
// Sends HTTP requests to other services with libcurl, one at a time or many at once, and parses
// their URLs and the Retry-After header.
#pragma once

#include <sys/socket.h>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/time.hpp"

namespace assay::http {

// Sends HTTP requests to other services with libcurl: identity provider, regulators' sites, OTLP
// collector. Limits time and size, and can refuse addresses before connecting.

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
  std::chrono::seconds silence{0};                // longest time without a byte; 0: no limit
  std::size_t max_bytes = std::size_t{1} << 20U;  // of the response body
  int max_redirects = 0;                          // 0: a redirect is the response
  // Empty: any. If set, no proxy is used, and no URL, redirects included, may hold a user name.
  AddressRule allowed = {};
  BodySink sink = {};                    // empty: the body is in the Response
  int sink_status = 0;                   // the only status whose body goes to the sink; 0: any
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
  // For requests without a rule of their own. Since every connection was opened under this rule,
  // they are kept open.
  explicit Client(AddressRule always);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  // Any HTTP status is a response; a Problem means that no response came.
  [[nodiscard]] Result<Response, Problem> exchange(const Request& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Runs many slow HTTP exchanges at once: one thread (libcurl's multi interface) and one set of
// connections for all callers.
class Exchanges {
 public:
  // Throws std::runtime_error when libcurl cannot be set up.
  Exchanges();
  Exchanges(const Exchanges&) = delete;
  Exchanges& operator=(const Exchanges&) = delete;
  // Ends exchanges in progress with Problem::Cancelled. No call may begin after this.
  ~Exchanges();

  // Waits for the response, as Client::exchange() does; callable from any number of threads. The
  // request's functions are called on this object's thread. Throws std::invalid_argument for a
  // request with an address rule, since connections are shared.
  [[nodiscard]] Result<Response, Problem> exchange(const Request& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// How long before the response the resource last changed, by the server's own clock (headers Date
// and Last-Modified, RFC 9110); nullopt if the headers do not tell.
[[nodiscard]] std::optional<std::chrono::seconds> age_of(const Response& response);

// Parses the Retry-After header (RFC 9110, section 10.2.3).

// Takes seconds or a date; returns the wait, from 0 to `longest`. nullopt if the text is neither.
[[nodiscard]] std::optional<std::chrono::seconds> parse_retry_after(std::string_view text,
                                                                    Timestamp now,
                                                                    std::chrono::seconds longest);

}  // namespace assay::http

namespace assay {

// Parses URLs of web resources with the parser that later fetches them, so that the URL checked and
// the URL requested cannot differ.
struct HttpUrl {
  std::string scheme;  // "http" or "https"
  std::string host;    // as written; an IPv6 address without its brackets
  std::string path;    // percent-decoded if the result is text without control characters
};

// Why a URL is refused, worded to follow its field's name.
struct UrlIssue {
  std::string_view issue;
};

// Accepts absolute http and https URLs with a host and without a user name or password, which would
// be stored and shown. Refuses blanks and control characters.
[[nodiscard]] Result<HttpUrl, UrlIssue> parse_http_url(const std::string& text);

// The URL for records that outlive it and that others read: without user name, password and
// fragment, and with "***" for each value of the query, since services put tokens there. Takes any
// text.
[[nodiscard]] std::string url_without_secrets(std::string_view url);

}  // namespace assay
