// SPDX-License-Identifier: Apache-2.0
// A tenant's document usage, for the quotas.
#pragma once

#include <cstdint>

#include "db/pg/tx.hpp"

namespace assay::store::quotas {

struct Usage {
  std::int64_t documents = 0;
  std::int64_t bytes = 0;   // of the stored files
  std::int64_t chunks = 0;  // of documents that have been chunked; others count once they are
};

[[nodiscard]] Usage usage(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::quotas
