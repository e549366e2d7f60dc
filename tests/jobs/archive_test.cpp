// SPDX-License-Identifier: Apache-2.0
// ZIP uploads: all of their files or none, each once; and the purge of unused files.
#include <set>

#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

namespace documents = store::documents;
namespace fs = std::filesystem;

class Archive : public Jobs {
 protected:
  std::vector<documents::Document> children_of(const DocumentId& parent) {
    documents::Filter filter;
    filter.parent = parent;
    return read([&](pg::Tx& tx) { return documents::list(tx, tenant_, filter, {}).rows; });
  }
  void enqueue_purge(const std::string& sha256) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    store::work::enqueue(tx, tenant_, store::work::Kind::Purge, new_uuid(), 0,
                         Json::object().set("sha256", Json::array().push(sha256)));
    tx.commit();
  }
  void make_old(const std::string& sha256) {
    fs::last_write_time(blobs_.path_of(tenant_, sha256),
                        fs::file_time_type::clock::now() - std::chrono::minutes(10));
  }
};

TEST_F(Archive, EveryFileBecomesADocumentWithItsPathAndParent) {
  const DocumentId parent =
      upload("bundle.zip",
             zip({{"a.txt", "Accounts are reviewed."}, {"in/b.md", "# Backups\n\nDaily."}}), "zip");
  process_documents();
  EXPECT_EQ(document(parent).status, DocumentStatus::Ready);
  EXPECT_EQ(document(parent).chunk_count, 0);
  EXPECT_EQ(document(parent).child_count, 2);
  std::set<std::string> names;
  for (const auto& child : children_of(parent)) {
    names.insert(child.original_filename);
    EXPECT_EQ(child.status, DocumentStatus::Ready) << child.original_filename;
    EXPECT_GT(child.chunk_count.value_or(0), 0);
  }
  EXPECT_EQ(names, (std::set<std::string>{"a.txt", "in/b.md"}));
  EXPECT_EQ(files_in("tmp"), 0U);
}

// A message is read itself, and what is attached to it becomes documents.
TEST_F(Archive, AMessageIsReadAndUnpacked) {
  const std::string message =
      "From: a@example.org\nTo: b@example.org\nSubject: Review\nMIME-Version: 1.0\n"
      "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nAccounts are reviewed.\n--x\n"
      "Content-Disposition: attachment; filename=\"plan.txt\"\n\nBackups run daily.\n--x--\n";
  const DocumentId parent = upload("mail.eml", message, "eml");
  process_documents();
  EXPECT_EQ(document(parent).status, DocumentStatus::Ready);
  EXPECT_GT(document(parent).chunk_count.value_or(0), 0);
  const auto children = children_of(parent);
  ASSERT_EQ(children.size(), 1U);
  EXPECT_EQ(children.front().original_filename, "mail.eml/plan.txt");
  EXPECT_EQ(children.front().status, DocumentStatus::Ready);
  // In a ZIP, the same message and its attachment are both files of the ZIP.
  const DocumentId bundle = upload("bundle.zip", zip({{"mail.eml", message + "\n"}}), "zip");
  process_documents();
  EXPECT_EQ(document(bundle).status, DocumentStatus::Ready);
  EXPECT_EQ(document(bundle).child_count, 2);
}

TEST_F(Archive, ChildrenWaitBehindUploads) {
  static_cast<void>(upload("bundle.zip", zip({{"a.txt", "Accounts are reviewed."}}), "zip"));
  with(*claim(), jobs::process_document);
  const DocumentId urgent = upload("urgent.txt", "Somebody waits for this.");
  EXPECT_EQ(claim()->subject_id, urgent.value);
}

TEST_F(Archive, WhatTheTenantHasIsNotInsertedAgain) {
  const std::string known = "Accounts are reviewed each quarter.";
  const DocumentId before = ready_document("known.txt", known);
  const DocumentId parent =
      upload("bundle.zip",
             zip({{"same.txt", known}, {"twice.txt", "Twin."}, {"copy.txt", "Twin."}}), "zip");
  process_documents();
  EXPECT_EQ(document(parent).status, DocumentStatus::Ready);
  EXPECT_EQ(children_of(parent).size(), 2U);
  EXPECT_FALSE(document(before).parent);
  EXPECT_EQ(sql("SELECT count(*) AS v FROM document WHERE tenant_id = '" + tenant_.value + "'"),
            "3");
}

