// SPDX-License-Identifier: Apache-2.0
// Answering one search of the API, with the retrieval that runs use.
#pragma once

#include "core/json.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/services.hpp"

namespace assay::jobs {

// {"tenantId", "q", "limit"} gives {"results": [{documentId, chunkId, text, pageNumber, score}]},
// or
// {"error": "..."} for a question that is none.
[[nodiscard]] Json answer_search(const Services& services, pg::Connection& database,
                                 const Json& question);

}  // namespace assay::jobs
