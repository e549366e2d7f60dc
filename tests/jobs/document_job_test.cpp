// SPDX-License-Identifier: Apache-2.0
// Documents on their way to READY: uninterrupted, resumed, overtaken, unreadable.
#include "pipeline/jobs/documents/document_jobs.hpp"

#include "core/json/utf8.hpp"
#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/documents/document_stages.hpp"
#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

namespace content = store::content;

using DocumentJob = Jobs;

std::string text_of(int rules) {
  std::string text = "# Access control\n\n";
  for (int i = 0; i < rules; ++i) {
    text += "Rule " + std::to_string(i) + ": accounts are reviewed each quarter by the owner.\n\n";
  }
  return text + "Ende gut, alles prüfen.\n";
}

// Too long for one transaction: goes from stage to stage.
std::string long_text() {
  return text_of(600);
}
std::string short_text() {
  return text_of(80);
}

// UPLOADED -> EXTRACTED, also for a small document.
void read_and_store(const jobs::JobContext& context, const store::documents::Document& document) {
  jobs::store_text(context, document, jobs::read_text(context, document));
}

// Everything that reading it stored, but for the times.
std::string stored_of(const DocumentId& id) {
  return sql(
      "SELECT jsonb_build_array("
      "(SELECT jsonb_agg(to_jsonb(p) ORDER BY p.page_number) FROM document_page p"
      " WHERE p.document_id = d.id),"
      "(SELECT jsonb_agg(to_jsonb(c) || to_jsonb(e) ORDER BY c.chunk_index) FROM chunk c"
      " JOIN chunk_embedding e ON e.chunk_id = c.id WHERE c.document_id = d.id),"
      "to_jsonb(d) - ARRAY['extracted_at', 'parsed_at', 'indexed_at', 'ready_at']) AS v"
      " FROM document d WHERE d.id = '" +
      id.value + "'");
}

TEST_F(DocumentJob, ATextBecomesReadyWithChunksThatStandInIt) {
  const DocumentId id = ready_document("policy.txt", long_text());
  std::string text;
  for (const auto& page : read([&](pg::Tx& tx) { return content::pages(tx, tenant_, id); })) {
    EXPECT_EQ(page.start_offset, static_cast<std::int64_t>(utf8::length(text)));
    text += page.page.text;
  }
  const auto chunks = read([&](pg::Tx& tx) { return content::chunks(tx, tenant_, id, {}).rows; });
  ASSERT_GT(chunks.size(), 3U);
  for (const content::Chunk& chunk : chunks) {
    const auto start = static_cast<std::size_t>(chunk.start_offset);
    const auto size = static_cast<std::size_t>(chunk.end_offset - chunk.start_offset);
    EXPECT_EQ(utf8::substr(text, start, size), chunk.content);
  }
  EXPECT_EQ(document(id).chunk_count, static_cast<std::int64_t>(chunks.size()));
  EXPECT_EQ(read([&](pg::Tx& tx) {
              return content::vector_count(tx, tenant_, id, std::string(embedder_.model_id()));
            }),
            static_cast<std::int64_t>(chunks.size()));
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE subject_id = '" + id.value + "'"), "done");
  EXPECT_EQ(sql("SELECT count(*) AS v FROM audit_log WHERE action = 'document.ready' AND "
                "object_id = '" +
                id.value + "'"),
            "1");
}

// Interrupted at each of its checks and resumed: the same chunks as in one go.
TEST_F(DocumentJob, ResumesAtEveryStage) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  with(*claimed, [&](const jobs::JobContext& context) {
    read_and_store(context, document(id));
    EXPECT_EQ(document(id).status, DocumentStatus::Extracted);
    // Later stages work from the stored text, and never read the file again.
    ASSERT_TRUE(std::filesystem::remove(blobs_.path_of(tenant_, document(id).sha256)));
  });
  with(*claimed, [&](const jobs::JobContext& context) {
    jobs::cut_into_chunks(context, document(id));
    EXPECT_EQ(document(id).status, DocumentStatus::Parsed);
  });
  const auto before = read([&](pg::Tx& tx) { return content::chunks(tx, tenant_, id, {}).rows; });
  with(*claimed, [&](const jobs::JobContext& context) {
    jobs::embed_chunks(context, document(id));
    EXPECT_EQ(document(id).status, DocumentStatus::Indexed);
  });
  with(*claimed, jobs::process_document);
  EXPECT_EQ(document(id).status, DocumentStatus::Ready);
  const auto after = read([&](pg::Tx& tx) { return content::chunks(tx, tenant_, id, {}).rows; });
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_EQ(after[i].id, before[i].id);
}

