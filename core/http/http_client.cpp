// SPDX-License-Identifier: Apache-2.0
// Runs one exchange after another on one libcurl easy handle.
#include "core/http/http_client.hpp"

#include "core/http/http_exchange.hpp"

namespace assay::http {

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
      return "the host's certificate or TLS version is not acceptable";
    case Problem::Timeout:
      return "no complete answer arrived in time";
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
  state_->easy = new_easy();
}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

Result<Response, Problem> Client::exchange(const Request& request) {
  // With an address rule, no connection may be reused that was opened without asking it: a redirect
  // would use a kept one. A new handle has none.
  if (request.allowed) state_->easy = new_easy();
  Exchange exchange(state_->easy.get(), request);
  return exchange.outcome(curl_easy_perform(state_->easy.get()));
}

}  // namespace assay::http
