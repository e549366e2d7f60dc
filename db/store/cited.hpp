// SPDX-License-Identifier: Apache-2.0
// The documents that a run's citations name: as the run pinned them, and whether they still exist.
#pragma once

#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::cited {

struct Source {
  DocumentId id;
  std::string original_filename;
  std::string file_type;
  bool present = false;  // not deleted since
};
// The named documents that the run pinned, by id.
[[nodiscard]] std::vector<Source> sources(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                          const std::vector<DocumentId>& documents);

}  // namespace assay::store::cited
