// SPDX-License-Identifier: Apache-2.0
// Spans as stored: inserted once they ended, read for a trace, taken once for export. What a run's
// own records say about its spans is in run_trace.hpp.
#pragma once

#include <string>
#include <vector>

#include "core/trace_scrub.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::spans {

// Scrubs the span and writes it, and with it that it is to be exported. One that the run already
// has stays as it is. Throws std::logic_error for a span without usable ids.
void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const trace::Span& span);

// Those that have ended, in no particular order.
[[nodiscard]] std::vector<trace::CleanSpan> of_run(pg::Tx& tx, const TenantId& tenant,
                                                   const RunId& run);

// The oldest spans not taken yet, of all tenants, at most so many; whoever commits has them, nobody
// else ever gets them. As assay_pipeline, in a transaction without tenant.
[[nodiscard]] std::vector<trace::CleanSpan> take_outbox(pg::Tx& tx, int most);

}  // namespace assay::store::spans
