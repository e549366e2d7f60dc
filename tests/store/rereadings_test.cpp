// SPDX-License-Identifier: Apache-2.0
// Which documents are chosen to be read again, and what a reading that comes into use replaces.
#include "db/store/evidence/content.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extract/page_words.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/work/queue.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace content = store::content;
namespace documents = store::documents;
namespace rereadings = store::rereadings;
using Ids = std::vector<DocumentId>;

class Rereadings : public ::testing::Test {
 protected:
  template <class F>
  auto write(F&& body) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  static content::Chunk chunk_of(const DocumentId& document, const std::string& text,
                                 const ChunkId& id) {
    content::Chunk chunk;
    chunk.id = id;
    chunk.document = document;
    chunk.end_offset = static_cast<std::int64_t>(text.size());
    chunk.token_count = 1;
    chunk.content = text;
    return chunk;
  }
  // READY, read by that version, with one chunk of that text.
  DocumentId ready(const std::string& text, std::int64_t version, const ChunkId& id) {
    const DocumentId document = new_document(tenant_, text + ".txt", random_sha256());
    write([&](pg::Tx& tx) {
      EXPECT_TRUE(documents::mark_extracted(tx, tenant_, document, 1, "txt", version));
      content::replace_pages(tx, tenant_, document, {{1, text + "\n", {}}});
      EXPECT_TRUE(documents::mark_parsed(tx, tenant_, document, 1));
      content::replace_chunks(tx, tenant_, document, {chunk_of(document, text, id)});
      content::put_vectors(tx, tenant_, "m", {id}, {0.5F});
      EXPECT_TRUE(documents::mark_indexed(tx, tenant_, document));
      return documents::mark_ready(tx, tenant_, document);
    });
    return document;
  }
  DocumentId failed(const std::string& code, std::int64_t version) {
    const DocumentId document = new_document(tenant_, code + ".txt", random_sha256());
    EXPECT_TRUE(write([&](pg::Tx& tx) {
      return documents::mark_failed(tx, tenant_, document, code, "It cannot be read.", version);
    }));
    return document;
  }
  rereadings::Chosen chosen(const rereadings::Filter& filter) {
    return write([&](pg::Tx& tx) {
      const auto found = rereadings::choose(tx, tenant_, filter);
      EXPECT_EQ(rereadings::count(tx, tenant_, filter),
                static_cast<std::int64_t>(found.ready.size() + found.failed.size()));
      return found;
    });
  }
  void request(const DocumentId& document) {
    write([&](pg::Tx& tx) {
      rereadings::request(tx, tenant_, {document}, std::nullopt);
      return true;
    });
  }
  std::optional<rereadings::Rereading> found(const DocumentId& document) {
    return write([&](pg::Tx& tx) { return rereadings::find(tx, tenant_, document); });
  }

  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

TEST_F(Rereadings, AreChosenByStatusReasonAndReader) {
  const DocumentId old_one = ready("old", 1, ChunkId::fresh());
  const DocumentId new_one = ready("new", 2, ChunkId::fresh());
  const DocumentId refused = failed("unsupported", 1);
  const DocumentId broken = failed("broken", 2);
  const DocumentId waiting = new_document(tenant_, "waiting.txt", random_sha256());
  const DocumentId archive = new_document(tenant_, "archive.zip", random_sha256(), "zip");
  sql("UPDATE document SET status = 'READY', extracted_at = now() + interval '1 s', parsed_at = "
      "now() "
      "+ interval '1 s', indexed_at = now() + interval '1 s', ready_at = now() + interval '1 s' "
      "WHERE id = '" +
      archive.value + "'");
  const auto all = chosen({});
  EXPECT_EQ(all.ready.size(), 2U) << "an archive has no text, and one document is still waiting";
  EXPECT_EQ(all.failed.size(), 2U);
  rereadings::Filter older;
  older.before_version = 2;
  EXPECT_EQ(chosen(older).ready, Ids{old_one});
  EXPECT_EQ(chosen(older).failed, Ids{refused});
  rereadings::Filter reason;
  reason.failure_code = "broken";
  EXPECT_TRUE(chosen(reason).ready.empty());
  EXPECT_EQ(chosen(reason).failed, Ids{broken});
  rereadings::Filter state;
  state.status = DocumentStatus::Ready;
  EXPECT_TRUE(chosen(state).failed.empty());
  rereadings::Filter one;
  one.document = new_one;
  EXPECT_EQ(chosen(one).ready, Ids{new_one});
  one.document = waiting;
  EXPECT_TRUE(chosen(one).ready.empty());
}

TEST_F(Rereadings, OfAnotherTenantAreHidden) {
  const DocumentId document = ready("text", 1, ChunkId::fresh());
  request(document);
  pg::Tx tx(pipeline_, pg::Access::ReadOnly, new_tenant());
  EXPECT_FALSE(rereadings::find(tx, tenant_, document));
}

TEST_F(Rereadings, ComeIntoUseAsAWholeAndKeepCitedChunks) {
  const ChunkId before = ChunkId::fresh();
  const ChunkId after = ChunkId::fresh();
  const DocumentId document = ready("earlier words", 1, before);
  request(document);
  ASSERT_EQ(found(document)->reading, 2);
  write([&](pg::Tx& tx) {
    EXPECT_TRUE(rereadings::mark_extracted(tx, tenant_, document, {"md", 1, 5, {}}));
    EXPECT_FALSE(rereadings::mark_extracted(tx, tenant_, document, {"md", 1, 5, {}}));
    Page better{1, "better words\n", {}};
    better.words = encode_words({612, 792, 0, {{0, 6, .1, .1, .1, .02}}});
    content::replace_pages(tx, tenant_, document, {better}, 2);
    EXPECT_TRUE(rereadings::mark_parsed(tx, tenant_, document, 1));
    content::replace_chunks(tx, tenant_, document, {chunk_of(document, "better words", after)}, 2);
    content::put_vectors(tx, tenant_, "m", {after}, {0.25F});
    // Until it is in use, everybody sees the earlier text.
    EXPECT_FALSE(rereadings::take_over(tx, tenant_, document));
    EXPECT_EQ(content::page(tx, tenant_, document, 1)->page.text, "earlier words\n");
    EXPECT_FALSE(content::words(tx, tenant_, document, 1)->words);
    EXPECT_EQ(content::chunks(tx, tenant_, document, {}).rows.at(0).id, before);
    EXPECT_EQ(content::indexed_chunks(tx, tenant_, {document}, "m").at(0).chunk.id, before);
    EXPECT_TRUE(rereadings::mark_indexed(tx, tenant_, document));
    return rereadings::take_over(tx, tenant_, document);
  });
  pg::Tx tx(pipeline_, pg::Access::ReadOnly, tenant_);
  EXPECT_FALSE(rereadings::find(tx, tenant_, document));
  EXPECT_EQ(documents::find(tx, tenant_, document)->reader_version, 5);
  EXPECT_EQ(documents::find(tx, tenant_, document)->file_type, "md");
  EXPECT_EQ(content::pages(tx, tenant_, document).size(), 1U);
  EXPECT_EQ(content::page(tx, tenant_, document, 1)->page.text, "better words\n");
  EXPECT_EQ(content::words(tx, tenant_, document, 1)->text, "better words\n");
  EXPECT_EQ(content::words(tx, tenant_, document, 1)->words.value().words.at(0).end, 6U);
  ASSERT_EQ(content::chunks(tx, tenant_, document, {}).rows.size(), 1U);
  EXPECT_EQ(content::chunks(tx, tenant_, document, {}).rows.at(0).id, after);
  EXPECT_EQ(content::indexed_chunks(tx, tenant_, {document}, "m").at(0).chunk.id, after);
  EXPECT_EQ(content::chunk(tx, tenant_, document, before)->content, "earlier words");
  EXPECT_TRUE(content::chunk(tx, tenant_, document, before)->replaced);
  EXPECT_FALSE(content::chunk(tx, tenant_, document, after)->replaced);
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM chunk_embedding WHERE chunk_id = '" + before.value + "'"),
      "0");
  EXPECT_EQ(content::in_use(tx, tenant_, {document}).at(0).reading, 2);
}

