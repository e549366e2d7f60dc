// SPDX-License-Identifier: Apache-2.0
// Reading a READY document again: in one go, killed in the middle, failing, and beside a run.
#include <string>

#include "core/extract/extract_types.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/work/queue.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"
#include "pipeline/jobs/documents/document_stages.hpp"
#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

namespace content = store::content;
namespace rereadings = store::rereadings;

class RereadingJob : public Jobs {
 protected:
  // A READY document as an earlier release left it: other words than the reader finds today.
  DocumentId read_long_ago() {
    const DocumentId id = ready_document("policy.txt", "Access is reviewed each quarter.\n");
    sql("UPDATE chunk SET content = 'garbled words' WHERE document_id = '" + id.value + "'");
    sql("UPDATE document SET reader_version = NULL WHERE id = '" + id.value + "'");
    return id;
  }
  void request(const DocumentId& id) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    rereadings::request(tx, tenant_, {id}, std::nullopt);
    store::work::enqueue_rereading(tx, tenant_, {id});
    tx.commit();
  }
  std::vector<content::Chunk> chunks(const DocumentId& id) {
    return read([&](pg::Tx& tx) { return content::chunks(tx, tenant_, id, {}).rows; });
  }
  std::string state_of_item(const DocumentId& id) {
    return sql("SELECT state AS v FROM work_item WHERE subject_id = '" + id.value +
               "' ORDER BY created_at DESC");
  }
  std::string entries(const DocumentId& id, const std::string& action) {
    return sql("SELECT count(*) AS v FROM audit_log WHERE action = '" + action +
               "' AND object_id = '" + id.value + "'");
  }
};

TEST_F(RereadingJob, TheNewTextReplacesTheOldAndCitedChunksStay) {
  const DocumentId id = read_long_ago();
  const ChunkId cited = chunks(id).at(0).id;
  request(id);
  process_documents();
  EXPECT_EQ(document(id).status, DocumentStatus::Ready);
  EXPECT_EQ(document(id).reader_version, kReaderVersion);
  ASSERT_EQ(chunks(id).size(), 1U);
  EXPECT_EQ(chunks(id).at(0).content, "Access is reviewed each quarter.");
  EXPECT_NE(chunks(id).at(0).id, cited);
  const auto old_one = read([&](pg::Tx& tx) { return content::chunk(tx, tenant_, id, cited); });
  ASSERT_TRUE(old_one);
  EXPECT_EQ(old_one->content, "garbled words");
  EXPECT_TRUE(old_one->replaced);
  EXPECT_EQ(state_of_item(id), "done");
  EXPECT_EQ(entries(id, "document.ready"), "2");
}

TEST_F(RereadingJob, KilledAtAnyStageTheOldTextStaysAndTheRestIsDone) {
  const DocumentId id = read_long_ago();
  request(id);
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  for (const auto stage :
       {DocumentStatus::Extracted, DocumentStatus::Parsed, DocumentStatus::Indexed}) {
    with(*claimed, [&](const jobs::JobContext& context) {
      EXPECT_EQ(jobs::reread(context, document(id)), jobs::Step::Advanced);
    });
    EXPECT_EQ(read([&](pg::Tx& tx) { return rereadings::find(tx, tenant_, id); })->stage, stage);
    EXPECT_EQ(document(id).status, DocumentStatus::Ready);
    EXPECT_EQ(chunks(id).at(0).content, "garbled words");
    EXPECT_EQ(indexes_.searchable(pipeline_, tenant_)->index.chunk(0).content, "garbled words");
    // Later stages work from what was stored, and never read the file again.
    std::filesystem::remove(blobs_.path_of(tenant_, document(id).sha256));
  }
  with(*claimed, jobs::process_document);
  EXPECT_EQ(chunks(id).at(0).content, "Access is reviewed each quarter.");
  EXPECT_EQ(indexes_.searchable(pipeline_, tenant_)->index.chunk(0).content,
            "Access is reviewed each quarter.")
      << "a search sees the text in use";
}

TEST_F(RereadingJob, AFailureLeavesTheOldTextAndSaysSo) {
  const DocumentId id = read_long_ago();
  ASSERT_TRUE(std::filesystem::remove(blobs_.path_of(tenant_, document(id).sha256)));
  request(id);
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  EXPECT_THROW(with(*claimed, jobs::process_document), jobs::JobFailure);
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, *claimed, "original_missing", "The file is gone."));
  EXPECT_EQ(document(id).status, DocumentStatus::Ready);
  EXPECT_EQ(chunks(id).at(0).content, "garbled words");
  const auto again = read([&](pg::Tx& tx) { return rereadings::find(tx, tenant_, id); });
  ASSERT_TRUE(again);
  EXPECT_EQ(again->stage, DocumentStatus::Failed);
  EXPECT_EQ(again->failure_reason, "The file is gone.");
  EXPECT_EQ(entries(id, "document.reread_failed"), "1");
  EXPECT_EQ(entries(id, "document.failed"), "0");
}

TEST_F(RereadingJob, WaitsUntilNoRunUsesTheDocument) {
  const DocumentId id = read_long_ago();
  const auto pack = new_pack(tenant_, {"Access is reviewed"});
  const RunId run = new_run(tenant_, pack, std::string(embedder_.model_id()));
  request(id);
  const auto item = "subject_id = '" + id.value + "' AND state <> 'done'";
  sql("UPDATE work_item SET priority = -1 WHERE " + item);
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  ASSERT_EQ(claimed->subject_id, id.value);
  with(*claimed, jobs::process_document);
  EXPECT_EQ(chunks(id).at(0).content, "garbled words") << "the run was started with these";
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE " + item + " AND run_at > now()"), "ready");
  sql("UPDATE run SET status = 'CANCELLED', cancelled_at = now(), snapshot_status = 'LEGACY' "
      "WHERE id = '" +
      run.value + "'");
  sql("UPDATE work_item SET run_at = now() WHERE " + item);
  const auto again = claim();
  ASSERT_TRUE(again);
  with(*again, jobs::process_document);
  EXPECT_EQ(chunks(id).at(0).content, "Access is reviewed each quarter.");
}

TEST_F(RereadingJob, ARequestWhileAnotherItemRunsIsNotLost) {
  const DocumentId id = read_long_ago();
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    store::work::enqueue(tx, tenant_, store::work::Kind::Document, id.value);
    tx.commit();
  }
  const auto claimed = claim();
  ASSERT_TRUE(claimed);
  request(id);  // adds no item: one is live
  with(*claimed, jobs::process_document);
  EXPECT_EQ(chunks(id).at(0).content, "Access is reviewed each quarter.");
  EXPECT_EQ(state_of_item(id), "done");
}

}  // namespace
}  // namespace assay::test
