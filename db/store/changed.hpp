// SPDX-License-Identifier: Apache-2.0
// What a change changed, as the audit trail records it.
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/json.hpp"

namespace assay::store::audit {

// What differs between two renderings of a thing: {field: {from, to}}, of these fields. A null
// rendering (the thing was not there, or is gone) has null fields.
[[nodiscard]] Json changed(const Json& before, const Json& after,
                           std::initializer_list<std::string_view> fields);
// The same of a binding's rendering: version, thresholds and evaluator.
[[nodiscard]] Json changed_binding(const Json& before, const Json& after);

}  // namespace assay::store::audit
