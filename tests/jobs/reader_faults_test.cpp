// SPDX-License-Identifier: Apache-2.0
// Readers that are killed or crash, types that an upload could not determine, limits and quotas.
#include <sys/stat.h>

#include <fstream>

#include "core/extract/extract_protocol.hpp"
#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/daemon/daemon.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"
#include "tests/extract/impostor.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;

class ReaderFaults : public Jobs {
 protected:
  // A reader that kills itself with this signal the first `times` times, and then reads.
  std::string dying_reader(const std::string& signal, int times) {
    const auto script = directory_ / "reader.sh";
    const auto count = directory_ / "count";
    std::ofstream(script) << "#!/bin/sh\nprintf x >> " << count.string() << "\n[ $(wc -c < "
                          << count.string() << ") -gt " << times << " ] || kill -" << signal
                          << " $$\nexec " << ASSAY_EXTRACT_BINARY << " \"$@\"\n";
    EXPECT_EQ(::chmod(script.c_str(), 0755), 0);
    return script.string();
  }
  // A reader that meets a fault of its own.
  std::string faulty_reader() {
    const ExtractFailure fault{ExtractProblem::ReaderFault, "The fault is Assay's.",
                               Json::object().set("fault", "std::logic_error: x")};
    const auto script = directory_ / "faulty.sh";
    std::ofstream(script) << "#!/bin/sh\n"
                          << frame(frames::Type::Failure, frames::encode_failure(fault));
    EXPECT_EQ(::chmod(script.c_str(), 0755), 0);
    return script.string();
  }
  // Runs a daemon with this reader until the document is READY or FAILED; retries are immediate.
  store::documents::Document processed_with(const std::string& reader, const DocumentId& id) {
    const Extractor extractor(reader, {30s, std::int64_t{1} << 30});
    const jobs::Services services{
        config_,   blobs_, extractor, embedder_, count_words, indexes_, services_.evaluators,
        counters_, clock_};
    jobs::Daemon daemon(services);
    daemon.start();
    for (int i = 0; i < 500; ++i) {
      const auto status = document(id).status;
      if (status == DocumentStatus::Ready || status == DocumentStatus::Failed) break;
      sql("UPDATE work_item SET run_at = clock_timestamp() WHERE state = 'ready'");
      std::this_thread::sleep_for(20ms);
    }
    EXPECT_TRUE(daemon.drain(5s));
    return document(id);
  }
};

TEST_F(ReaderFaults, AReaderThatIsKilledIsStartedAgain) {
  const DocumentId id = upload("policy.txt", "Accounts are reviewed.");
  EXPECT_EQ(processed_with(dying_reader("KILL", 3), id).status, DocumentStatus::Ready);
}

TEST_F(ReaderFaults, ButNotForEver) {
  const DocumentId id = upload("policy.txt", "Accounts are reviewed.");
  const auto failed = processed_with(dying_reader("KILL", 1000), id);
  EXPECT_EQ(failed.status, DocumentStatus::Failed);
  EXPECT_EQ(failed.failure_code, "killed");
  EXPECT_EQ(sql("SELECT attempts AS v FROM work_item"), "8");
}

TEST_F(ReaderFaults, AReaderThatCrashesGetsASecondTryAndNoThird) {
  const DocumentId once = upload("once.txt", "Accounts are reviewed.");
  EXPECT_EQ(processed_with(dying_reader("SEGV", 1), once).status, DocumentStatus::Ready);
  const DocumentId twice = upload("twice.txt", "Accounts are reviewed twice.");
  std::filesystem::remove(directory_ / "count");
  const auto failed = processed_with(dying_reader("SEGV", 2), twice);
  EXPECT_EQ(failed.status, DocumentStatus::Failed);
  EXPECT_EQ(failed.failure_code, "crashed");
}

// The same reader would meet it again, a newer one may not.
TEST_F(ReaderFaults, AFaultOfTheReaderIsNamedAtOnceAndCanBeReadAgainLater) {
  const DocumentId id = upload("policy.txt", "Accounts are reviewed.");
  const auto failed = processed_with(faulty_reader(), id);
  EXPECT_EQ(failed.status, DocumentStatus::Failed);
  EXPECT_EQ(failed.failure_code, "reader_fault");
  EXPECT_EQ(failed.failure_reason, "The fault is Assay's.");
  EXPECT_EQ(sql("SELECT attempts AS v FROM work_item"), "1");
  EXPECT_EQ(
      sql("SELECT value::bigint AS v FROM pipeline_counter WHERE labels LIKE '%reader_fault%'"),
      "1");
}

