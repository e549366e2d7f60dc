// SPDX-License-Identifier: Apache-2.0
// Compares renderings field by field.
#include "db/store/changed.hpp"

namespace assay::store::audit {

Json changed(const Json& before, const Json& after,
             std::initializer_list<std::string_view> fields) {
  Json changes = Json::object();
  for (const std::string_view field : fields) {
    const Json from = before.get(field);
    const Json to = after.get(field);
    if (from.canonical() == to.canonical()) continue;
    changes.set(field, Json::object().set("from", from).set("to", to));
  }
  return changes;
}

Json changed_binding(const Json& before, const Json& after) {
  return changed(before, after, {"criteriaVersionId", "version", "thresholds", "evaluator"});
}

}  // namespace assay::store::audit
