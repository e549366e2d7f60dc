// SPDX-License-Identifier: Apache-2.0
// Glossaries: versions that count up within a tenant, and expressions that are the same.
#include "db/store/packs/tenant_choices.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace glossaries = store::glossaries;
using Entries = std::vector<glossaries::Entry>;

class Glossaries : public ::testing::Test {
 protected:
  template <class F>
  auto read(const TenantId& tenant, F&& body) {
    pg::Tx tx(pipeline_, pg::Access::ReadOnly, tenant);
    return body(tx);
  }
  glossaries::Glossary current(const TenantId& tenant) {
    return read(tenant, [&](pg::Tx& tx) { return glossaries::current(tx, tenant); });
  }

  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(Glossaries, EachChangeIsAVersionThatStays) {
  const Entries first{{"HarbourLink", "VPN"}, {"BCM", "business \"continuity\""}};
  EXPECT_EQ(current(tenant_).version, 0);
  EXPECT_TRUE(current(tenant_).entries.empty());
  EXPECT_EQ(put_glossary(tenant_, first), 1);
  EXPECT_EQ(put_glossary(tenant_, {}), 2);
  EXPECT_EQ(current(tenant_).version, 2);
  EXPECT_TRUE(current(tenant_).entries.empty());
  const auto kept = read(tenant_, [&](pg::Tx& tx) { return glossaries::find(tx, tenant_, 1); });
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->entries, first);
  EXPECT_EQ(kept->sha256, sha256_hex(glossaries::entries_json(first).canonical()));
  EXPECT_FALSE(read(tenant_, [&](pg::Tx& tx) { return glossaries::find(tx, tenant_, 3); }));
}

TEST_F(Glossaries, EachTenantHasItsOwn) {
  const TenantId other = new_tenant();
  EXPECT_EQ(put_glossary(tenant_, {{"HarbourLink", "VPN"}}), 1);
  EXPECT_EQ(current(other).version, 0);
  EXPECT_EQ(put_glossary(other, {{"HarbourLink", "port"}}), 1);
  EXPECT_EQ(current(tenant_).entries, (Entries{{"HarbourLink", "VPN"}}));
  const auto reached = read(other, [&](pg::Tx& tx) { return glossaries::current(tx, tenant_); });
  EXPECT_EQ(reached.version, 0) << "row-level security hides it";
}

TEST_F(Glossaries, TheFirstRepeatedExpressionIsNamed) {
  const auto repeated = [&](const Entries& entries) {
    return read(tenant_, [&](pg::Tx& tx) { return glossaries::first_repeated(tx, entries); });
  };
  EXPECT_FALSE(repeated({}));
  EXPECT_FALSE(
      repeated({{"BCM", "x"}, {"BCM plan", "x"}, {"B CM", "x"}, {"Cafe", "x"}, {"Café", "x"}}));
  for (const std::string again :
       {"Café A", "CAFÉ A", " café a", "Café  A", "Café \uFF21", "Cafe\u0301 A"}) {
    const auto found = repeated({{"VPN", "x"}, {"Café A", "x"}, {"Owl", "x"}, {again, "y"}});
    ASSERT_TRUE(found) << again;
    EXPECT_EQ(found->at, 3U) << again;
    EXPECT_EQ(found->earlier, 1U) << again;
  }
}

}  // namespace
}  // namespace assay::test
