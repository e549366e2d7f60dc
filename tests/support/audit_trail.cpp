// SPDX-License-Identifier: Apache-2.0
// Writes trails with the service's role, and breaks them with the superuser's.
#include "tests/support/audit_trail.hpp"

#include "core/base/io.hpp"
#include "db/store/audit/checkpoints.hpp"

namespace assay::test {
namespace audit = store::audit;

std::string forging_functions() {
  return read_file(std::string(ASSAY_SOURCE_DIR) + "/tests/support/forge.sql");
}

void append_entries(const TenantId& tenant, int count) {
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  for (int i = 0; i < count; ++i) {
    pg::Tx tx(api, pg::Access::ReadWrite, tenant);
    audit::Event event;
    event.action = "document.upload";
    event.object_type = "document";
    event.object_id = new_uuid();
    event.actor = {"user", new_uuid(), "kim" + std::to_string(i) + "@example.org", "MEMBER"};
    event.request_id = new_uuid();
    if (i % 3 == 0) event.run_id = RunId::fresh();
    event.ip = "192.0.2." + std::to_string(i % 250);
    event.user_agent = "agent/" + std::to_string(i);
    event.auth_method = "access_token";
    event.detail = R"({"sizeBytes":)" + std::to_string(i) + "}";
    audit::append(tx, tenant, event);
    tx.commit();
  }
}

audit::Checkpoint make_checkpoint(const ed25519::KeyPair& keys, const std::string& file) {
  pg::Connection pipeline = TempDatabase::shared().connect("assay_pipeline");
  return audit::write_checkpoint(pipeline, keys, file, audit::Due{}).value();
}

std::string what_is_broken(const Trust& trust, const std::vector<TenantId>& tenants) {
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  pg::Tx tx(owner, pg::Access::Snapshot);
  audit::CheckWish wish;
  wish.keys = {trust.keys.public_key};
  wish.file = trust.file;
  audit::Checked checked = audit::check_checkpoints(tx, wish);
  std::string found;
  if (const auto& broken = checked.first_broken) {
    found = broken->where + " " + std::to_string(broken->number) + ": " + broken->reason;
  }
  for (const TenantId& tenant : tenants) {
    tx.act_for(tenant);
    const auto verdict = audit::verify_chain(tx, tenant, checked.witnesses[tenant]);
    if (!verdict.first_broken) continue;
    found += (found.empty() ? "" : "; ") + std::string("entry ") +
             std::to_string(verdict.first_broken->sequence) + ": " + verdict.first_broken->reason;
  }
  return found;
}

void tamper(const std::string& statements) {
  pg::Connection super = TempDatabase::shared().connect("super");
  pg::Tx tx(super, pg::Access::ReadWrite);
  static_cast<void>(super.run("SET LOCAL session_replication_role = replica; " + statements));
  tx.commit();
}

}  // namespace assay::test
