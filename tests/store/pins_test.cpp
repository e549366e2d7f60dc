// SPDX-License-Identifier: Apache-2.0
// The inputs of a run are fixed before it starts.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/records.hpp"

namespace assay::test {
namespace {

TEST(Pins, NothingIsPinnedOnceARunHasStarted) {
  const TenantId tenant = new_tenant();
  const BoundPack pack = new_pack(tenant, {"One"});
  const BoundPack other = new_pack(tenant, {"Another"});
  const RunId id = new_run(tenant, pack, "m");
  {
    pg::Connection pipeline = TempDatabase::shared().connect("assay_pipeline");
    pg::Tx tx(pipeline, pg::Access::ReadWrite, tenant);
    ASSERT_TRUE(store::runs::start(tx, tenant, id));
    tx.commit();
  }
  const std::string key = "'" + tenant.value + "', '" + id.value + "', ";
  for (const std::string& statement :
       {"INSERT INTO run_requirement (tenant_id, run_id, requirement_id, position) VALUES (" + key +
            "'" + other.requirements[0].id.value + "', 7)",
        "INSERT INTO run_document (tenant_id, run_id, document_id, original_filename, file_type,"
        " sha256, chunk_count) VALUES (" +
            key + "gen_random_uuid(), 'late.txt', 'txt', repeat('0', 64), 1)",
        "INSERT INTO run_document_left_out (tenant_id, run_id, document_id, original_filename,"
        " status, reason) VALUES (" +
            key + "gen_random_uuid(), 'late.txt', 'UPLOADED', 'not_ready')"}) {
    std::string refusal;
    try {
      sql(statement);
    } catch (const pg::DbError& error) {
      refusal = error.what();
    }
    EXPECT_NE(refusal.find("the run has started"), std::string::npos) << statement << refusal;
  }
}

}  // namespace
}  // namespace assay::test
