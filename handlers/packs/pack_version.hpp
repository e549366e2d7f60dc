// SPDX-License-Identifier: Apache-2.0
// Looks up the pack and version that a path names.
#pragma once

#include "db/store/pack_versions.hpp"
#include "handlers/http/access.hpp"

namespace assay::handlers {

// Both throw NOT_FOUND, and CROSS_TENANT_ACCESS_DENIED for another tenant's pack or version.
[[nodiscard]] store::packs::Pack pack_in_path(const Context& context, pg::Tx& tx);
[[nodiscard]] store::packs::Version version_in_path(const Context& context, pg::Tx& tx,
                                                    const store::packs::Pack& pack);

}  // namespace assay::handlers