TEST_F(Rereadings, ThatFailLeaveTheTextAndBeginAnewWhenAskedFor) {
  const DocumentId document = ready("text", 1, ChunkId::fresh());
  request(document);
  write([&](pg::Tx& tx) {
    EXPECT_TRUE(rereadings::mark_extracted(tx, tenant_, document, {"txt", 1, 5, {}}));
    content::replace_pages(tx, tenant_, document, {{1, "other\n", {}}}, 2);
    EXPECT_TRUE(rereadings::mark_failed(tx, tenant_, document, "broken", "It is damaged."));
    return rereadings::mark_failed(tx, tenant_, document, "broken", "It is damaged.");
  });
  EXPECT_EQ(found(document)->failure_reason, "It is damaged.");
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM document_page WHERE document_id = '" + document.value + "'"),
      "1");
  request(document);
  EXPECT_EQ(found(document)->stage, DocumentStatus::Uploaded);
  EXPECT_FALSE(found(document)->failure_reason);
}

TEST_F(Rereadings, OfFailedDocumentsBeginAtTheBeginning) {
  const DocumentId document = failed("unsupported", 1);
  write([&](pg::Tx& tx) {
    rereadings::restart(tx, tenant_, {document});
    store::work::enqueue_rereading(tx, tenant_, {document});
    store::work::enqueue_rereading(tx, tenant_, {document});
    return true;
  });
  EXPECT_EQ(sql("SELECT status AS v FROM document WHERE id = '" + document.value + "'"),
            "UPLOADED");
  EXPECT_EQ(sql("SELECT count(*) AS v FROM work_item WHERE subject_id = '" + document.value +
                "' AND lane = 'short' AND priority = 20"),
            "1");
}

}  // namespace
}  // namespace assay::test
