// SPDX-License-Identifier: Apache-2.0
// Finds the pack that a request means: the one in its path, the one it names, or the tenant's
// default.
#pragma once

#include <optional>
#include <string>

#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Throws NOT_FOUND (or CROSS_TENANT_ACCESS_DENIED) for a pack that is not bound to the tenant, and
// CONFLICT when the request names none and none is bound.
[[nodiscard]] store::bindings::Binding chosen_binding(const Context& context, pg::Tx& tx,
                                                      const std::optional<std::string>& pack_id);

// The pack and version that a path names. Both throw NOT_FOUND, and CROSS_TENANT_ACCESS_DENIED for
// another tenant's pack or version.
[[nodiscard]] store::packs::Pack pack_in_path(const Context& context, pg::Tx& tx);
[[nodiscard]] store::packs::Version version_in_path(const Context& context, pg::Tx& tx,
                                                    const store::packs::Pack& pack);

}  // namespace assay::handlers
