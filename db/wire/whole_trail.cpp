// SPDX-License-Identifier: Apache-2.0
// Reads the trail in batches and writes it as lines; compares it with the records.
#include "db/wire/whole_trail.hpp"

#include <optional>

#include "db/store/audit/checkpoints.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "db/store/runs/snapshots.hpp"
#include "db/wire/frozen.hpp"
#include "db/wire/render.hpp"

namespace assay::store::audit {
namespace {

constexpr int kEntriesPerStep = 1000;

Json newest_proof(pg::Tx& tx, const TenantId& tenant) {
  const std::int64_t newest = newest_checkpoint(tx).number;
  if (newest == 0) return {};
  const auto checkpoint = read_checkpoint(checkpoint_lines(tx, newest - 1, 1).at(0).line);
  if (!checkpoint) return {};
  return checkpoint_proof(*checkpoint, tenant);
}

// The first difference between a run's records and what was recorded of them; "" for none. detail:
// of the entry of its end. Entries of earlier releases have no digests.
std::string changed_in_run(pg::Tx& tx, const TenantId& tenant, const RunId& id,
                           const Json& detail) try {
  const Json digests = detail.get("digests");
  if (digests.is_object()) return run_digests::changed(tx, tenant, id, digests);
  const auto run = runs::find(tx, tenant, id);
  if (!run) return "the run that it ended is gone";
  if (!run->snapshot_hash && !detail.get("snapshotHash").as_string()) return "";
  const auto fault = frozen::fault_in_records(tx, *run);
  return fault ? fault->details.get("issue").as_string().value_or(fault->message) : "";
} catch (const pg::UnreadableColumn& error) {
  return std::string("a record of the run cannot be read: ") + error.what();
}

std::optional<Break> first_run_changed(pg::Tx& tx, const TenantId& tenant, std::int64_t runs) {
  for (const RunEnd& end : newest_run_ends(tx, tenant, runs)) {
    const Json detail = Json::parse(end.detail.value_or("null")).value_or(Json());
    const std::string changed = changed_in_run(tx, tenant, end.run, detail);
    if (changed.empty()) continue;
    return Break{end.sequence, end.id, "run " + end.run.value + ": " + changed};
  }
  return std::nullopt;
}

}  // namespace

Export::Export(pg::Connection& connection, const TenantId& tenant, const Filter& filter,
               const Head& head)
    : connection_(connection), tenant_(tenant), filter_(filter), head_(head) {}

bool Export::next(std::string& lines) {
  pg::Tx tx(connection_, pg::Access::ReadOnly, tenant_);
  const auto entries = page(tx, tenant_, filter_, after_, head_.sequence, kEntriesPerStep);
  for (const Entry& entry : entries) {
    Json line = render::audit_entry(tenant_, entry);
    line.set("createdAtMicros", to_micros(entry.created_at));
    lines.append(line.dump()).push_back('\n');
  }
  count_ += static_cast<std::int64_t>(entries.size());
  if (!entries.empty()) after_ = entries.back().sequence;
  const bool more = entries.size() == static_cast<std::size_t>(kEntriesPerStep);
  if (!more) {
    lines.append(Json::object().set("end", last_line(tx)).dump()).push_back('\n');
  }
  tx.commit();
  return more;
}

Json Export::last_line(pg::Tx& tx) const {
  return Json::object()
      .set("tenantId", tenant_.value)
      .set("count", count_)
      .set("head", render::audit_head(head_))
      .set("checkpoint", newest_proof(tx, tenant_));
}

ChainVerdict verify_trail(pg::Tx& tx, const TenantId& tenant, std::span<const Witness> witnesses,
                          std::int64_t runs) {
  ChainVerdict verdict = verify_chain(tx, tenant, witnesses);
  auto& broken = verdict.first_broken;
  if (!broken) broken = first_record_changed(tx, tenant);
  if (!broken) broken = first_run_changed(tx, tenant, runs);
  if (!broken) broken = standing_changed(tx, tenant);
  return verdict;
}

}  // namespace assay::store::audit
