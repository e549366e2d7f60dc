// SPDX-License-Identifier: Apache-2.0
// Reading a document finds its facts and records the reader's version, also when it fails.
#include <algorithm>

#include "core/extract/extract_types.hpp"
#include "core/json/utf8.hpp"
#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

using DocumentFacts = Jobs;

TEST_F(DocumentFacts, AReadyDocumentHasThemWithTheirPlaces) {
  const DocumentId id =
      ready_document("policy_v3.0.txt", "Zugriffs-Richtlinie\n\nOwner: Jörg Ünal\nVersion: 3.2\n");
  EXPECT_EQ(document(id).reader_version, kReaderVersion);
  const auto facts = read([&](pg::Tx& tx) { return store::facts::of(tx, tenant_, id); });
  const auto owner = std::ranges::find(facts, FactName::Owner, &DocumentFact::name);
  ASSERT_NE(owner, facts.end());
  EXPECT_EQ(owner->value, "Jörg Ünal");
  ASSERT_TRUE(owner->place);
  const auto page = read([&](pg::Tx& tx) { return store::content::page(tx, tenant_, id, 1); });
  EXPECT_EQ(
      utf8::substr(page->page.text, static_cast<std::size_t>(owner->place->start_offset),
                   static_cast<std::size_t>(owner->place->end_offset - owner->place->start_offset)),
      "Jörg Ünal");
  EXPECT_EQ(std::ranges::count(facts, FactName::Version, &DocumentFact::name), 2)
      << "the name and the text say different things";
}

TEST_F(DocumentFacts, PropertiesOfTheFileReachThem) {
  const DocumentId id =
      upload("page.html", "<html><head><title>Access rights</title></head><body>Text</body></html>",
             "html");
  process_documents();
  const auto facts = read([&](pg::Tx& tx) { return store::facts::of(tx, tenant_, id); });
  ASSERT_FALSE(facts.empty());
  EXPECT_EQ(facts[0].value, "Access rights");
  EXPECT_EQ(facts[0].origin, FactOrigin::Metadata);
}

TEST_F(DocumentFacts, ADocumentThatCannotBeReadHasTheReadersVersion) {
  const DocumentId id = upload("scan.pdf", "%PDF-1.7 and nothing else", "pdf");
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
  ASSERT_TRUE(jobs::fail_document(tx, *claimed, "broken", "It is damaged."));
  tx.commit();
  EXPECT_EQ(document(id).reader_version, kReaderVersion);
}

}  // namespace
}  // namespace assay::test
