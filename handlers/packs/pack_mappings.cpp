// SPDX-License-Identifier: Apache-2.0
// Mappings between a pack's framework and others.
#include "db/store/mappings.hpp"

#include "db/store/render.hpp"
#include "db/store/render_packs.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/validate.hpp"
#include "handlers/packs/pack_version.hpp"

namespace assay::handlers {
namespace {

namespace mappings = store::mappings;

constexpr std::string_view kList = "mappings";

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
  const Page page(context, kList);
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
