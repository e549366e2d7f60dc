// SPDX-License-Identifier: Apache-2.0
// Records for the start of tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/runs/runs.hpp"
#include "tests/support/temp_database.hpp"

namespace assay::test {

// A fresh tenant with a unique name.
[[nodiscard]] TenantId new_tenant();

// An UPLOADED document as the API makes it, without a stored original or a work item.
[[nodiscard]] DocumentId new_document(const TenantId& tenant, const std::string& name,
                                      const std::string& sha256,
                                      const std::string& file_type = "txt");

// A SHA-256 of random bytes, which nothing else has.
[[nodiscard]] std::string random_sha256();

// A pack with these requirement titles, one criterion for every two, bound to the tenant.
struct BoundPack {
  PackId pack;
  CriteriaVersionId version;
  std::vector<store::packs::Requirement> requirements;
};
[[nodiscard]] BoundPack new_pack(const TenantId& tenant, const std::vector<std::string>& titles);

// Makes this the tenant's glossary, as the API does; returns its version.
std::int64_t put_glossary(const TenantId& tenant,
                          const std::vector<store::glossaries::Entry>& entries);

// A QUEUED run over all requirements and all READY documents, with its work item. llm: the language
// model that judges; if none, the built-in evaluator judges.
[[nodiscard]] RunId new_run(const TenantId& tenant, const BoundPack& pack, const std::string& model,
                            const std::optional<std::string>& llm = std::nullopt);

// Runs one statement as the superuser; returns the column "v" of its first row, or "" if there is
// none.
std::string sql(const std::string& statement);

}  // namespace assay::test
