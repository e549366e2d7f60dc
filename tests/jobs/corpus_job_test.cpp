// SPDX-License-Identifier: Apache-2.0
// Ingestions: through their stages, resumed, deferred and abandoned.
#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/corpus_fixture.hpp"
#include "tests/support/web_stub.hpp"

namespace assay::test {
namespace {

constexpr std::string_view kAct =
    "Backups shall be tested every year. Accounts shall be reviewed each quarter.\n";

std::string code_of(const std::function<void()>& job) {
  try {
    job();
  } catch (const jobs::JobFailure& failure) {
    return failure.code();
  }
  return "";
}

TEST_F(CorpusJob, AnUploadGoesThroughEveryStage) {
  const std::string text(kAct);
  const IngestionId id = ingestion(std::nullopt, text);
  EXPECT_EQ(now(id).status, IngestionStatus::Pending);
  process_corpus();
  const auto ended = now(id);
  EXPECT_EQ(ended.status, IngestionStatus::Completed);
  ASSERT_TRUE(ended.fetching_at && ended.parsing_at && ended.indexing_at && ended.completed_at);
  EXPECT_LE(ended.created_at, *ended.fetching_at);
  EXPECT_LE(*ended.indexing_at, *ended.completed_at);
  const auto passages = passages_of(id);
  EXPECT_EQ(ended.passage_count, static_cast<std::int64_t>(passages.size()));
  EXPECT_EQ(ended.page_count, 1);
  for (const auto& passage : passages) {
    EXPECT_EQ(text.substr(static_cast<std::size_t>(passage.start_offset),
                          static_cast<std::size_t>(passage.end_offset - passage.start_offset)),
              passage.content);
  }
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE kind = 'corpus'"), "done");
}

TEST_F(CorpusJob, AUrlIsFetchedIntoTheBlobStore) {
  WebStub site([](const WebExchange& exchange) {
    exchange.answer(200, kAct, "Content-Type: text/plain\r\n");
  });
  const IngestionId id = ingestion(site.url("/act.txt"));
  process_corpus();
  const auto ended = now(id);
  EXPECT_EQ(ended.status, IngestionStatus::Completed);
  ASSERT_TRUE(ended.source);
  EXPECT_EQ(ended.source->original_filename, "act.txt");
  EXPECT_EQ(ended.source->file_type, "txt");
  EXPECT_EQ(read_file(blobs_.path_of(tenant_, ended.source->sha256).string()), kAct);
  EXPECT_EQ(files_in("tmp"), 0U);
}

TEST_F(CorpusJob, ASourceThatIsAwayIsPutOffAndGivenUpAtLast) {
  WebStub site([](const WebExchange& exchange) { exchange.answer(503, "later"); });
  const IngestionId id = ingestion(site.url());
  for (int attempt = 1; attempt < jobs::kFetchAttempts; ++attempt) {
    process_corpus();
    EXPECT_EQ(now(id).status, IngestionStatus::Fetching);
    EXPECT_EQ(sql("SELECT (state = 'ready' AND run_at > clock_timestamp())::text AS v"
                  " FROM work_item WHERE kind = 'corpus'"),
              "true");
    sql("UPDATE work_item SET run_at = clock_timestamp()");
  }
  EXPECT_EQ(code_of([this] { process_corpus(); }), "http_status");
  EXPECT_EQ(site.asked().size(), static_cast<std::size_t>(jobs::kFetchAttempts));
}

TEST_F(CorpusJob, WhatCannotBeHadOrReadFailsAtOnce) {
  WebStub site([](const WebExchange& exchange) {
    if (exchange.path() == "/gone") return static_cast<void>(exchange.answer(410, "gone"));
    exchange.answer(200, exchange.path() == "/blank.txt" ? "\n \n" : "not a workbook");
  });
  const auto code = [&](const std::string& url) {
    const IngestionId id = ingestion(url);
    return code_of([this] { process_corpus(); });
  };
  EXPECT_EQ(code(site.url("/gone")), "http_status");
  EXPECT_EQ(code("http://10.0.0.1/"), "address_refused");
  EXPECT_NE(code(site.url("/blank.txt")), "");
  EXPECT_NE(code(site.url("/book.xlsx")), "");
}

TEST_F(CorpusJob, AWorkerThatLostItsClaimWritesNothing) {
  WebStub site([](const WebExchange& exchange) {
    sql("UPDATE work_item SET fence = fence + 1");
    exchange.answer(200, kAct);
  });
  const IngestionId id = ingestion(site.url("/act.txt"));
  EXPECT_THROW(process_corpus(), jobs::ClaimLost);
  EXPECT_EQ(now(id).status, IngestionStatus::Fetching);
  EXPECT_FALSE(now(id).source);
}

TEST_F(CorpusJob, AStoppingDaemonEndsAFetch) {
  WebStub site([this](const WebExchange& exchange) {
    interrupt_ = true;
    exchange.linger(5000);
  });
  static_cast<void>(ingestion(site.url()));
  EXPECT_THROW(process_corpus(), jobs::Interrupted);
}

TEST_F(CorpusJob, IsResumedFromTheStageItHadReached) {
  const IngestionId id = ingestion(std::nullopt, std::string(kAct));
  embedder_.before = [] { throw std::runtime_error("the encoder broke"); };
  const auto claimed = claim().value();
  EXPECT_THROW(with(claimed, jobs::process_corpus), std::runtime_error);
  EXPECT_EQ(now(id).status, IngestionStatus::Indexing);
  const auto before = passages_of(id);
  embedder_.before = [] {};
  with(claimed, jobs::process_corpus);
  EXPECT_EQ(now(id).status, IngestionStatus::Completed);
  const auto after = passages_of(id);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_EQ(after[i].id, before[i].id);
}

TEST_F(CorpusJob, OneThatTakesWorkersAlongIsFailedWithItsReason) {
  const IngestionId id = ingestion(std::nullopt, std::string(kAct));
  const auto claimed = claim().value();
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, claimed, jobs::kWorkerCrashCode,
                                  jobs::job_of(claimed.kind).crash_reason));
  const auto ended = now(id);
  EXPECT_EQ(ended.status, IngestionStatus::Failed);
  EXPECT_EQ(ended.error_code, jobs::kWorkerCrashCode);
  EXPECT_NE(ended.error_details.value().find("several times"), std::string::npos);
  EXPECT_EQ(sql("SELECT action AS v FROM audit_log WHERE object_id = '" + id.value + "'"),
            "corpus_ingestion.failed");
}

TEST_F(CorpusJob, ALostOriginalIsSaid) {
  const IngestionId id = ingestion(std::nullopt, std::string(kAct));
  ASSERT_TRUE(std::filesystem::remove(blobs_.path_of(tenant_, now(id).source->sha256)));
  EXPECT_EQ(code_of([this] { process_corpus(); }), "original_missing");
}

}  // namespace
}  // namespace assay::test
