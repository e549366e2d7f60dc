// SPDX-License-Identifier: Apache-2.0
// Finds the pack that a request means: the one it names, or the tenant's default.
#pragma once

#include <optional>
#include <string>

#include "db/store/packs.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Throws NOT_FOUND (or CROSS_TENANT_ACCESS_DENIED) for a pack that is not bound to the tenant, and
// CONFLICT when the request names none and none is bound.
[[nodiscard]] store::packs::Binding chosen_binding(const Context& context, pg::Tx& tx,
                                                   const std::optional<std::string>& pack_id);

}  // namespace assay::handlers
