// SPDX-License-Identifier: Apache-2.0
// The operations that the API asks for at the pipeline's socket: searches and single sign-on.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/json/json.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/context/glossary_cache.hpp"
#include "pipeline/jobs/context/services.hpp"
#include "pipeline/oidc/provider.hpp"

namespace assay::jobs {

using Operation = std::function<Json(const Json& question)>;
using Operations = std::map<std::string, Operation, std::less<>>;  // by name

// {"tenantId", "q", "limit"} returns {"results": [{documentId, chunkId, text, pageNumber, score}]},
// or {"error": "..."} for an invalid question.
[[nodiscard]] Json answer_search(const Services& services, GlossaryCache& glossaries,
                                 pg::Connection& database, const Json& question);

// "oidc.start" {state, nonce, codeChallenge} gives {"location"}; "oidc.exchange" {code,
// codeVerifier, nonce, iss?} gives {"identity": {issuer, subject, email, name, tenant, role}} (see
// oidc::to_json); either {"error"} with the text of an oidc::Problem. provider must outlive them.
[[nodiscard]] Operations oidc_operations(oidc::Provider& provider);

}  // namespace assay::jobs
