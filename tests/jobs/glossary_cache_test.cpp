// SPDX-License-Identifier: Apache-2.0
// The glossaries kept for searches: always of the version in force, and of a few tenants at most.
#include "pipeline/jobs/context/caches.hpp"

#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

class Glossaries : public Jobs {
 protected:
  [[nodiscard]] static bool names(const text::Glossary& glossary, std::string_view expression) {
    return !glossary.other_words(text::terms(expression)).expressions.empty();
  }
};

TEST_F(Glossaries, AreBuiltOncePerVersion) {
  jobs::GlossaryCache cache;
  const auto none = cache.in_force(pipeline_, tenant_);
  EXPECT_TRUE(none->empty());
  EXPECT_EQ(cache.in_force(pipeline_, tenant_), none);

  EXPECT_EQ(put_glossary(tenant_, {{"HarbourLink", "VPN"}}), 1);
  const auto first = cache.in_force(pipeline_, tenant_);
  EXPECT_TRUE(names(*first, "HarbourLink"));
  EXPECT_EQ(cache.in_force(pipeline_, tenant_), first);

  EXPECT_EQ(put_glossary(tenant_, {{"Gatehouse", "VPN"}}), 2);
  const auto second = cache.in_force(pipeline_, tenant_);
  EXPECT_TRUE(names(*second, "Gatehouse"));
  EXPECT_FALSE(names(*second, "HarbourLink"));
  EXPECT_TRUE(names(*first, "HarbourLink")) << "a search in progress keeps what it began with";
}

TEST_F(Glossaries, AreKeptForEachTenant) {
  jobs::GlossaryCache cache;
  EXPECT_EQ(put_glossary(tenant_, {{"HarbourLink", "VPN"}}), 1);
  const auto own = cache.in_force(pipeline_, tenant_);
  EXPECT_TRUE(cache.in_force(pipeline_, new_tenant())->empty());
  EXPECT_EQ(cache.in_force(pipeline_, tenant_), own);
}

TEST_F(Glossaries, OfTheTenantUnusedForLongestAreDropped) {
  jobs::GlossaryCache small(2);
  EXPECT_EQ(put_glossary(tenant_, {{"HarbourLink", "VPN"}}), 1);
  const auto first = small.in_force(pipeline_, tenant_);
  static_cast<void>(small.in_force(pipeline_, new_tenant()));
  EXPECT_EQ(small.in_force(pipeline_, tenant_), first) << "kept";
  static_cast<void>(small.in_force(pipeline_, new_tenant()));
  EXPECT_EQ(small.in_force(pipeline_, tenant_), first) << "used most recently but one";
  static_cast<void>(small.in_force(pipeline_, new_tenant()));
  static_cast<void>(small.in_force(pipeline_, new_tenant()));
  EXPECT_NE(small.in_force(pipeline_, tenant_), first) << "dropped";
}

}  // namespace
}  // namespace assay::test
