// SPDX-License-Identifier: Apache-2.0
// Versions of a pack: the list, one version in full, and its export.
#include "core/packs/formats.hpp"
#include "db/store/render.hpp"
#include "db/store/render_packs.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"
#include "handlers/packs/pack_version.hpp"

namespace assay::handlers {
namespace {

namespace packs = store::packs;

constexpr std::string_view kList = "pack-versions";

}  // namespace

packs::Pack pack_in_path(const Context& context, pg::Tx& tx) {
  const auto id = path_id<PackId>(context, kPack);
  return found(packs::find_pack(tx, context.tenant, id), context, tx, kPack, id.value);
}

packs::Version version_in_path(const Context& context, pg::Tx& tx, const packs::Pack& pack) {
  const auto id = path_id<CriteriaVersionId>(context, kPackVersion);
  return found(packs::find_version(tx, context.tenant, pack.id, id), context, tx, kPackVersion,
               id.value);
}

Response pack_versions_list(Context& context) {
  const Page page(context, kList);
  const auto behind = page.after<packs::Place>();
  pg::Tx tx = context.read();
  const packs::Pack pack = pack_in_path(context, tx);
  auto items = packs::versions(tx, context.tenant, pack.id, behind, page.wanted());
  const Json next = page.cut(items, [](const packs::Version& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200,
                        Json::object()
                            .set("versions", store::render::list(items, store::render::version))
                            .set("nextCursor", next));
}

Response pack_version_get(Context& context) {
  pg::Tx tx = context.read();
  const packs::Pack pack = pack_in_path(context, tx);
  const packs::Version version = version_in_path(context, tx, pack);
  return Response::json(
      200, store::render::version_content(version, packs::content_of(tx, pack, version)));
}

Response pack_version_export(Context& context) {
  pg::Tx tx = context.write();
  const packs::Pack pack = pack_in_path(context, tx);
  const packs::Version version = version_in_path(context, tx, pack);
  std::string body = assay::packs::export_native(packs::content_of(tx, pack, version));
  record(
      context, tx,
      {.action = "pack.export", .object_type = "criteria_version", .object_id = version.id.value});
  tx.commit();
  const std::string name = pack.name + ' ' + version.version + ".json";
  Response response = Response::of_text(200, "application/json", std::move(body));
  response.set("Content-Disposition", fcgi::attachment_disposition(name));
  return response;
}

}  // namespace assay::handlers
