// SPDX-License-Identifier: Apache-2.0
// The libcurl easy handle, its callbacks, and its error codes.
#include "core/http_client.hpp"

#include <curl/curl.h>
#include <netinet/in.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "core/ascii.hpp"
#include "core/c_handle.hpp"

namespace assay::http {
namespace {

using Easy = CHandle<CURL, curl_easy_cleanup>;
using HeaderList = CHandle<curl_slist, curl_slist_free_all>;

// Once per process, before the first handle; never undone, since other threads may be at it.
void initialise() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) throw std::runtime_error("libcurl cannot be initialised");
}

Easy new_easy() {
  Easy easy(curl_easy_init());
  if (!easy) throw std::bad_alloc();
  return easy;
}

// What the callbacks of one exchange share.
struct Exchange {
  const Request& request;
  Response response = {};
  std::size_t received = 0;
  bool too_large = false;
  bool refused = false;
  bool connected = false;          // or tried to
  bool answered = false;           // with a status line of HTTP
  std::exception_ptr thrown = {};  // by a callback; no exception may cross libcurl
};

bool keep_body(Exchange& exchange, std::span<const char> data) {
  exchange.received += data.size();
  if (exchange.received > exchange.request.most_bytes) {
    exchange.too_large = true;
    return false;
  }
  if (exchange.request.sink) return exchange.request.sink(std::as_bytes(data));
  exchange.response.body.append(data.data(), data.size());
  return true;
}

std::size_t take_body(char* data, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  const std::size_t bytes = size * count;
  try {
    return keep_body(exchange, std::span(data, bytes)) ? bytes : 0;
  } catch (...) {  // thrown again by exchange()
    exchange.thrown = std::current_exception();
    return 0;
  }
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t take_header(char* data, std::size_t size, std::size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  auto& response = exchange.response;
  const std::string_view line(data, size * count);
  const std::size_t colon = line.find(':');
  if (line.starts_with("HTTP/")) {
    exchange.answered = true;
    exchange.refused = false;  // some other address of the host is in use
    response.headers.clear();  // a further hop, or the answer after 100 Continue
  } else if (colon != std::string_view::npos) {
    response.headers.insert_or_assign(ascii_lower(line.substr(0, colon)),
                                      trimmed(line.substr(colon + 1)));
  }
  return line.size();
}

curl_socket_t open_socket(void* user, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(user);
  if (exchange.request.allowed && !exchange.request.allowed(address->addr)) {
    exchange.refused = true;
    return CURL_SOCKET_BAD;
  }
  exchange.refused = false;  // an address refused before this one no longer decides
  exchange.connected = true;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

int ask_cancelled(void* user, curl_off_t /*down_total*/, curl_off_t /*down*/,
                  curl_off_t /*up_total*/, curl_off_t /*up*/) {
  const auto& request = static_cast<const Exchange*>(user)->request;
  return request.cancelled && request.cancelled() ? 1 : 0;
}

HeaderList header_list(const Request& request) {
  HeaderList list;
  for (const std::string& header : request.headers) {
    curl_slist* longer = curl_slist_append(list.get(), header.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(list.release());  // it is part of the longer one
    list.reset(longer);
  }
  return list;
}

Problem problem_of(CURLcode code, const Exchange& exchange) {
  if (exchange.refused) return Problem::Refused;
  if (exchange.too_large) return Problem::TooLarge;
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:  // of the URL, or spoken by the other side
      return exchange.connected && !exchange.answered ? Problem::Connection : Problem::Url;
    case CURLE_URL_MALFORMAT:
    case CURLE_LOGIN_DENIED:
      return Problem::Url;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Problem::Resolve;
    case CURLE_OPERATION_TIMEDOUT:
      return Problem::Timeout;
    case CURLE_FILESIZE_EXCEEDED:
      return Problem::TooLarge;
    case CURLE_TOO_MANY_REDIRECTS:
      return Problem::Redirects;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK:
      return Problem::Cancelled;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
      return Problem::Tls;
    default:
      return Problem::Connection;
  }
}

template <class T>
void set(CURL* easy, CURLoption option, T value) {
  if (curl_easy_setopt(easy, option, value) != CURLE_OK) {
    throw std::runtime_error("libcurl refuses an option");
  }
}

void set_limits(CURL* easy, const Request& request) {
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connect_timeout.count()));
  set(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
  set(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request.most_bytes));
  set(easy, CURLOPT_FOLLOWLOCATION, request.most_redirects > 0 ? 1L : 0L);
  set(easy, CURLOPT_MAXREDIRS, static_cast<long>(request.most_redirects));
}

