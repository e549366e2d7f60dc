// SPDX-License-Identifier: Apache-2.0
// Sets libcurl's options, implements its callbacks and maps its error codes.
#include "core/http/http_exchange.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <stdexcept>

#include "core/base/ascii.hpp"

namespace assay::http {
namespace {

// Runs once per process, before the first handle. Never undone: other threads may use libcurl.
void initialise() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) throw std::runtime_error("libcurl cannot be initialised");
}

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* user) {
  const std::size_t bytes = size * count;
  return static_cast<Exchange*>(user)->take_body(std::span(data, bytes)) ? bytes : 0;
}

std::size_t on_header(char* data, std::size_t size, std::size_t count, void* user) {
  static_cast<Exchange*>(user)->take_header(std::string_view(data, size * count));
  return size * count;
}

curl_socket_t on_socket(void* user, curlsocktype /*purpose*/, curl_sockaddr* address) {
  return static_cast<Exchange*>(user)->open_socket(*address);
}

int on_progress(void* user, curl_off_t /*down_total*/, curl_off_t /*down*/, curl_off_t /*up_total*/,
                curl_off_t /*up*/) {
  return static_cast<const Exchange*>(user)->cancelled() ? 1 : 0;
}

// A host that vanishes, and one that comes back without its connections, sends nothing of its own
// accord. Asked after 10 s of silence, it is found out within 25 s, while there is time to try
// again.
bool notices_absence(int fd) {
  const auto set = [fd](int level, int option, int value) {
    return ::setsockopt(fd, level, option, &value, sizeof value) == 0;
  };
  return set(SOL_SOCKET, SO_KEEPALIVE, 1) && set(IPPROTO_TCP, TCP_KEEPIDLE, 10) &&
         set(IPPROTO_TCP, TCP_KEEPINTVL, 5) && set(IPPROTO_TCP, TCP_KEEPCNT, 3);
}

CHandle<curl_slist, curl_slist_free_all> header_list(const Request& request) {
  CHandle<curl_slist, curl_slist_free_all> list;
  for (const std::string& header : request.headers) {
    curl_slist* longer = curl_slist_append(list.get(), header.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(list.release());  // now part of the longer list
    list.reset(longer);
  }
  return list;
}

// Of a status line (RFC 9112, section 4); 0 if it has none.
int status_in(std::string_view line) {
  const std::size_t space = line.find(' ');
  int status = 0;
  if (space == std::string_view::npos) return status;
  const std::string_view rest = line.substr(space + 1);
  return std::from_chars(rest.data(), rest.data() + rest.size(), status).ec == std::errc() ? status
                                                                                           : 0;
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
  if (request.silence.count() > 0) {
    set(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(request.silence.count()));
  }
  // A hanging name server must not hold the thread beyond the timeout: its lookup is abandoned.
  set(easy, CURLOPT_QUICK_EXIT, 1L);
  set(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request.max_bytes));
  set(easy, CURLOPT_FOLLOWLOCATION, request.max_redirects > 0 ? 1L : 0L);
  set(easy, CURLOPT_MAXREDIRS, static_cast<long>(request.max_redirects));
}

void set_callbacks(CURL* easy, Exchange* exchange) {
  set(easy, CURLOPT_WRITEFUNCTION, &on_body);
  set(easy, CURLOPT_WRITEDATA, exchange);
  set(easy, CURLOPT_HEADERFUNCTION, &on_header);
  set(easy, CURLOPT_HEADERDATA, exchange);
  set(easy, CURLOPT_OPENSOCKETFUNCTION, &on_socket);
  set(easy, CURLOPT_OPENSOCKETDATA, exchange);
  set(easy, CURLOPT_XFERINFOFUNCTION, &on_progress);
  set(easy, CURLOPT_XFERINFODATA, exchange);
  set(easy, CURLOPT_NOPROGRESS, 0L);
}

void set_message(CURL* easy, const Request& request, curl_slist* headers) {
  set(easy, CURLOPT_URL, request.url.c_str());
  set(easy, CURLOPT_HTTPHEADER, headers);
  set(easy, CURLOPT_USERAGENT, "assay");
  if (request.method == "POST" || request.method == "PUT") {
    set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    set(easy, CURLOPT_POSTFIELDS, request.body.data());
  }
  if (request.method == "HEAD") {
    set(easy, CURLOPT_NOBODY, 1L);  // or libcurl would wait for a body
  } else if (request.method != "GET" && request.method != "POST") {
    set(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }
  if (request.allowed) {
    set(easy, CURLOPT_NOPROXY, "*");
    set(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  }
}

}  // namespace

Easy new_easy() {
  initialise();
  Easy easy(curl_easy_init());
  if (!easy) throw std::bad_alloc();
  return easy;
}

Exchange::Exchange(CURL* easy, const Request& request)
    : easy_(easy), request_(request), headers_(header_list(request)) {
  curl_easy_reset(easy);  // resets options, keeps connections
  set_limits(easy, request);
  set_callbacks(easy, this);
  set_message(easy, request, headers_.get());
}

bool Exchange::take_body(std::span<const char> data) noexcept {
  try {
    return keep_body(data);
  } catch (...) {  // rethrown by outcome()
    thrown_ = std::current_exception();
    return false;
  }
}

namespace {
constexpr std::size_t kMaxBesideSink = std::size_t{1} << 20U;  // of a body that the sink refuses
}  // namespace

bool Exchange::keep_body(std::span<const char> data) {
  received_ += data.size();
  if (received_ > request_.max_bytes) {
    too_large_ = true;
    return false;
  }
  if (request_.sink && (request_.sink_status == 0 || request_.sink_status == status_)) {
    return request_.sink(std::as_bytes(data));
  }
  response_.body.append(data.data(), data.size());
  too_large_ = request_.sink && response_.body.size() > kMaxBesideSink;
  return !too_large_;
}

void Exchange::take_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (line.starts_with("HTTP/")) {
    answered_ = true;
    status_ = status_in(line);
    refused_ = false;           // another address of the host is in use
    response_.headers.clear();  // another hop, or the response after 100 Continue
  } else if (colon != std::string_view::npos) {
    response_.headers.insert_or_assign(ascii_lower(line.substr(0, colon)),
                                       trimmed(line.substr(colon + 1)));
  }
}

curl_socket_t Exchange::open_socket(const curl_sockaddr& address) {
  if (request_.allowed && !request_.allowed(address.addr)) {
    refused_ = true;
    return CURL_SOCKET_BAD;
  }
  refused_ = false;  // an address refused before this one no longer matters
  connected_ = true;
  const int fd = ::socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
  if (fd < 0 || notices_absence(fd)) return fd;
  ::close(fd);
  return CURL_SOCKET_BAD;
}

bool Exchange::cancelled() const {
  return request_.cancelled && request_.cancelled();
}

Problem Exchange::problem_of(CURLcode code) const {
  if (refused_) return Problem::Refused;
  if (too_large_) return Problem::TooLarge;
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:  // of the URL, or of the other side's answer
      return connected_ && !answered_ ? Problem::Connection : Problem::Url;
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

Result<Response, Problem> Exchange::outcome(CURLcode code) {
  if (thrown_) std::rethrow_exception(thrown_);
  if (code != CURLE_OK) return problem_of(code);
  long status = 0;
  char* url = nullptr;
  if (curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK ||
      curl_easy_getinfo(easy_, CURLINFO_EFFECTIVE_URL, &url) != CURLE_OK) {
    return Problem::Connection;
  }
  response_.status = static_cast<int>(status);
  response_.url = url == nullptr ? request_.url : url;
  return std::move(response_);
}

}  // namespace assay::http