TEST_F(DocumentJob, ASmallOneIsStoredAtOnceAsStageByStage) {
  const DocumentId id = ready_document("policy.txt", short_text());
  const std::string at_once = stored_of(id);
  EXPECT_EQ(
      sql("SELECT count(DISTINCT at) AS v FROM document, unnest(ARRAY[extracted_at, parsed_at,"
          " indexed_at, ready_at]) AS at WHERE id = '" +
          id.value + "'"),
      "1");
  const std::string of_it = " WHERE tenant_id = '" + tenant_.value + "'";
  sql("UPDATE document SET status = 'UPLOADED', extracted_at = NULL, parsed_at = NULL, "
      "indexed_at = NULL, ready_at = NULL, page_count = NULL, chunk_count = NULL, "
      "reader_version = NULL, facts = '[]', progress_done = 0, progress_total = 0" +
      of_it);
  sql("DELETE FROM document_page" + of_it);
  sql("DELETE FROM chunk" + of_it);
  sql("UPDATE work_item SET state = 'ready', lease_until = NULL" + of_it);
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  with(*claimed, [&](const jobs::JobContext& context) { read_and_store(context, document(id)); });
  with(*claimed, jobs::process_document);
  EXPECT_EQ(stored_of(id), at_once);
}

TEST_F(DocumentJob, ASmallOneThatIsOvertakenStoresNothing) {
  const DocumentId id = upload("policy.txt", short_text());
  const auto claimed = claim();
  embedder_.before = [] { sql("UPDATE work_item SET fence = fence + 1"); };
  EXPECT_THROW(with(*claimed, jobs::process_document), jobs::ClaimLost);
  EXPECT_EQ(document(id).status, DocumentStatus::Uploaded);
  EXPECT_EQ(stored_of(id).substr(0, 12), "[null, null,");
}

TEST_F(DocumentJob, ASmallOneThatFailsKeepsItsText) {
  config_.tenant_max_chunks = 1;
  const DocumentId id = upload("policy.txt", short_text());
  const auto claimed = claim();
  // It has more chunks than the tenant may have.
  const jobs::JobFailure failure = failure_of(*claimed, jobs::process_document);
  EXPECT_EQ(failure.code(), "quota");
  EXPECT_EQ(document(id).status, DocumentStatus::Extracted);
  EXPECT_FALSE(read([&](pg::Tx& tx) { return content::pages(tx, tenant_, id); }).empty());
}

TEST_F(DocumentJob, EmbeddingTwiceChangesNothing) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto claimed = claim();
  with(*claimed, [&](const jobs::JobContext& context) {
    read_and_store(context, document(id));
    jobs::cut_into_chunks(context, document(id));
    jobs::embed_chunks(context, document(id));
  });
  sql("UPDATE document SET status = 'PARSED', indexed_at = NULL WHERE id = '" + id.value + "'");
  with(*claimed, jobs::process_document);
  EXPECT_EQ(document(id).status, DocumentStatus::Ready);
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM chunk_embedding WHERE tenant_id = '" + tenant_.value + "'"),
      std::to_string(document(id).chunk_count.value()));
}

TEST_F(DocumentJob, VectorsThatAreMissingAreMadeBeforeReady) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto claimed = claim();
  with(*claimed, [&](const jobs::JobContext& context) {
    read_and_store(context, document(id));
    jobs::cut_into_chunks(context, document(id));
    jobs::embed_chunks(context, document(id));
  });
  sql("DELETE FROM chunk_embedding WHERE tenant_id = '" + tenant_.value + "'");
  with(*claimed, jobs::process_document);
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM chunk_embedding WHERE tenant_id = '" + tenant_.value + "'"),
      std::to_string(document(id).chunk_count.value()));
}

