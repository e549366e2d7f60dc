// SPDX-License-Identifier: Apache-2.0
// A tenant's trail as lines of JSON, to be taken away and checked elsewhere.
#pragma once

#include <cstdint>
#include <string>

#include "db/store/audit.hpp"

namespace assay::store::audit {

// First the entries, oldest first, as render::audit_entry with createdAtMicros, so that each hash
// can be computed again. Last {"end": {tenantId, count, head: {sequence, hash}, checkpoint}}: its
// presence says that the export is whole. checkpoint proves, by a signature that needs nothing of
// other tenants, where the chain stood (checkpoint_proof); null where there is none.
// Some entries are read at a time, each time in a transaction of its own, up to the head of the
// beginning: memory does not grow with the trail.
class Export {
 public:
  // The connection must outlive this and serve nothing else while it runs.
  Export(pg::Connection& connection, const TenantId& tenant, const Filter& filter,
         const Head& head);

  // Appends lines to the text; false when those were the last.
  [[nodiscard]] bool next(std::string& lines);

 private:
  [[nodiscard]] Json last_line(pg::Tx& tx) const;

  pg::Connection& connection_;
  TenantId tenant_;
  Filter filter_;
  Head head_;
  std::int64_t after_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace assay::store::audit
