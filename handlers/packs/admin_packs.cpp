// SPDX-License-Identifier: Apache-2.0
// Packs for administrators: those that can be bound, and the differences between two versions.
#include <limits>
#include <unordered_map>

#include "core/packs/customise.hpp"
#include "db/store/render.hpp"
#include "db/store/render_packs.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/validate.hpp"
#include "handlers/packs/pack_version.hpp"

namespace assay::handlers {

namespace packs = store::packs;

Response admin_packs_list(Context& context) {
  pg::Tx tx = context.read();
  constexpr int kAll = std::numeric_limits<int>::max();
  std::unordered_map<std::string, CriteriaVersionId> bound;
  for (const auto& binding : packs::bindings(tx, context.tenant, std::nullopt, kAll)) {
    bound.emplace(binding.pack.value, binding.criteria_version);
  }
  Json list = Json::array();
  for (const packs::Pack& pack : packs::packs(tx, context.tenant)) {
    const auto binding = bound.find(pack.id.value);
    const auto newest = packs::versions(tx, context.tenant, pack.id, std::nullopt, 1);
    list.push(
        Json::object()
            .set("id", pack.id.value)
            .set("name", pack.name)
            .set("description", pack.description)
            .set("copyright", pack.copyright)
            .set("shared", pack.shared)
            .set("newest", newest.empty() ? Json() : store::render::version(newest.front()))
            .set("boundVersionId", binding == bound.end() ? Json() : Json(binding->second.value)));
  }
  return Response::json(200, Json::object().set("packs", list));
}

Response pack_versions_compare(Context& context) {
  pg::Tx tx = context.read();
  const packs::Pack pack = pack_in_path(context, tx);
  const packs::Version from = version_in_path(context, tx, pack);
  const auto id = path_id<CriteriaVersionId>(context, kOtherVersion);
  const packs::Version to = found(packs::find_version(tx, context.tenant, pack.id, id), context, tx,
                                  kOtherVersion, id.value);
  Json answer =
      assay::packs::difference(packs::content_of(tx, pack, from), packs::content_of(tx, pack, to));
  return Response::json(
      200, answer.set("from", store::render::version(from)).set("to", store::render::version(to)));
}

}  // namespace assay::handlers