TEST_F(DocumentJob, AStaleWorkerWritesNothing) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto stale = claim();
  sql("UPDATE work_item SET state = 'ready', lease_until = NULL");
  ASSERT_TRUE(claim());
  EXPECT_THROW(with(*stale, jobs::process_document), jobs::ClaimLost);
  EXPECT_EQ(document(id).status, DocumentStatus::Uploaded);
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM document_page WHERE tenant_id = '" + tenant_.value + "'"),
      "0");
}

TEST_F(DocumentJob, OvertakenBetweenStagesItStopsThere) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto claimed = claim();
  embedder_.before = [] { sql("UPDATE work_item SET fence = fence + 1"); };
  EXPECT_THROW(with(*claimed, jobs::process_document), jobs::ClaimLost);
  EXPECT_EQ(document(id).status, DocumentStatus::Parsed);
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM chunk_embedding WHERE tenant_id = '" + tenant_.value + "'"),
      "0");
}

TEST_F(DocumentJob, AnInterruptEndsItBetweenBatches) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto claimed = claim();
  embedder_.before = [this] { interrupt_ = true; };
  EXPECT_THROW(with(*claimed, jobs::process_document), jobs::Interrupted);
  EXPECT_EQ(document(id).status, DocumentStatus::Parsed);
  interrupt_ = false;
  embedder_.before = [] {};
  with(*claimed, jobs::process_document);
  EXPECT_EQ(document(id).status, DocumentStatus::Ready);
}

TEST_F(DocumentJob, WhatCannotBeReadFailsWithItsReason) {
  static_cast<void>(upload("empty.txt", " \n\n \n"));
  const auto claimed = claim();
  const jobs::JobFailure failure = failure_of(*claimed, jobs::process_document);
  EXPECT_FALSE(failure.code().empty());
  EXPECT_GT(failure.reason().size(), 20U);
}

TEST_F(DocumentJob, AMissingOriginalIsToldAsSuch) {
  const DocumentId id = upload("policy.txt", long_text());
  ASSERT_TRUE(std::filesystem::remove(blobs_.path_of(tenant_, document(id).sha256)));
  const auto claimed = claim();
  const jobs::JobFailure failure = failure_of(*claimed, jobs::process_document);
  EXPECT_EQ(failure.code(), "original_missing");
}

TEST_F(DocumentJob, AReaderThatCannotBeStartedIsNotTheDocumentsFault) {
  static_cast<void>(upload("policy.txt", long_text()));
  const Extractor missing("/nonexistent/assay-extract", {});
  const jobs::Services broken{config_,  blobs_, missing,   embedder_, count_words,
                              indexes_, {},     counters_, clock_};
  const jobs::HeldClaim held(*claim());
  EXPECT_THROW(jobs::process_document(jobs::JobContext(broken, pipeline_, held, interrupt_)),
               jobs::NotNow);
}

TEST_F(DocumentJob, ADeletedDocumentEndsItsItem) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto claimed = claim();
  sql("DELETE FROM document WHERE id = '" + id.value + "'");
  with(*claimed, jobs::process_document);
  EXPECT_EQ(sql("SELECT state AS v FROM work_item"), "done");
}

TEST_F(DocumentJob, FailingForGoodMarksDocumentAndItemAndTrail) {
  const DocumentId id = upload("policy.txt", long_text());
  const auto claimed = claim();
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, *claimed, "encrypted", "It needs a password."));
  EXPECT_EQ(document(id).status, DocumentStatus::Failed);
  EXPECT_EQ(document(id).failure_code, "encrypted");
  EXPECT_EQ(document(id).failure_reason, "It needs a password.");
  EXPECT_EQ(sql("SELECT state AS v FROM work_item"), "failed");
  EXPECT_EQ(sql("SELECT outcome AS v FROM audit_log WHERE action = 'document.failed' AND "
                "object_id = '" +
                id.value + "'"),
            "error");
  EXPECT_FALSE(jobs::fail_for_good(pipeline_, *claimed, "again", "No."));
}

}  // namespace
}  // namespace assay::test
