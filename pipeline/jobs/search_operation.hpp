// SPDX-License-Identifier: Apache-2.0
// Answers one search of the API, with the retrieval that runs use.
#pragma once

#include "core/json/json.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/services.hpp"

namespace assay::jobs {

// {"tenantId", "q", "limit"} returns {"results": [{documentId, chunkId, text, pageNumber, score}]},
// or {"error": "..."} for an invalid question.
[[nodiscard]] Json answer_search(const Services& services, pg::Connection& database,
                                 const Json& question);

}  // namespace assay::jobs
