// SPDX-License-Identifier: Apache-2.0
// Stored spans: inserted once ended, read for a trace, taken once for export. run_trace.hpp derives
// spans from a run's own records.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace_scrub.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::spans {

// Scrubs the span, stores it and marks it for export. A span that the run already has stays
// unchanged. Throws std::logic_error for a span without usable ids.
void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const trace::Span& span);

// Ended spans, in no particular order.
[[nodiscard]] std::vector<trace::CleanSpan> of_run(pg::Tx& tx, const TenantId& tenant,
                                                   const RunId& run);

// The oldest spans not yet taken, of all tenants, at most `most`. The transaction that commits has
// them; no other ever gets them. As assay_pipeline, in a transaction without a tenant.
[[nodiscard]] std::vector<trace::CleanSpan> take_outbox(pg::Tx& tx, int most);

}  // namespace assay::store::spans
