// SPDX-License-Identifier: Apache-2.0
// Packs, versions and mapping sets in the database: their ownership and permanence.
#include <gtest/gtest.h>

#include <chrono>
#include <future>

#include "db/store/packs/packs.hpp"
#include "tests/support/old_schema.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace mappings = store::mappings;
namespace packs = store::packs;

class Packs : public ::testing::Test {
 protected:
  template <class F>
  auto as(const std::string& role, const TenantId& tenant, F&& body) {
    pg::Connection connection = TempDatabase::shared().connect(role);
    pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
    auto result = body(tx);
    tx.commit();
    return result;
  }

  packs::NewVersion version(const std::string& name, const std::string& title) {
    packs::NewVersion made;
    made.pack_name = "pack " + unique_;
    made.version = name;
    made.source_key = "urn:" + unique_;
    made.owner = tenant_;
    made.criteria = {{1, "Criterion", ""}};
    packs::Requirement requirement;
    requirement.requirement_id = "1.1";
    requirement.criterion_id = 1;
    requirement.title = title;
    requirement.source_key = "urn:" + unique_ + ":1";
    made.requirements = {requirement};
    return made;
  }

  packs::StoredVersion stored(const packs::NewVersion& made) {
    return as("assay_api", tenant_,
              [&](pg::Tx& tx) { return packs::add_version(tx, made).value(); });
  }

  mappings::MappingSet set(const std::string& rationale) {
    return {"urn:set:" + unique_,
            "Set",
            "urn:" + unique_,
            "urn:elsewhere",
            {{"urn:" + unique_ + ":1", "urn:elsewhere:1", "equal", 5, rationale},
             {"urn:" + unique_ + ":2", "urn:elsewhere:2", "subset", std::nullopt, ""}}};
  }

  std::vector<mappings::Set> seen(const TenantId& tenant, const PackId& pack) {
    return as("assay_api", tenant,
              [&](pg::Tx& tx) { return mappings::of_pack(tx, tenant, pack, std::nullopt, 100); });
  }

  const std::string unique_ = new_uuid();
  TenantId tenant_ = new_tenant();
  TenantId other_ = new_tenant();
};

TEST_F(Packs, TheSameContentIsOneVersionWhateverItsNameIsMadeFrom) {
  const auto first = stored(version("", "A"));
  EXPECT_FALSE(first.existed);
  EXPECT_EQ(first.version.size(), 10U);
  const auto again = stored(version("", "A"));
  EXPECT_TRUE(again.existed);
  EXPECT_EQ(again.criteria_version, first.criteria_version);
  EXPECT_EQ(stored(version("", "B")).version, first.version + ".2");
  EXPECT_EQ(stored(version("", "C")).version, first.version + ".3");
  const auto refused = as("assay_api", tenant_, [&](pg::Tx& tx) {
    return packs::add_version(tx, version(first.version, "D")).has_value();
  });
  EXPECT_FALSE(refused);
}

TEST_F(Packs, AreSeenByTheirTenantAlone) {
  const auto made = stored(version("1", "A"));
  const auto visible = [&](const std::string& role, const TenantId& tenant) {
    return as(role, tenant, [&](pg::Tx& tx) {
      return packs::find_version(tx, tenant, made.pack, made.criteria_version).has_value();
    });
  };
  EXPECT_TRUE(visible("assay_api", tenant_));
  EXPECT_FALSE(visible("assay_api", other_));
  // The owner of the schema bypasses row security; the statements filter on their own.
  EXPECT_TRUE(visible("assay_owner", tenant_));
  EXPECT_FALSE(visible("assay_owner", other_));
  EXPECT_FALSE(as("assay_owner", other_, [&](pg::Tx& tx) {
    return packs::newest_version(tx, other_, made.pack).has_value();
  }));
}

TEST_F(Packs, WhatIsStoredComesBackWithTheSameHash) {
  const auto made = stored(version("1", "A"));
  as("assay_api", tenant_, [&](pg::Tx& tx) {
    const auto pack = packs::find_pack(tx, tenant_, made.pack).value();
    const auto found = packs::find_version(tx, tenant_, made.pack, made.criteria_version).value();
    EXPECT_EQ(packs::content_hash(packs::content_of(tx, pack, found)), found.content_hash);
    EXPECT_EQ(found.source_key, "urn:" + unique_);
    return 0;
  });
}

