// SPDX-License-Identifier: Apache-2.0
// Imports packs and mappings from files of other systems.
#include <malloc.h>

#include "core/json/utf8.hpp"
#include "core/packs/customise.hpp"
#include "core/packs/import_file.hpp"
#include "db/packs/storing.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"
#include "fcgi/multipart.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

// A large framework takes a hundred times the memory of a usual request. Returns that memory to the
// system, so that each process of the pool stays small.
class GiveBackMemory {
 public:
  GiveBackMemory() = default;
  GiveBackMemory(const GiveBackMemory&) = delete;
  GiveBackMemory& operator=(const GiveBackMemory&) = delete;
  ~GiveBackMemory() { static_cast<void>(::malloc_trim(0)); }
};

packs::Import receive(const Context& context) {
  require_room(context);
  const Services& services = context.services;
  const packs::Names names{text_of(context.query, "name"), text_of(context.query, "version", 100)};
  IncomingBlob blob = services.blobs.receive();
  const std::string file_name = utf8::storable(
      fcgi::receive_single_file(context.request, services.config.max_pack_bytes,
                                [&](std::span<const std::byte> bytes) { blob.write(bytes); }));
  static_cast<void>(blob.finish());
  const FileDescriptor file = open_for_reading(blob.path().string());
  const Slots::Slot slot = services.slots.inspections.take(context.tenant.value);
  auto import = packs::import_file(file.get(), file_name, names, services.extractor);
  if (!import) throw Failure(import.error());
  return std::move(*import);
}

void bind_all(const Context& context, pg::Tx& tx, const packs::Stored& stored) {
  for (const auto& version : stored.packs) {
    const Json changes = packs::bind(tx, context.tenant, version);
    record(context, tx,
           {.action = "binding.put",
            .object_type = "pack",
            .object_id = version.pack.value,
            .detail = changes});
  }
}

void record_new(const Context& context, pg::Tx& tx, const packs::Stored& stored) {
  for (const auto& version : stored.packs) {
    if (version.existed) continue;
    record(context, tx,
           {.action = "pack.import",
            .object_type = "criteria_version",
            .object_id = version.criteria_version.value,
            .detail = packs::detail_of(version)});
  }
  for (const auto& set : stored.mapping_sets) {
    if (set.existed) continue;
    record(context, tx,
           {.action = "pack.import",
            .object_type = "mapping_set",
            .object_id = set.id,
            .detail = packs::detail_of(set)});
  }
}

// The predecessor of an imported version: the one in force, else the newest of the others.
std::optional<store::packs::Version> version_before(const Context& context, pg::Tx& tx,
                                                    const store::packs::StoredVersion& stored) {
  const auto bound = store::bindings::find(tx, context.tenant, stored.pack);
  if (bound && bound->criteria_version != stored.criteria_version) {
    return store::packs::find_version(tx, context.tenant, stored.pack, bound->criteria_version);
  }
  for (auto& version : store::packs::versions(tx, context.tenant, stored.pack, {.limit = 2}).rows) {
    if (version.id != stored.criteria_version) return std::move(version);
  }
  return std::nullopt;
}

// How new versions differ from their predecessors, for packs that already existed.
Json differences(const Context& context, pg::Tx& tx, const packs::Import& import,
                 const packs::Stored& stored) {
  Json list = Json::array();
  for (std::size_t i = 0; i < stored.packs.size(); ++i) {
    const store::packs::StoredVersion& version = stored.packs[i];
    if (version.existed || !version.pack_existed) continue;
    const auto pack = store::packs::find_pack(tx, context.tenant, version.pack);
    const auto before = version_before(context, tx, version);
    if (!pack || !before) continue;
    Json item = packs::difference(store::packs::content_of(tx, *pack, *before), import.packs.at(i));
    list.push(item.set("packId", pack->id.value)
                  .set("packName", pack->name)
                  .set("from", store::render::version(*before))
                  .set("toVersion", version.version));
  }
  return list;
}

}  // namespace

Response packs_import(Context& context) {
  const GiveBackMemory at_the_end;
  const bool dry_run = flag_of(context.query, "dryRun");
  const bool bind = flag_of(context.query, "bind");
  packs::Import import = receive(context);
  pg::Tx tx = context.write();
  const auto stored = packs::store_import(tx, context.tenant, import);
  if (!stored) throw Failure(stored.error());
  Json answer = packs::import_answer(import, *stored, dry_run);
  if (dry_run) {  // and the transaction is rolled back
    const Json changes = differences(context, tx, import, *stored);
    if (changes.size() > 0) answer.set("differences", changes);
    return Response::json(200, answer);
  }
  record_new(context, tx, *stored);
  if (bind) bind_all(context, tx, *stored);
  tx.commit();
  return Response::json(stored->anything_new() ? 201 : 200, answer);
}

}  // namespace assay::handlers
