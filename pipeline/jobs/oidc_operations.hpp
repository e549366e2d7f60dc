// SPDX-License-Identifier: Apache-2.0
// The operations of single sign-on that the API asks for over the socket.
#pragma once

#include "pipeline/jobs/local_service.hpp"
#include "pipeline/oidc/provider.hpp"

namespace assay::jobs {

// "oidc.start" {state, nonce, codeChallenge} gives {"location"}; "oidc.exchange" {code,
// codeVerifier, nonce, iss?} gives {"identity": {issuer, subject, email, name, tenant, role}} (see
// oidc::to_json); either {"error"} with the text of an oidc::Problem. The provider outlives them.
[[nodiscard]] LocalService::Operations oidc_operations(oidc::Provider& provider);

}  // namespace assay::jobs
