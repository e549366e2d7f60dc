// SPDX-License-Identifier: Apache-2.0
// Makes records through the store, as the service does.
#include "tests/support/records.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/base/digest.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/work/queue.hpp"

namespace assay::test {

TenantId new_tenant() {
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  pg::Tx tx(owner, pg::Access::ReadWrite);
  TenantId id = store::tenants::ensure(tx, "tenant " + new_uuid()).tenant.id;
  tx.commit();
  return id;
}

std::string random_sha256() {
  return sha256_hex(random_bytes(32));
}

DocumentId new_document(const TenantId& tenant, const std::string& name, const std::string& sha256,
                        const std::string& file_type) {
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, tenant);
  store::documents::NewDocument document;
  document.id = DocumentId::fresh();
  document.original_filename = name;
  document.file_type = file_type;
  document.content_type = "text/plain";
  document.sha256 = sha256;
  EXPECT_TRUE(store::documents::insert(tx, tenant, document));
  tx.commit();
  return document.id;
}

BoundPack new_pack(const TenantId& tenant, const std::vector<std::string>& titles) {
  store::packs::NewVersion version;
  version.pack_name = "pack " + new_uuid();
  version.version = "1";
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const int criterion = static_cast<int>(i / 2) + 1;
    if (i % 2 == 0) {
      version.criteria.push_back({criterion, "Criterion " + std::to_string(criterion), ""});
    }
    store::packs::Requirement requirement;
    requirement.requirement_id = std::to_string(criterion) + "." + std::to_string(i % 2 + 1);
    requirement.criterion_id = criterion;
    requirement.title = titles[i];
    version.requirements.push_back(requirement);
  }
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  pg::Tx tx(owner, pg::Access::ReadWrite, tenant);
  const auto stored = store::packs::add_version(tx, version);
  if (!stored) throw std::runtime_error("the pack was not stored");
  store::bindings::bind(tx, tenant, stored->pack, stored->criteria_version);
  BoundPack bound{stored->pack, stored->criteria_version,
                  store::packs::requirements(tx, stored->criteria_version)};
  tx.commit();
  return bound;
}

std::int64_t put_glossary(const TenantId& tenant,
                          const std::vector<store::glossaries::Entry>& entries) {
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, tenant);
  store::glossaries::lock(tx, tenant);
  const auto made = store::glossaries::insert(tx, tenant, entries, UserId::fresh());
  tx.commit();
  return made.version;
}

RunId new_run(const TenantId& tenant, const BoundPack& pack, const std::string& model,
              const std::optional<std::string>& llm) {
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, tenant);
  store::runs::NewRun run;
  run.id = RunId::fresh();
  run.pack = pack.pack;
  run.criteria_version = pack.version;
  run.threshold_complete = 0.75;
  run.threshold_partial = 0.40;
  run.similarity_threshold = 0.20;
  run.evaluator = llm ? "llm" : "builtin";
  run.evaluator_model = llm;
  run.model = model;
  run.glossary_version = store::glossaries::in_force(tx, tenant);
  for (const auto& requirement : pack.requirements) run.requirements.push_back(requirement.id);
  static_cast<void>(store::runs::create(tx, tenant, run));
  store::work::enqueue(tx, tenant, store::work::Kind::Run, run.id.value, 0, Json::object(),
                       llm.has_value());
  tx.commit();
  return run.id;
}

std::string sql(const std::string& statement) {
  static pg::Connection super = TempDatabase::shared().connect("super");
  super.ensure_connected();
  const auto run = [&] {
    try {
      return super.run(statement);
    } catch (const pg::DbError& error) {
      if (super.connected() || !error.unavailable()) throw;
      super.close();  // a test restarted the server
      super.ensure_connected();
      return super.run(statement);
    }
  };
  const pg::Rows rows = run();
  if (rows.empty()) return {};
  return rows[0].optional_text("v").value_or("");
}

}  // namespace assay::test
