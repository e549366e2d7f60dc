// SPDX-License-Identifier: Apache-2.0
// Documents: one per content, stages in order, and what is deleted with one.
#include <gtest/gtest.h>

#include <thread>

#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/runs/assessments.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace archives = store::archives;
namespace content = store::content;
namespace documents = store::documents;

class Documents : public ::testing::Test {
 protected:
  template <class F>
  auto in_tx(F&& body) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  documents::Document get(const DocumentId& id) {
    return in_tx([&](pg::Tx& tx) { return documents::find(tx, tenant_, id).value(); });
  }
  DocumentId child_of(const DocumentId& parent) {
    documents::NewDocument child;
    child.id = DocumentId::fresh();
    child.original_filename = "inner/a.txt";
    child.file_type = "txt";
    child.content_type = "text/plain";
    child.sha256 = random_sha256();
    const auto linked = in_tx([&](pg::Tx& tx) {
      return archives::unpack(tx, tenant_, parent, {{"inner/a.txt", child, ""}});
    });
    EXPECT_EQ(linked.value().inserted.size(), 1U);
    return child.id;
  }
  void make_ready(const DocumentId& id) {
    in_tx([&](pg::Tx& tx) {
      Page page;
      page.text = "Two words.\n";
      page.blocks.push_back({BlockKind::Heading, 2, 0, 10});
      content::replace_pages(tx, tenant_, id, {page});
      EXPECT_TRUE(documents::mark_extracted(tx, tenant_, id, 1, "txt", 7));
      content::Chunk chunk;
      chunk.id = ChunkId::fresh();
      chunk.end_offset = 10;
      chunk.token_count = 2;
      chunk.heading_path = "A > B";
      chunk.content = "Two words.";
      content::replace_chunks(tx, tenant_, id, {chunk});
      EXPECT_TRUE(documents::mark_parsed(tx, tenant_, id, 1));
      content::put_vectors(tx, tenant_, "m", {chunk.id}, {0.6F, -0.8F});
      EXPECT_TRUE(documents::mark_indexed(tx, tenant_, id));
      return documents::mark_ready(tx, tenant_, id);
    });
  }

  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(Documents, StagesOnlyFollowOneAnother) {
  const DocumentId id = new_document(tenant_, "a.txt", random_sha256());
  in_tx([&](pg::Tx& tx) {
    EXPECT_FALSE(documents::mark_parsed(tx, tenant_, id, 1));
    EXPECT_FALSE(documents::mark_indexed(tx, tenant_, id));
    EXPECT_FALSE(documents::mark_ready(tx, tenant_, id));
    EXPECT_TRUE(documents::mark_extracted(tx, tenant_, id, 3, "md", 7));
    EXPECT_FALSE(documents::mark_extracted(tx, tenant_, id, 3, "md", 7));
    return true;
  });
  const auto document = get(id);
  EXPECT_EQ(document.status, DocumentStatus::Extracted);
  EXPECT_EQ(document.file_type, "md");
  EXPECT_EQ(document.page_count, 3);
}

TEST_F(Documents, StampsGrowAlongTheStages) {
  const DocumentId id = new_document(tenant_, "a.txt", random_sha256());
  make_ready(id);
  const auto document = get(id);
  EXPECT_EQ(document.status, DocumentStatus::Ready);
  EXPECT_LE(document.uploaded_at, document.extracted_at.value());
  EXPECT_LE(document.extracted_at.value(), document.parsed_at.value());
  EXPECT_LE(document.parsed_at.value(), document.indexed_at.value());
  EXPECT_LE(document.indexed_at.value(), document.ready_at.value());
}

TEST_F(Documents, AReadyOneNeitherFailsNorResets) {
  const DocumentId id = new_document(tenant_, "a.txt", random_sha256());
  make_ready(id);
  in_tx([&](pg::Tx& tx) {
    EXPECT_FALSE(documents::mark_failed(tx, tenant_, id, "x", "y", 7));
    EXPECT_FALSE(documents::reset(tx, tenant_, id));
    return true;
  });
}

TEST_F(Documents, AFailedOneStartsAnewWithNothingLeft) {
  const DocumentId id = new_document(tenant_, "a.txt", random_sha256());
  in_tx([&](pg::Tx& tx) {
    EXPECT_TRUE(documents::mark_extracted(tx, tenant_, id, 1, "txt", 7));
    content::replace_pages(tx, tenant_, id, {Page{}});
    EXPECT_TRUE(documents::mark_failed(tx, tenant_, id, "no_text", "There is no text.", 8));
    return true;
  });
  EXPECT_EQ(get(id).failure_reason, "There is no text.");
  EXPECT_EQ(get(id).reader_version, 8);
  EXPECT_TRUE(in_tx([&](pg::Tx& tx) { return documents::reset(tx, tenant_, id); }));
  const auto document = get(id);
  EXPECT_EQ(document.status, DocumentStatus::Uploaded);
  EXPECT_FALSE(document.extracted_at);
  EXPECT_FALSE(document.failed_at);
  EXPECT_FALSE(document.failure_reason);
  EXPECT_TRUE(in_tx([&](pg::Tx& tx) { return content::pages(tx, tenant_, id); }).empty());
}

TEST_F(Documents, PagesChunksAndVectorsComeBackAsTheyWere) {
  const DocumentId id = new_document(tenant_, "a.txt", random_sha256());
  make_ready(id);
  const auto pages = in_tx([&](pg::Tx& tx) { return content::pages(tx, tenant_, id); });
  ASSERT_EQ(pages.size(), 1U);
  ASSERT_EQ(pages[0].page.blocks.size(), 1U);
  EXPECT_EQ(pages[0].page.blocks[0].kind, BlockKind::Heading);
  EXPECT_EQ(pages[0].page.blocks[0].end, 10U);
  const auto indexed =
      in_tx([&](pg::Tx& tx) { return content::indexed_chunks(tx, tenant_, {id}, "m"); });
  ASSERT_EQ(indexed.size(), 1U);
  EXPECT_EQ(indexed[0].chunk.content, "Two words.");
  EXPECT_EQ(indexed[0].chunk.end_offset, 10);
  EXPECT_EQ(indexed[0].chunk.token_count, 2);
  EXPECT_EQ(indexed[0].original_filename, "a.txt");
  EXPECT_EQ(indexed[0].vector, (std::vector<float>{0.6F, -0.8F}));
  EXPECT_EQ(in_tx([&](pg::Tx& tx) { return content::vector_count(tx, tenant_, id, "m"); }), 1);
  EXPECT_EQ(in_tx([&](pg::Tx& tx) { return content::vector_count(tx, tenant_, id, "n"); }), 0);
}

TEST_F(Documents, TheSameBytesAreOneDocumentHoweverManyUploadThem) {
  const std::string sha256 = random_sha256();
  std::atomic<int> inserted{0};
  {
    std::vector<std::jthread> uploads;
    uploads.reserve(8);
    for (int i = 0; i < 8; ++i) {
      uploads.emplace_back([&] {
        pg::Connection api = TempDatabase::shared().connect("assay_api");
        pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
        documents::NewDocument document;
        document.id = DocumentId::fresh();
        document.original_filename = "same.txt";
        document.file_type = "txt";
        document.content_type = "text/plain";
        document.sha256 = sha256;
        if (documents::insert(tx, tenant_, document)) ++inserted;
        tx.commit();
      });
    }
  }
  EXPECT_EQ(inserted, 1);
  EXPECT_EQ(in_tx([&](pg::Tx& tx) { return documents::count(tx, tenant_, {}).get(); }), 1);
}

TEST_F(Documents, AnotherTenantMayHaveTheSameBytes) {
  const std::string sha256 = random_sha256();
  static_cast<void>(new_document(tenant_, "a.txt", sha256));
  static_cast<void>(new_document(new_tenant(), "a.txt", sha256));
}

TEST_F(Documents, DeletingTakesChildrenAndContentAndLeavesAssessments) {
  const DocumentId parent = new_document(tenant_, "a.zip", random_sha256(), "zip");
  const DocumentId child = child_of(parent);
  make_ready(child);
  const BoundPack pack = new_pack(tenant_, {"One"});
  const RunId run = new_run(tenant_, pack, "m");
  store::assessments::Assessment assessment;
  assessment.id = AssessmentId::fresh();
  assessment.run = run;
  assessment.requirement = pack.requirements[0].id;
  assessment.reasoning = "Because.";
  assessment.citations =
      Json::array().push(Json::object().set("documentId", child.value).set("text", "Two words."));
  assessment.details = Json::object();
  EXPECT_TRUE(
      in_tx([&](pg::Tx& tx) { return store::assessments::insert(tx, tenant_, assessment); }));
  const std::string before = sql("SELECT to_jsonb(a)::text AS v FROM assessment a WHERE id = '" +
                                 assessment.id.value + "'");
  const std::string child_hash = get(child).sha256;

  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
  const auto going = archives::going_with(tx, tenant_, parent);
  ASSERT_EQ(going.size(), 2U);
  documents::remove(tx, tenant_, {going[0].id, going[1].id});
  EXPECT_TRUE(archives::going_with(tx, tenant_, parent).empty());
  EXPECT_FALSE(documents::uses_blob(tx, tenant_, child_hash));
  tx.commit();

  for (const std::string table :
       {"document", "archive_member", "document_page", "chunk", "chunk_embedding"}) {
    EXPECT_EQ(
        sql("SELECT count(*) AS v FROM " + table + " WHERE tenant_id = '" + tenant_.value + "'"),
        "0")
        << table;
  }
  EXPECT_EQ(sql("SELECT to_jsonb(a)::text AS v FROM assessment a WHERE id = '" +
                assessment.id.value + "'"),
            before);
}

}  // namespace
}  // namespace assay::test