TEST_F(Packs, MappingSetsNameTheRequirementsThatAreHere) {
  const auto pack = stored(version("1", "A")).pack;
  const auto kept =
      as("assay_api", tenant_, [&](pg::Tx& tx) { return mappings::add_set(tx, tenant_, set("")); });
  EXPECT_FALSE(kept.existed);
  const auto sets = seen(tenant_, pack);
  ASSERT_EQ(sets.size(), 1U);
  EXPECT_EQ(sets[0].source.pack, pack);
  EXPECT_FALSE(sets[0].target.pack);
  ASSERT_EQ(sets[0].entries.size(), 2U);
  EXPECT_EQ(sets[0].entries[0].source_requirement, "1.1");
  EXPECT_EQ(sets[0].entries[0].mapping.strength, 5);
  EXPECT_FALSE(sets[0].entries[1].source_requirement);
  EXPECT_FALSE(sets[0].entries[1].mapping.strength);
  EXPECT_TRUE(seen(other_, pack).empty());
}

TEST_F(Packs, ALaterMappingSetTakesThePlaceOfAnEarlier) {
  const auto pack = stored(version("1", "A")).pack;
  const auto add = [&](const std::string& rationale) {
    return as("assay_api", tenant_,
              [&](pg::Tx& tx) { return mappings::add_set(tx, tenant_, set(rationale)); });
  };
  const auto first = add("first");
  EXPECT_TRUE(add("first").existed);
  EXPECT_NE(add("second").id, first.id);
  const auto sets = seen(tenant_, pack);
  ASSERT_EQ(sets.size(), 1U);
  EXPECT_EQ(sets[0].entries[0].mapping.rationale, "second");
}

TEST_F(Packs, TwoImportsOfOneMappingSetAtOnceMakeOne) {
  pg::Connection connection = TempDatabase::shared().connect("assay_api");
  pg::Tx first(connection, pg::Access::ReadWrite, tenant_);
  const auto made = mappings::add_set(first, tenant_, set(""));
  auto other = std::async(std::launch::async, [&] {
    return as("assay_api", tenant_,
              [&](pg::Tx& tx) { return mappings::add_set(tx, tenant_, set("")); });
  });
  EXPECT_EQ(other.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
  first.commit();
  const auto again = other.get();
  EXPECT_TRUE(again.existed);
  EXPECT_EQ(again.id, made.id);
}

// The parts of a version say whose they are, and none is added to a version of another owner.
TEST_F(Packs, PartsBelongToTheOwnerOfTheirVersion) {
  packs::NewVersion for_all = version("1", "A");
  for_all.owner = std::nullopt;
  const auto of_tenant = stored(version("1", "A"));
  const auto shared = as("assay_owner", tenant_,
                         [&](pg::Tx& tx) { return packs::add_version(tx, for_all).value(); });
  const auto owners = [](const std::string& table, const std::string& version) {
    return sql(
        "SELECT coalesce(string_agg(DISTINCT coalesce(owner_tenant_id::text, 'shared'), ' '), "
        "'') AS v FROM " +
        table + " WHERE criteria_version_id = '" + version + "'");
  };
  for (const std::string table : {"criterion", "requirement"}) {
    EXPECT_EQ(owners(table, of_tenant.criteria_version.value), tenant_.value) << table;
    EXPECT_EQ(owners(table, shared.criteria_version.value), "shared") << table;
  }
  const auto add = [&](const TenantId& who, const packs::StoredVersion& to,
                       const std::string& owner) {
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, who);
    static_cast<void>(
        api.run("INSERT INTO criterion (criteria_version_id, owner_tenant_id, "
                "criterion_id, title) VALUES ('" +
                to.criteria_version.value + "', " + owner + ", 99, 'Added')"));
  };
  const std::string tenant = "'" + tenant_.value + "'";
  const std::string other = "'" + other_.value + "'";
  EXPECT_NO_THROW(add(tenant_, of_tenant, tenant));
  EXPECT_THROW(add(tenant_, of_tenant, "NULL"), pg::DbError);
  EXPECT_THROW(add(tenant_, shared, tenant), pg::DbError);
  EXPECT_THROW(add(tenant_, shared, "NULL"), pg::DbError);
  EXPECT_THROW(add(other_, of_tenant, other), pg::DbError);
  EXPECT_THROW(add(other_, of_tenant, tenant), pg::DbError);
}

