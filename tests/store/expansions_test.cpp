// SPDX-License-Identifier: Apache-2.0
// Expansions: whose they are, that the first one stays, and that erasing a tenant takes its own.
#include "db/store/packs/expansions.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace expansions = store::expansions;
namespace packs = store::packs;

class Expansion : public ::testing::Test {
 protected:
  // The requirement of a new pack; owner: none for a shared one.
  static packs::StoredVersion new_version(const std::optional<TenantId>& owner) {
    packs::NewVersion version;
    version.owner = owner;
    version.pack_name = "pack " + new_uuid();
    version.version = "1";
    version.criteria.push_back({1, "Criterion", ""});
    packs::Requirement requirement;
    requirement.requirement_id = "1.1";
    requirement.criterion_id = 1;
    requirement.title = "Visitors are registered";
    version.requirements.push_back(requirement);
    pg::Connection connection = TempDatabase::shared().connect("assay_owner");
    pg::Tx tx(connection, pg::Access::ReadWrite);
    auto stored = packs::add_version(tx, version);
    tx.commit();
    if (!stored) throw std::runtime_error("the pack was not stored");
    return std::move(*stored);
  }
  static RequirementRecordId requirement_of(const packs::StoredVersion& version) {
    return RequirementRecordId{sql("SELECT id AS v FROM requirement WHERE criteria_version_id = '" +
                                   version.criteria_version.value + "'")};
  }
  void put(const TenantId& tenant, const RequirementRecordId& requirement,
           const std::vector<std::string>& phrases, const std::string& prompt = "1") {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant);
    expansions::insert(tx, {requirement, prompt, "a-model", phrases, {}});
    tx.commit();
  }
  // As the API reads them.
  static std::vector<std::string> seen_by(const TenantId& tenant,
                                          const packs::StoredVersion& version) {
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadOnly, tenant);
    const auto found = expansions::last_of_version(tx, version.criteria_version);
    tx.commit();
    return found.empty() ? std::vector<std::string>{"none"} : found.begin()->second.phrases;
  }

  using Texts = std::vector<std::string>;
  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
  TenantId other_ = new_tenant();
};

TEST_F(Expansion, OfASharedPackIsEverybodys) {
  const auto version = new_version(std::nullopt);
  put(tenant_, requirement_of(version), {"visitor log", "badge"});
  EXPECT_EQ(seen_by(tenant_, version), (Texts{"visitor log", "badge"}));
  EXPECT_EQ(seen_by(other_, version), (Texts{"visitor log", "badge"}));
  put(other_, requirement_of(version), {"another"});
  EXPECT_EQ(seen_by(tenant_, version), (Texts{"visitor log", "badge"})) << "the first one stays";
  put(other_, requirement_of(version), {"another"}, "2");
  EXPECT_EQ(seen_by(tenant_, version), Texts{"another"}) << "of the newer question";
}

TEST_F(Expansion, OfATenantsOwnPackIsItsAlone) {
  const auto version = new_version(tenant_);
  const RequirementRecordId requirement = requirement_of(version);
  put(other_, requirement, {"planted"});
  EXPECT_EQ(seen_by(tenant_, version), Texts{"none"}) << "who does not see it adds nothing to it";
  put(tenant_, requirement, {"visitor log"});
  EXPECT_EQ(seen_by(tenant_, version), Texts{"visitor log"});
  EXPECT_EQ(seen_by(other_, version), Texts{"none"});
  for (const char* role : {"assay_api", "assay_pipeline"}) {
    pg::Connection connection = TempDatabase::shared().connect(role);
    pg::Tx tx(connection, pg::Access::ReadOnly, other_);
    EXPECT_EQ(connection
                  .run("SELECT count(*) AS n FROM requirement_expansion WHERE "
                       "requirement_id = '" +
                       requirement.value + "'")[0]
                  .integer("n"),
              0)
        << role;
    tx.commit();
  }
}

TEST_F(Expansion, NobodyWritesOneForAnotherTenant) {
  const auto version = new_version(tenant_);
  pg::Tx tx(pipeline_, pg::Access::ReadWrite, other_);
  EXPECT_THROW(static_cast<void>(pipeline_.run(
                   "INSERT INTO requirement_expansion (requirement_id, prompt_version,"
                   " owner_tenant_id, model, phrases) VALUES ('" +
                   requirement_of(version).value + "', '1', '" + tenant_.value + "', 'm', '[]')")),
               pg::DbError);
}

TEST_F(Expansion, GoesWithTheTenantThatIsErased) {
  const auto own = new_version(tenant_);
  const auto shared = new_version(std::nullopt);
  put(tenant_, requirement_of(own), {"visitor log"});
  put(tenant_, requirement_of(shared), {"visitor log"});
  const std::string requirement = requirement_of(own).value;
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  {
    pg::Tx tx(owner, pg::Access::ReadWrite);
    EXPECT_THROW(static_cast<void>(owner.run("DELETE FROM requirement_expansion")), pg::DbError);
  }
  pg::Tx tx(owner, pg::Access::ReadWrite);
  static_cast<void>(owner.run("SELECT erase_tenant('" + tenant_.value + "', 'proof')"));
  tx.commit();
  EXPECT_EQ(sql("SELECT count(*) AS v FROM requirement_expansion WHERE requirement_id = '" +
                requirement + "'"),
            "0");
  EXPECT_EQ(seen_by(other_, shared), Texts{"visitor log"});
}

}  // namespace
}  // namespace assay::test
