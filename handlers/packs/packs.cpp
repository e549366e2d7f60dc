// SPDX-License-Identifier: Apache-2.0
// Packs: the lists, the content of a bound version, the mappings between packs, and the differences
// between two versions.
#include <array>
#include <string>
#include <unordered_map>

#include "core/packs/customise.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/packs/bindings.hpp"

namespace assay::handlers {

namespace packs = store::packs;

Response packs_list(Context& context) {
  const Page page(context, "packs", store::bindings::kOrders);
  pg::Tx tx = context.read();
  const auto items = store::bindings::page(tx, context.tenant, page.part());
  return Response::json(
      200, Json::object()
               .set("packs", store::render::list(items.rows, store::render::bound_pack))
               .set("nextCursor", page.next(items)));
}

Response criteria_list(Context& context) {
  const bool detail = flag_of(context.query, "detail");
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get(kPack.id_name));
  // A cursor is for one version. When the binding changes between two pages, paging starts again.
  const Page page(context, "criteria", packs::kCriterionOrders, WithoutLimit::Whole,
                  binding.criteria_version.value);
  const auto criteria = packs::criteria_page(tx, binding.criteria_version, page.part());
  return Response::json(
      200,
      Json::object()
          .set("criteria", store::render::list(criteria.rows, detail ? store::render::full_criterion
                                                                     : store::render::criterion))
          .set("nextCursor", page.next(criteria)));
}

Response requirements_list(Context& context) {
  const bool detail = flag_of(context.query, "detail");
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get(kPack.id_name));
  const Page page(context, "requirements", packs::kRequirementOrders, WithoutLimit::Whole,
                  binding.criteria_version.value);
  const auto criterion = number_if_given(context.query, "criterionId");
  const auto requirements =
      packs::requirements_page(tx, binding.criteria_version, criterion, page.part());
  return Response::json(
      200, Json::object()
               .set("requirements",
                    store::render::list(requirements.rows, detail ? store::render::full_requirement
                                                                  : store::render::requirement))
               .set("nextCursor", page.next(requirements)));
}

Response admin_packs_list(Context& context) {
  pg::Tx tx = context.read();
  std::unordered_map<std::string, CriteriaVersionId> bound;
  for (const auto& binding : store::bindings::list(tx, context.tenant)) {
    bound.emplace(binding.pack.value, binding.criteria_version);
  }
  Json list = Json::array();
  for (const packs::Pack& pack : packs::packs(tx, context.tenant)) {
    const auto binding = bound.find(pack.id.value);
    const auto newest = packs::versions(tx, context.tenant, pack.id, {.limit = 1}).rows;
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

namespace {

namespace mappings = store::mappings;

constexpr std::string_view kMappingList = "mappings";

// Entries are read set by set; a place names the set and the position in it.
constexpr std::array kMappingOrderKeys{pg::by_number("position", "")};
constexpr pg::Orders kMappingOrders{kMappingOrderKeys, false};

std::optional<mappings::Place> place_of(const Page& page) {
  const auto& after = page.part().after;
  if (!after) return std::nullopt;
  return mappings::Place{after->id, std::stoll(after->value)};
}

// Cuts the entries, read up to one more than the limit, to the page.
pg::PartOf<mappings::Set> cut(std::vector<mappings::Set> sets, std::int64_t limit) {
  std::size_t count = 0;
  for (const mappings::Set& set : sets) count += set.entries.size();
  if (count <= static_cast<std::size_t>(limit)) return {std::move(sets), std::nullopt};
  // The surplus entry is the last one of the last set.
  sets.back().entries.pop_back();
  while (sets.back().entries.empty()) sets.pop_back();
  const mappings::Set& last = sets.back();
  const pg::Place place{std::to_string(last.entries.back().position), last.id};
  return {std::move(sets), place};
}

}  // namespace

Response pack_mappings(Context& context) {
  const Page page(context, kMappingList, kMappingOrders);
  const auto behind = place_of(page);
  pg::Tx tx = context.read();
  const store::packs::Pack pack = pack_in_path(context, tx);
  const int wanted = static_cast<int>(page.part().limit) + 1;
  const auto sets =
      cut(mappings::of_pack(tx, context.tenant, pack.id, behind, wanted), page.part().limit);
  return Response::json(
      200, Json::object()
               .set("mappings", store::render::list(sets.rows, store::render::mapping_set))
               .set("nextCursor", page.next(sets)));
}

}  // namespace assay::handlers
