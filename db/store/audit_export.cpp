// SPDX-License-Identifier: Apache-2.0
// Reads the trail in batches and writes it as lines.
#include "db/store/audit_export.hpp"

#include "db/store/checkpoints.hpp"
#include "db/store/render.hpp"

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

}  // namespace assay::store::audit
