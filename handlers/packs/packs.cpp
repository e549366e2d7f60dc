// SPDX-License-Identifier: Apache-2.0
// Packs: the lists, the content of a bound version, the mappings between packs, and the differences
// between two versions.
#include <limits>
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
  const Page page(context, "packs");
  const auto after = page.after<store::bindings::Position>();
  pg::Tx tx = context.read();
  auto items = store::bindings::page(tx, context.tenant, after, page.wanted());
  const Json next = page.cut(items, [](const store::bindings::Binding& last) {
    return cursor::Keyset{last.created_at, last.pack.value};
  });
  return Response::json(200,
                        Json::object()
                            .set("packs", store::render::list(items, store::render::bound_pack))
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

Response admin_packs_list(Context& context) {
  pg::Tx tx = context.read();
  constexpr int kAll = std::numeric_limits<int>::max();
  std::unordered_map<std::string, CriteriaVersionId> bound;
  for (const auto& binding : store::bindings::page(tx, context.tenant, std::nullopt, kAll)) {
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

namespace {

namespace mappings = store::mappings;

constexpr std::string_view kMappingList = "mappings";

std::optional<mappings::Place> place_of(const Page& page) {
  const auto place = page.after<cursor::Keyset>();
  if (!place) return std::nullopt;
  return mappings::Place{place->id, to_micros(place->at)};
}

// Cuts the entries, read up to one more than the limit, to the page. Returns the cursor of the next
// page, or null. The cursor holds set and position in place of a time and an id.
Json cut(std::vector<mappings::Set>& sets, const Page& page) {
  std::size_t count = 0;
  for (const mappings::Set& set : sets) count += set.entries.size();
  if (count <= static_cast<std::size_t>(page.limit())) return {};
  // The surplus entry is the last one of the last set.
  sets.back().entries.pop_back();
  while (sets.back().entries.empty()) sets.pop_back();
  const mappings::Set& last = sets.back();
  return page.encode(cursor::Keyset{from_micros(last.entries.back().position), last.id});
}

}  // namespace

Response pack_mappings(Context& context) {
  const Page page(context, kMappingList);
  const auto behind = place_of(page);
  pg::Tx tx = context.read();
  const store::packs::Pack pack = pack_in_path(context, tx);
  auto sets = mappings::of_pack(tx, context.tenant, pack.id, behind, page.wanted());
  const Json next = cut(sets, page);
  return Response::json(200,
                        Json::object()
                            .set("mappings", store::render::list(sets, store::render::mapping_set))
                            .set("nextCursor", next));
}

}  // namespace assay::handlers