void set_callbacks(CURL* easy, Exchange& exchange) {
  set(easy, CURLOPT_WRITEFUNCTION, &take_body);
  set(easy, CURLOPT_WRITEDATA, &exchange);
  set(easy, CURLOPT_HEADERFUNCTION, &take_header);
  set(easy, CURLOPT_HEADERDATA, &exchange);
  set(easy, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
  set(easy, CURLOPT_OPENSOCKETDATA, &exchange);
  set(easy, CURLOPT_XFERINFOFUNCTION, &ask_cancelled);
  set(easy, CURLOPT_XFERINFODATA, &exchange);
  set(easy, CURLOPT_NOPROGRESS, 0L);
}

void set_message(CURL* easy, const Request& request, const HeaderList& headers) {
  set(easy, CURLOPT_URL, request.url.c_str());
  set(easy, CURLOPT_HTTPHEADER, headers.get());
  set(easy, CURLOPT_USERAGENT, "assay");
  if (request.method == "POST") {
    set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    set(easy, CURLOPT_POSTFIELDS, request.body.data());
  } else if (request.method != "GET") {
    set(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
  if (request.allowed) {
    set(easy, CURLOPT_NOPROXY, "*");
    set(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  }
}

}  // namespace

struct Client::State {
  Easy easy;
};

std::string_view to_text(Problem problem) {
  switch (problem) {
    case Problem::Url:
      return "the address is malformed or neither http nor https";
    case Problem::Resolve:
      return "the host name has no address";
    case Problem::Refused:
      return "the host's address is not allowed";
    case Problem::Connection:
      return "the connection failed";
    case Problem::Tls:
      return "the host's certificate or its TLS is not acceptable";
    case Problem::Timeout:
      return "there was no complete answer in time";
    case Problem::TooLarge:
      return "the answer is too large";
    case Problem::Redirects:
      return "there were too many redirects";
    case Problem::Cancelled:
      return "the exchange was cancelled";
  }
  return "unknown";
}

Client::Client() : state_(std::make_unique<State>()) {
  initialise();
  state_->easy = new_easy();
}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

Result<Response, Problem> Client::exchange(const Request& request) {
  // Under a rule no connection may be used that was opened without asking it: a redirect would
  // take a kept one. A new handle has none.
  if (request.allowed) state_->easy = new_easy();
  CURL* easy = state_->easy.get();
  curl_easy_reset(easy);  // options go, connections stay
  const HeaderList headers = header_list(request);
  Exchange exchange{request};
  set_limits(easy, request);
  set_callbacks(easy, exchange);
  set_message(easy, request, headers);
  const CURLcode code = curl_easy_perform(easy);
  if (exchange.thrown) std::rethrow_exception(exchange.thrown);
  if (code != CURLE_OK) return problem_of(code, exchange);
  long status = 0;
  char* url = nullptr;
  if (curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK ||
      curl_easy_getinfo(easy, CURLINFO_EFFECTIVE_URL, &url) != CURLE_OK) {
    return Problem::Connection;
  }
  exchange.response.status = static_cast<int>(status);
  exchange.response.url = url == nullptr ? request.url : url;
  return std::move(exchange.response);
}

}  // namespace assay::http