// A file that is stored wrong, or missing, is stored again.
TEST_F(Archive, AFileThatFailedBeforeIsTriedAgain) {
  const std::string text = "Accounts are reviewed each quarter.";
  const DocumentId before = upload("known.txt", text);
  fs::remove(blobs_.path_of(tenant_, document(before).sha256));
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_document), jobs::JobFailure);
  sql("UPDATE work_item SET state = 'failed', lease_until = NULL");
  sql("UPDATE document SET status = 'FAILED', failed_at = clock_timestamp(), failure_reason = 'x'"
      " WHERE id = '" +
      before.value + "'");
  static_cast<void>(upload("bundle.zip", zip({{"same.txt", text}}), "zip"));
  process_documents();
  EXPECT_EQ(document(before).status, DocumentStatus::Ready);
}

TEST_F(Archive, AnUnsafeOneFailsWholeAndLeavesNothing) {
  static_cast<void>(
      upload("bad.zip", zip({{"fine.txt", "Fine."}, {"../escape.txt", "Not fine."}}), "zip"));
  const auto claimed = claim();
  // A name that escapes must be refused.
  const jobs::JobFailure failure = failure_of(*claimed, jobs::process_document);
  EXPECT_EQ(failure.code(), "archive_unsafe");
  EXPECT_EQ(sql("SELECT count(*) AS v FROM document WHERE tenant_id = '" + tenant_.value + "'"),
            "1");
  EXPECT_EQ(files_in("tmp"), 0U);
  EXPECT_EQ(files_in(tenant_.value), 1U);
}

TEST_F(Archive, LostOnTheWayItLeavesItsFilesToThePurge) {
  const DocumentId parent = upload("bundle.zip", zip({{"a.txt", "Accounts."}}), "zip");
  const auto claimed = claim();
  sql("UPDATE work_item SET fence = fence + 1");
  EXPECT_THROW(with(*claimed, jobs::process_document), jobs::ClaimLost);
  EXPECT_EQ(document(parent).status, DocumentStatus::Uploaded);
  EXPECT_TRUE(children_of(parent).empty());
  EXPECT_EQ(sql("SELECT count(*) AS v FROM work_item WHERE kind = 'purge'"), "1");
}

TEST_F(Archive, PurgeRemovesWhatNobodyUses) {
  const DocumentId id = ready_document("gone.txt", "Soon gone.");
  const std::string sha256 = document(id).sha256;
  make_old(sha256);
  sql("DELETE FROM document WHERE id = '" + id.value + "'");
  enqueue_purge(sha256);
  with(*claim(), jobs::process_purge);
  EXPECT_EQ(files_in(tenant_.value), 0U);
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE kind = 'purge'"), "done");
}

TEST_F(Archive, PurgeLeavesWhatADocumentUses) {
  const DocumentId id = ready_document("kept.txt", "Still here.");
  make_old(document(id).sha256);
  enqueue_purge(document(id).sha256);
  with(*claim(), jobs::process_purge);
  EXPECT_EQ(files_in(tenant_.value), 1U);
}

// An upload of the same bytes may be between storing its file and its transaction.
TEST_F(Archive, PurgePutsOffWhatWasWrittenAMomentAgo) {
  const DocumentId id = ready_document("young.txt", "Just uploaded.");
  const std::string sha256 = document(id).sha256;
  sql("DELETE FROM document WHERE id = '" + id.value + "'");
  enqueue_purge(sha256);
  with(*claim(), jobs::process_purge);
  EXPECT_TRUE(fs::exists(blobs_.path_of(tenant_, sha256)));
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE kind = 'purge'"), "ready");
  EXPECT_FALSE(claim()) << "it must wait";
}

}  // namespace
}  // namespace assay::test
