// SPDX-License-Identifier: Apache-2.0
// Exports a tenant's trail as lines of JSON, for checking elsewhere.
#pragma once

#include <cstdint>
#include <string>

#include "db/store/audit.hpp"

namespace assay::store::audit {

// First the entries, oldest first, as render::audit_entry with createdAtMicros, so that each hash
// can be recomputed. Last {"end": {tenantId, count, head: {sequence, hash}, checkpoint}}, which
// shows that the export is complete. checkpoint proves the chain's state by a signature that needs
// no data of other tenants (checkpoint_proof); null if there is none.
// Reads a batch of entries at a time, each in its own transaction, up to the head at the start:
// memory does not grow with the trail.
class Export {
 public:
  // The connection must outlive this and serve nothing else until it is done.
  Export(pg::Connection& connection, const TenantId& tenant, const Filter& filter,
         const Head& head);

  // Appends lines to the text; returns false if those were the last.
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
