// SPDX-License-Identifier: Apache-2.0
// Why a sign-in through the provider fails: fixed codes that the API passes on.
#pragma once

#include <string_view>

namespace assay::oidc {

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

}  // namespace assay::oidc