TEST(PackMigration, PartsGetTheOwnerOfTheirVersion) {
  constexpr int kPartsSayTheirOwner = 45;
  const auto owners = migrated_from(
      kPartsSayTheirOwner,
      "INSERT INTO tenant (id, name) VALUES (md5('t')::uuid, 't');"
      "INSERT INTO pack (id, name) VALUES (md5('p')::uuid, 'p');"
      "INSERT INTO criteria_version (id, pack_id, owner_tenant_id, version, content_hash)"
      " VALUES (md5('shared')::uuid, md5('p')::uuid, NULL, '1', ''),"
      "  (md5('own')::uuid, md5('p')::uuid, md5('t')::uuid, '2', '');"
      "INSERT INTO criterion (criteria_version_id, criterion_id, title)"
      " SELECT id, 1, version FROM criteria_version;"
      "INSERT INTO requirement (id, criteria_version_id, pack_id, position, requirement_id,"
      "  criterion_id, title) SELECT id, id, pack_id, 1, '1', 1, version FROM criteria_version;"
      "INSERT INTO mapping_set (id, owner_tenant_id, source_key, name, source_framework,"
      "  target_framework, content_hash) VALUES (md5('m')::uuid, md5('t')::uuid, 'm', 'm', 'a', "
      "'b', '');"
      "INSERT INTO mapping (mapping_set_id, position, source, target, relationship)"
      " VALUES (md5('m')::uuid, 1, 'a', 'b', 'equal')",
      "SELECT what || ' ' || coalesce(owner = md5('t')::uuid, false) AS v FROM ("
      " SELECT 'criterion ' || title, owner_tenant_id FROM criterion"
      " UNION ALL SELECT 'requirement ' || title, owner_tenant_id FROM requirement"
      " UNION ALL SELECT 'mapping', owner_tenant_id FROM mapping) AS parts (what, owner) ORDER BY "
      "1");
  EXPECT_EQ(owners,
            (std::vector<std::string>{"criterion 1 false", "criterion 2 true", "mapping true",
                                      "requirement 1 false", "requirement 2 true"}));
}

TEST_F(Packs, NothingOfThemChangesOnceStored) {
  static_cast<void>(stored(version("1", "A")));
  static_cast<void>(as("assay_api", tenant_,
                       [&](pg::Tx& tx) { return mappings::add_set(tx, tenant_, set("")); }));
  for (const std::string table :
       {"criteria_version", "criterion", "requirement", "mapping_set", "mapping"}) {
    for (const std::string& statement :
         {"DELETE FROM " + table, "TRUNCATE " + table + " CASCADE"}) {
      EXPECT_THROW(static_cast<void>(sql(statement)), pg::DbError) << statement;
    }
    EXPECT_EQ(sql("SELECT string_agg(privilege_type, ' ' ORDER BY privilege_type) AS v FROM "
                  "information_schema.table_privileges WHERE grantee = 'assay_api' AND "
                  "table_name = '" +
                  table + "'"),
              "INSERT SELECT")
        << table;
  }
  // Not even for another tenant, or for all.
  EXPECT_THROW(as("assay_api", other_,
                  [&](pg::Tx& tx) { return mappings::add_set(tx, tenant_, set("theirs")); }),
               pg::DbError);
  EXPECT_THROW(as("assay_api", tenant_,
                  [&](pg::Tx& tx) { return mappings::add_set(tx, std::nullopt, set("all")); }),
               pg::DbError);
}

}  // namespace
}  // namespace assay::test
