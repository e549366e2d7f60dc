// SPDX-License-Identifier: Apache-2.0
// Taking in packs and mappings from files of other systems.
#include <malloc.h>

#include "core/utf8.hpp"
#include "db/packs/import_file.hpp"
#include "db/packs/storing.hpp"
#include "fcgi/single_file.hpp"
#include "handlers/handlers.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

// A large framework takes a hundred times the memory of a usual request. What it leaves behind goes
// back to the system, so that each process of the pool stays small.
class GiveBackMemory {
 public:
  GiveBackMemory() = default;
  GiveBackMemory(const GiveBackMemory&) = delete;
  GiveBackMemory& operator=(const GiveBackMemory&) = delete;
  ~GiveBackMemory() { static_cast<void>(::malloc_trim(0)); }
};

packs::Import receive(const Context& context) {
  const Services& services = context.services;
  const packs::Names names{text_of(context.query, "name"), text_of(context.query, "version", 100)};
  IncomingBlob blob = services.blobs.receive();
  const std::string file_name = utf8::storable(
      fcgi::receive_single_file(context.request, services.config.max_pack_bytes,
                                [&](std::span<const std::byte> bytes) { blob.write(bytes); }));
  static_cast<void>(blob.finish());
  const FileDescriptor file = open_for_reading(blob.path().string());
  auto import = packs::import_file(file.get(), file_name, names, services.extractor);
  if (!import) throw Failure(import.error());
  return std::move(*import);
}

void bind_all(const Context& context, pg::Tx& tx, const packs::Stored& stored) {
  for (const auto& version : stored.packs) {
    store::packs::bind(tx, context.tenant, version.pack, version.criteria_version);
    record(context, tx,
           {.action = "binding.put", .object_type = "pack", .object_id = version.pack.value});
  }
}

void record_new(const Context& context, pg::Tx& tx, const packs::Stored& stored) {
  for (const auto& version : stored.packs) {
    if (version.existed) continue;
    record(context, tx,
           {.action = "pack.import",
            .object_type = "criteria_version",
            .object_id = version.criteria_version.value});
  }
  for (const auto& set : stored.mapping_sets) {
    if (set.existed) continue;
    record(context, tx,
           {.action = "pack.import", .object_type = "mapping_set", .object_id = set.id});
  }
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
  const Json answer = packs::import_answer(import, *stored, dry_run);
  if (dry_run) return Response::json(200, answer);  // and the transaction is rolled back
  record_new(context, tx, *stored);
  if (bind) bind_all(context, tx, *stored);
  tx.commit();
  return Response::json(stored->anything_new() ? 201 : 200, answer);
}

}  // namespace assay::handlers
