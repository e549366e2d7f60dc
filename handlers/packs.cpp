// SPDX-License-Identifier: Apache-2.0
// Packs bound to the tenant, their criteria and requirements.
#include "db/store/render.hpp"
#include "db/store/render_packs.hpp"
#include "handlers/access.hpp"
#include "handlers/handlers.hpp"
#include "handlers/pack_choice.hpp"
#include "handlers/slice.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
Response packs_list(Context& context) {
  const int limit = limit_of(context.query);
  pg::Tx tx = context.read();
  Json next;
  const auto packs =
      slice(store::packs::bindings(tx, context.tenant), context.query, "packs", limit, &next);
  return Response::json(200, Json::object()
                                 .set("packs", store::render::list(packs, store::render::pack))
                                 .set("nextCursor", next));
}

Response criteria_list(Context& context) {
  const bool detail = flag_of(context.query, "detail");
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get(kPack.id_name));
  const auto criteria = store::packs::criteria(tx, binding.criteria_version);
  return Response::json(
      200, Json::object().set("criteria",
                              store::render::list(criteria, detail ? store::render::full_criterion
                                                                   : store::render::criterion)));
}

Response requirements_list(Context& context) {
  const auto limit = limit_if_given(context.query);
  const bool detail = flag_of(context.query, "detail");
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get(kPack.id_name));
  Json next;
  const auto requirements = slice(store::packs::requirements(tx, binding.criteria_version),
                                  context.query, "requirements", limit, &next);
  return Response::json(
      200, Json::object()
               .set("requirements",
                    store::render::list(requirements, detail ? store::render::full_requirement
                                                             : store::render::requirement))
               .set("nextCursor", next));
}

}  // namespace assay::handlers
