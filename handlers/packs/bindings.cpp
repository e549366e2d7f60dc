// SPDX-License-Identifier: Apache-2.0
// Bindings: which version of which pack the tenant is judged by, with which thresholds and
// evaluator. Runs copy all of it when they are created, so a change affects later runs only.
// Chooses the binding of a request.
#include "handlers/packs/bindings.hpp"

#include "core/base/vocabularies.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace bindings = store::bindings;

constexpr std::size_t kMaxId = 200;

bindings::Binding find_binding(const Context& context, pg::Tx& tx, const PackId& pack) {
  return found(bindings::find(tx, context.tenant, pack), context, tx, kPack, pack.value);
}

// What the body sets. Absent fields keep their value, or the default in a new binding.
struct Wish {
  std::optional<std::string> criteria_version;
  std::optional<double> complete;
  std::optional<double> partial;
  std::optional<std::string> evaluator;
};

Wish wish_of(const Context& context, const Body& body) {
  Wish wish;
  wish.criteria_version = body.optional_text(kVersion.id_name, kMaxId);
  if (const auto thresholds = body.optional_object("thresholds", "complete partial")) {
    wish.complete = thresholds->optional_number("complete", 0, 1);
    wish.partial = thresholds->optional_number("partial", 0, 1);
  }
  wish.evaluator = body.optional_text("evaluator", kMaxId);
  const auto known = evaluators(context.services.config.llm.enabled());
  if (wish.evaluator) require_word("evaluator", *wish.evaluator, known);
  return wish;
}

// The version when the body names none: the bound one, or the newest for a new binding.
CriteriaVersionId version_unsaid(const Context& context, pg::Tx& tx, const PackId& pack,
                                 const std::optional<bindings::Binding>& before) {
  if (before) return before->criteria_version;
  const auto newest = store::packs::newest_version(tx, context.tenant, pack);
  if (!newest) refuse_field(kVersion.id_name, "is required: the pack has no version yet");
  return *newest;
}

CriteriaVersionId version_named(const Context& context, pg::Tx& tx, const PackId& pack,
                                const std::string& text) {
  const auto id = CriteriaVersionId::parse(text);
  if (!id) throw Failure(not_found(kVersion.title, kVersion.id_name, text));
  const PackId owner = found(bindings::pack_of(tx, *id), context, tx, kVersion, text);
  if (owner != pack) refuse_field(kVersion.id_name, "is not a version of this pack");
  return *id;
}

bindings::Terms terms_of(const Wish& wish, const CriteriaVersionId& version,
                         const std::optional<bindings::Binding>& before) {
  bindings::Terms terms;
  terms.evaluator = kBuiltinEvaluator;
  if (before) terms = static_cast<const bindings::Terms&>(*before);
  terms.criteria_version = version;
  terms.threshold_complete = wish.complete.value_or(terms.threshold_complete);
  terms.threshold_partial = wish.partial.value_or(terms.threshold_partial);
  terms.evaluator = wish.evaluator.value_or(terms.evaluator);
  if (terms.threshold_partial <= 0) refuse_field("thresholds.partial", "must be above 0");
  if (terms.threshold_partial > terms.threshold_complete) {
    refuse_field("thresholds.partial", "must not be greater than thresholds.complete");
  }
  return terms;
}

// before, after: the rendered binding, null when there is none.
void record_binding(const Context& context, pg::Tx& tx, std::string_view action, const PackId& pack,
                    const Json& before, const Json& after) {
  record(context, tx,
         {.action = action,
          .object_type = kPack.name,
          .object_id = pack.value,
          .detail = store::render::changed_binding(before, after)});
}

}  // namespace

store::bindings::Binding chosen_binding(const Context& context, pg::Tx& tx,
                                        const std::optional<std::string>& pack_id) {
  if (pack_id) {
    const auto id = PackId::parse(*pack_id);
    if (!id) throw Failure(not_found(kPack.title, kPack.id_name, *pack_id));
    return found(store::bindings::find(tx, context.tenant, *id), context, tx, kPack, *pack_id);
  }
  auto bindings = store::bindings::page(tx, context.tenant, {.limit = 1}).rows;
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

Response admin_bindings_list(Context& context) {
  const Page page(context, "bindings", bindings::kOrders);
  pg::Tx tx = context.read();
  const auto items = bindings::page(tx, context.tenant, page.part());
  return Response::json(
      200, Json::object()
               .set("bindings", store::render::list(items.rows, store::render::binding))
               .set("nextCursor", page.next(items)));
}

Response admin_bindings_get(Context& context) {
  const auto pack = path_id<PackId>(context, kPack);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::binding(find_binding(context, tx, pack)));
}

Response admin_bindings_put(Context& context) {
  const auto pack = path_id<PackId>(context, kPack);
  const Body body(context.request, "criteriaVersionId thresholds evaluator");
  const Wish wish = wish_of(context, body);
  pg::Tx tx = context.write();
  if (!bindings::is_visible(tx, pack)) throw_absent(context, tx, kPack, pack.value);
  const auto before = bindings::lock(tx, context.tenant, pack);
  if (before) require_match(context.request, store::render::binding(*before));
  const auto version = wish.criteria_version
                           ? version_named(context, tx, pack, *wish.criteria_version)
                           : version_unsaid(context, tx, pack, before);
  bindings::put(tx, context.tenant, pack, terms_of(wish, version, before));
  const Json after = store::render::binding(find_binding(context, tx, pack));
  record_binding(context, tx, "binding.put", pack,
                 before ? store::render::binding(*before) : Json(), after);
  tx.commit();
  return Response::json(before ? 200 : 201, Json::object().set("binding", after));
}

Response admin_bindings_delete(Context& context) {
  const auto pack = path_id<PackId>(context, kPack);
  pg::Tx tx = context.write();
  const auto before = bindings::lock(tx, context.tenant, pack);
  if (!before) throw_absent(context, tx, kPack, pack.value);
  require_match(context.request, store::render::binding(*before));
  static_cast<void>(bindings::remove(tx, context.tenant, pack));
  record_binding(context, tx, "binding.delete", pack, store::render::binding(*before), Json());
  tx.commit();
  return Response(204);
}

}  // namespace assay::handlers
