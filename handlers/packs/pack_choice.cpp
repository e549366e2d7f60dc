// SPDX-License-Identifier: Apache-2.0
// Chooses the binding of a request.
#include "handlers/packs/pack_choice.hpp"

#include "handlers/http/access.hpp"

namespace assay::handlers {

store::packs::Binding chosen_binding(const Context& context, pg::Tx& tx,
                                     const std::optional<std::string>& pack_id) {
  if (pack_id) {
    const auto id = PackId::parse(*pack_id);
    if (!id) throw Failure(not_found(kPack.title, kPack.id_name, *pack_id));
    return found(store::packs::binding(tx, context.tenant, *id), context, tx, kPack, *pack_id);
  }
  auto bindings = store::packs::bindings(tx, context.tenant, std::nullopt, 1);
  if (bindings.empty()) {
    throw Failure(ErrorCode::Conflict, "No pack is bound to this tenant; ask an administrator");
  }
  return std::move(bindings.front());
}

store::packs::Pack pack_in_path(const Context& context, pg::Tx& tx) {
  const auto id = path_id<PackId>(context, kPack);
  return found(store::packs::find_pack(tx, context.tenant, id), context, tx, kPack, id.value);
}

store::packs::Version version_in_path(const Context& context, pg::Tx& tx,
                                      const store::packs::Pack& pack) {
  const auto id = path_id<CriteriaVersionId>(context, kPackVersion);
  return found(store::packs::find_version(tx, context.tenant, pack.id, id), context, tx,
               kPackVersion, id.value);
}

}  // namespace assay::handlers