TEST_F(ReaderFaults, ATypeThatTheUploadCouldNotTellIsToldLater) {
  const DocumentId text = upload("policy.md", "# Policy\n\nAccounts are reviewed.\n", "bin");
  const DocumentId archive = upload("all.zip", zip({{"a.txt", "Accounts are closed."}}), "bin");
  process_documents();
  EXPECT_EQ(document(text).status, DocumentStatus::Ready);
  EXPECT_EQ(document(text).file_type, "md");
  EXPECT_EQ(document(archive).status, DocumentStatus::Ready);
  EXPECT_EQ(document(archive).file_type, "zip");
  EXPECT_EQ(document(archive).child_count, 1);
}

TEST_F(ReaderFaults, TextWithoutAWordMakesNoChunks) {
  std::string brackets;
  for (int i = 0; i < 400; ++i) brackets += std::string(200, i % 2 == 0 ? '(' : ']') + "\n\n";
  const DocumentId mixed = upload("mixed.txt", brackets + "Accounts are reviewed.\n\n" + brackets);
  process_documents();
  EXPECT_EQ(document(mixed).status, DocumentStatus::Ready);
  const auto chunks =
      read([&](pg::Tx& tx) { return store::content::chunks(tx, tenant_, mixed, {}).rows; });
  ASSERT_GE(chunks.size(), 1U);
  EXPECT_LE(chunks.size(), 3U);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    EXPECT_EQ(chunks[i].chunk_index, static_cast<int>(i));
    EXPECT_NE(chunks[i].content.find("reviewed"), std::string::npos);
  }
  static_cast<void>(upload("brackets.txt", brackets));
  EXPECT_EQ(failure_of(claim().value(), jobs::process_document).code(), "no_text");
}

TEST_F(ReaderFaults, TooManyChunksAreNamedWithTheLimit) {
  config_.document_max_chunks = 2;
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "# Rule " + std::to_string(i) + "\n\nAccounts are reviewed.\n\n";
  static_cast<void>(upload("rules.md", text, "md"));
  const auto failure = failure_of(claim().value(), jobs::process_document);
  EXPECT_EQ(failure.code(), "limit");
  EXPECT_NE(failure.reason().find("has 40 chunks, and at most 2 are allowed"), std::string::npos)
      << failure.reason();
}

TEST_F(ReaderFaults, ATenantsQuotaOfChunksIsNamedWithWhatThereWouldBe) {
  config_.tenant_max_chunks = 2;
  static_cast<void>(ready_document("one.txt", "Accounts are reviewed."));
  static_cast<void>(ready_document("two.txt", "Accounts are closed."));
  const DocumentId third = upload("three.txt", "Accounts are opened.");
  const auto failure = failure_of(claim().value(), jobs::process_document);
  EXPECT_EQ(failure.code(), "quota");
  EXPECT_NE(failure.reason().find("3 chunks, and at most 2 are allowed"), std::string::npos)
      << failure.reason();
  EXPECT_EQ(document(third).status, DocumentStatus::Extracted) << "nothing of the stage is stored";
}

TEST_F(ReaderFaults, AnArchiveOverTheQuotaLeavesNothingBehind) {
  config_.tenant_max_documents = 2;
  const DocumentId id =
      upload("all.zip", zip({{"a.txt", "One rule."}, {"b.txt", "Two rules."}}), "zip");
  const auto failure = failure_of(claim().value(), jobs::process_document);
  EXPECT_EQ(failure.code(), "quota");
  EXPECT_NE(failure.reason().find("3 documents, and at most 2"), std::string::npos)
      << failure.reason();
  EXPECT_EQ(document(id).child_count, 0);
  EXPECT_EQ(sql("SELECT count(*) AS v FROM work_item WHERE kind = 'purge'"), "1");
}

// The workers die repeatedly, and yet every completed stage counts.
TEST_F(ReaderFaults, CrashesCountOnlyWithoutProgress) {
  const DocumentId id = upload("policy.txt", "Accounts are reviewed.");
  sql("UPDATE work_item SET crashes = 2");
  with(claim().value(), [&](const jobs::JobContext& context) {
    context.fenced([&](pg::Tx& tx) { context.progressed(tx); });
  });
  EXPECT_EQ(sql("SELECT crashes AS v FROM work_item"), "0");
  EXPECT_EQ(document(id).status, DocumentStatus::Uploaded);
}

}  // namespace
}  // namespace assay::test
