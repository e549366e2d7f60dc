// SPDX-License-Identifier: Apache-2.0
// Versions of a pack: the list, one version in full, its export, and customised versions.
#include "core/packs/customise.hpp"
#include "core/packs/import_file.hpp"
#include "db/packs/storing.hpp"
#include "db/store/packs/expansions.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/packs/bindings.hpp"

namespace assay::handlers {
namespace {

namespace packs = store::packs;

constexpr std::string_view kVersionList = "pack-versions";

}  // namespace

Response pack_versions_list(Context& context) {
  const Page page(context, kVersionList, packs::kVersionOrders);
  pg::Tx tx = context.read();
  const packs::Pack pack = pack_in_path(context, tx);
  const auto items = packs::versions(tx, context.tenant, pack.id, page.part());
  return Response::json(
      200, Json::object()
               .set("versions", store::render::list(items.rows, store::render::version))
               .set("nextCursor", page.next(items)));
}

Response pack_version_get(Context& context) {
  pg::Tx tx = context.read();
  const packs::Pack pack = pack_in_path(context, tx);
  const packs::Version version = version_in_path(context, tx, pack);
  return Response::json(
      200, store::render::version_content(version, packs::content_of(tx, pack, version),
                                          store::expansions::last_of_version(tx, version.id)));
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

namespace {

constexpr std::size_t kMaxName = 100;

constexpr Kind kBase{kPackVersion.name, kPackVersion.title, "baseVersionId"};

// The version that baseVersionId in the body names. It must be of this pack, and not another
// tenant's.
packs::Version base_of(const Context& context, pg::Tx& tx, const packs::Pack& pack,
                       const std::string& text) {
  const auto id = CriteriaVersionId::parse(text);
  if (!id) throw Failure(not_found(kBase.title, kBase.id_name, text));
  if (auto base = packs::find_version(tx, context.tenant, pack.id, *id)) return std::move(*base);
  static_cast<void>(found(store::bindings::pack_of(tx, *id), context, tx, kBase, text));
  refuse_field(kBase.id_name, "is not a version of this pack");
}

[[noreturn]] void refuse_name(const packs::Pack& pack, const std::string& version) {
  throw Failure(
      ErrorCode::Conflict,
      "Pack " + pack.name + " already has a version " + version + " with different content",
      Json::object().set("packId", pack.id.value).set("version", version));
}

}  // namespace

Response pack_version_create(Context& context) {
  const bool bind = flag_of(context.query, "bind");
  const Body body(context.request, "baseVersionId version changes");
  const std::string base_id = body.text("baseVersionId", kMaxName);
  const std::string name = body.text("version", kMaxName);
  pg::Tx tx = context.write();
  const packs::Pack pack = pack_in_path(context, tx);
  const packs::Version base = base_of(context, tx, pack, base_id);
  const Json changes = body.value("changes");
  auto customised = assay::packs::customise(packs::content_of(tx, pack, base), changes);
  if (!customised) throw Failure(customised.error());
  customised->content.version = name;
  const auto stored =
      packs::add_customised(tx, context.tenant, pack, base, customised->content, changes.dump());
  if (!stored) refuse_name(pack, name);
  if (!stored->existed) {
    record(context, tx,
           {.action = "pack.version.create",
            .object_type = "criteria_version",
            .object_id = stored->criteria_version.value});
  }
  if (bind) {
    const Json changed = assay::packs::bind(tx, context.tenant, *stored);
    record(context, tx,
           {.action = "binding.put",
            .object_type = "pack",
            .object_id = pack.id.value,
            .detail = changed});
  }
  const auto version = packs::find_version(tx, context.tenant, pack.id, stored->criteria_version);
  if (!version) throw std::logic_error("a version written just now is not there");
  tx.commit();
  return Response::json(stored->existed ? 200 : 201,
                        Json::object()
                            .set("version", store::render::version(*version))
                            .set("report", customised->report));
}

}  // namespace assay::handlers
