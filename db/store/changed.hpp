// SPDX-License-Identifier: Apache-2.0
// Describes a change for the audit trail.
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/json/json.hpp"

namespace assay::store::audit {

// The difference between two renderings of an object: {field: {from, to}}, for these fields. A null
// rendering (the object did not exist, or is gone) has null fields.
[[nodiscard]] Json changed(const Json& before, const Json& after,
                           std::initializer_list<std::string_view> fields);
// The same for a binding's rendering: version, thresholds and evaluator.
[[nodiscard]] Json changed_binding(const Json& before, const Json& after);

}  // namespace assay::store::audit
