// SPDX-License-Identifier: Apache-2.0
// Facts of documents: what is put comes back, for their tenant alone, and goes with the reading.
#include "db/store/evidence/content.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "db/store/evidence/documents.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace documents = store::documents;

std::vector<DocumentFact> two_facts() {
  DocumentFact title;
  title.name = FactName::Title;
  title.value = "Größe";
  title.origin = FactOrigin::Metadata;
  DocumentFact review;
  review.name = FactName::ReviewDue;
  review.value = "03/04/2025";
  review.ambiguous = true;
  review.place = FactPlace{2, 10, 20, "03/04/2025"};
  DocumentFact approval;
  approval.name = FactName::ApprovedAt;
  approval.value = "12 March 2025";
  approval.date = "2025-03-12";
  return {title, review, approval};
}

class Facts : public ::testing::Test {
 protected:
  std::vector<DocumentFact> found(const TenantId& tenant, const DocumentId& id) {
    pg::Tx tx(pipeline_, pg::Access::ReadOnly, tenant);
    return store::facts::of(tx, tenant_, id);
  }

  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(Facts, ComeBackAsTheyWerePut) {
  const DocumentId id = new_document(tenant_, "policy.txt", random_sha256());
  EXPECT_TRUE(found(tenant_, id).empty());
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    store::facts::put(tx, tenant_, id, two_facts());
    tx.commit();
  }
  const auto facts = found(tenant_, id);
  EXPECT_EQ(store::facts::stored(facts).dump(), store::facts::stored(two_facts()).dump());
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[1].place->end_offset, 20);
  EXPECT_TRUE(facts[1].ambiguous);
  EXPECT_EQ(facts[2].date, "2025-03-12");
  EXPECT_FALSE(facts[2].place);
  EXPECT_TRUE(found(new_tenant(), id).empty()) << "row-level security hides them";
}

TEST_F(Facts, OfADocumentThatIsReadAgainAreGone) {
  const DocumentId id = new_document(tenant_, "policy.txt", random_sha256());
  pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
  store::facts::put(tx, tenant_, id, two_facts());
  ASSERT_TRUE(documents::mark_failed(tx, tenant_, id, "broken", "It is damaged.", 4));
  EXPECT_EQ(documents::find(tx, tenant_, id)->reader_version, 4);
  ASSERT_TRUE(documents::reset(tx, tenant_, id));
  EXPECT_TRUE(store::facts::of(tx, tenant_, id).empty());
  EXPECT_FALSE(documents::find(tx, tenant_, id)->reader_version);
}

TEST_F(Facts, OfAnUnknownKindAreLeftOut) {
  const auto list = Json::parse(
      R"([{"name":"mood","value":"good","origin":"TEXT"},{"name":"owner","value":"Kay","origin":"TEXT"}])");
  ASSERT_TRUE(list);
  const auto facts = store::facts::from_stored(*list);
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].value, "Kay");
}

}  // namespace
}  // namespace assay::test
