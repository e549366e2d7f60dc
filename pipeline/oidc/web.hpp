// SPDX-License-Identifier: Apache-2.0
// Sends requests to the provider: JSON documents and forms to the token endpoint, within limits.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "core/http/http_client.hpp"
#include "core/json/json.hpp"

namespace assay::oidc {
using Form = std::vector<std::pair<std::string_view, std::string>>;

// Why a sign-in through the provider fails: fixed codes that the API passes on.
enum class Problem {
  Unavailable,   // no usable response of the provider in time
  Refused,       // the provider rejects the code or the client
  TokenInvalid,  // the provider's response proves nobody's identity to us
};

[[nodiscard]] constexpr std::string_view to_text(Problem problem) {
  switch (problem) {
    case Problem::Unavailable:
      return "PROVIDER_UNAVAILABLE";
    case Problem::Refused:
      return "PROVIDER_REFUSED";
    case Problem::TokenInvalid:
      return "TOKEN_INVALID";
  }
  return "PROVIDER_UNAVAILABLE";
}

// application/x-www-form-urlencoded, also for the query of a URL.
[[nodiscard]] std::string form_text(const Form& form);
// The Authorization header of a client with a secret (RFC 6749 section 2.3.1).
[[nodiscard]] std::string basic_authorization(std::string_view client_id, std::string_view secret);

// For one thread at a time. Responses are at most 1 MiB, redirects are not followed, and no
// exchange outlasts the deadline or 10 s. Failures are logged without any text of the response.
class Web {
 public:
  // cancelled: ends an exchange early; called several times a second.
  explicit Web(std::function<bool()> cancelled) : cancelled_(std::move(cancelled)) {}

  // Returns the JSON object that a GET gives; any other response is Unavailable.
  [[nodiscard]] Result<Json, Problem> get(const std::string& url, const Deadline& deadline,
                                          std::vector<std::string> headers = {});
  // Returns the JSON object that posting a form gives; Refused when the response is 400 to 403.
  [[nodiscard]] Result<Json, Problem> post(const std::string& url, const Form& form,
                                           const Deadline& deadline,
                                           std::vector<std::string> headers);

 private:
  [[nodiscard]] Result<Json, Problem> exchange(http::Request request, const Deadline& deadline);

  http::Client client_;
  std::function<bool()> cancelled_;
};

}  // namespace assay::oidc
