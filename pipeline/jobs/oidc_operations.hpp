// SPDX-License-Identifier: Apache-2.0
// Defines the single sign-on operations that the API requests over the socket.
#pragma once

#include "pipeline/jobs/local_service.hpp"
#include "pipeline/oidc/provider.hpp"

namespace assay::jobs {

// "oidc.start" {state, nonce, codeChallenge} gives {"location"}; "oidc.exchange" {code,
// codeVerifier, nonce, iss?} gives {"identity": {issuer, subject, email, name, tenant, role}} (see
// oidc::to_json); either {"error"} with the text of an oidc::Problem. provider must outlive them.
[[nodiscard]] LocalService::Operations oidc_operations(oidc::Provider& provider);

}  // namespace assay::jobs
