// SPDX-License-Identifier: Apache-2.0
// Packs bound to the tenant, their criteria and requirements.
#include "db/store/render.hpp"
#include "db/store/render_packs.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/validate.hpp"
#include "handlers/packs/pack_choice.hpp"

namespace assay::handlers {

namespace packs = store::packs;

Response packs_list(Context& context) {
  const Page page(context, "packs");
  const auto after = page.after<packs::BindingPosition>();
  pg::Tx tx = context.read();
  auto items = packs::bindings(tx, context.tenant, after, page.wanted());
  const Json next = page.cut(items, [](const packs::Binding& last) {
    return cursor::Keyset{last.bound_at, last.pack.value};
  });
  return Response::json(200, Json::object()
                                 .set("packs", store::render::list(items, store::render::pack))
                                 .set("nextCursor", next));
}

Response criteria_list(Context& context) {
  const bool detail = flag_of(context.query, "detail");
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get(kPack.id_name));
  // A cursor is for one version. When the binding changes between two pages, paging starts again.
  const Page page(context, "criteria", WithoutLimit::Whole, binding.criteria_version.value);
  auto criteria =
      packs::criteria_page(tx, binding.criteria_version, page.after_number(), page.wanted());
  const Json next = page.cut(
      criteria, [](const packs::Criterion& last) { return std::int64_t{last.criterion_id}; });
  return Response::json(
      200, Json::object()
               .set("criteria", store::render::list(criteria, detail ? store::render::full_criterion
                                                                     : store::render::criterion))
               .set("nextCursor", next));
}

Response requirements_list(Context& context) {
  const bool detail = flag_of(context.query, "detail");
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get(kPack.id_name));
  const Page page(context, "requirements", WithoutLimit::Whole, binding.criteria_version.value);
  auto requirements =
      packs::requirements_page(tx, binding.criteria_version, page.after_number(), page.wanted());
  const Json next =
      page.cut(requirements, [](const packs::Requirement& last) { return last.position; });
  return Response::json(
      200, Json::object()
               .set("requirements",
                    store::render::list(requirements, detail ? store::render::full_requirement
                                                             : store::render::requirement))
               .set("nextCursor", next));
}

}  // namespace assay::handlers
