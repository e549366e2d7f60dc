// SPDX-License-Identifier: Apache-2.0
// Long documents give way to others without losing work; short ones have their own thread.
#include "db/store/content.hpp"
#include "pipeline/jobs/daemon/daemon.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;

class GiveWay : public Jobs {
 protected:
  GiveWay() { config_.turn = 0ms; }

  static std::string rules(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += "# Rule " + std::to_string(i) + "\n\nAccounts are reviewed each quarter by owner " +
              std::to_string(i) + ".\n\n";
    }
    return text;
  }
  DocumentId upload_for(const TenantId& tenant, const std::string& name, const std::string& text) {
    const TenantId own = tenant_;
    tenant_ = tenant;
    DocumentId id = upload(name, text, "md");
    tenant_ = own;
    return id;
  }
  static void time_passes() { sql("UPDATE work_item SET run_at = run_at - interval '2 s'"); }
  std::int64_t vectors() {
    return std::stoll(
        sql("SELECT count(*) AS v FROM chunk_embedding WHERE tenant_id = '" + tenant_.value + "'"));
  }
  static std::string status(const DocumentId& id) {
    return sql("SELECT status AS v FROM document WHERE id = '" + id.value + "'");
  }
};

TEST_F(GiveWay, BetweenBatchesAndNothingIsEmbeddedTwice) {
  const DocumentId id = upload_for(tenant_, "long.md", rules(150));
  const auto claimed = claim();
  with(*claimed, jobs::process_document);
  const std::int64_t chunks = document(id).chunk_count.value();
  ASSERT_GT(chunks, 130);
  const DocumentId again = upload_for(tenant_, "again.md", rules(151));
  const auto long_one = claim();
  ASSERT_TRUE(long_one);
  const TenantId other = new_tenant();
  static_cast<void>(upload_for(other, "small.md", "# One\n\nOne rule.\n"));
  time_passes();
  std::int64_t embedded = 0;
  embedder_.before = [&embedded] { ++embedded; };
  int turns = 1;
  for (auto held = long_one; status(again) != "READY"; ++turns) {
    ASSERT_LT(turns, 20);
    try {
      with(*held, jobs::process_document);
    } catch (const jobs::GaveWay&) {
      sql("UPDATE work_item SET state = 'ready', lease_until = NULL, run_at = clock_timestamp() "
          "WHERE subject_id = '" +
          again.value + "'");
      sql("UPDATE work_item SET state = 'running', fence = fence + 1, lease_until = "
          "clock_timestamp() + interval '30 s', deadline_at = clock_timestamp() + interval '30 s' "
          "WHERE subject_id = '" +
          again.value + "'");
      store::work::Claim next = *held;
      ++next.fence;
      held = next;
    }
  }
  EXPECT_GT(turns, 3) << "after reading, after cutting, and between batches";
  const std::int64_t all = document(again).chunk_count.value();
  EXPECT_EQ(embedded, (all + 63) / 64) << "one call for each batch, none twice";
  EXPECT_EQ(vectors(), chunks + all);
}

TEST_F(GiveWay, ASecondTenantsSmallDocumentGoesPastManyLargeOnes) {
  config_.workers = 1;
  config_.turn = 100ms;
  std::atomic<int> delay_ms{300};
  embedder_.before = [&] { std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms)); };
  std::vector<DocumentId> large;
  for (int i = 0; i < 4; ++i) {
    large.push_back(upload_for(tenant_, "large" + std::to_string(i) + ".md", rules(1500 + i)));
    sql("UPDATE work_item SET lane = 'long'");
  }
  jobs::Daemon daemon(services_);
  daemon.start();
  for (int i = 0; i < 500 && vectors() == 0; ++i) std::this_thread::sleep_for(20ms);
  const TenantId other = new_tenant();
  const DocumentId small = upload_for(other, "small.md", "# One\n\nOne rule.\n");
  const DocumentId medium = upload_for(other, "medium.md", rules(90));
  sql("UPDATE work_item SET lane = 'long' WHERE subject_id = '" + medium.value + "'");
  for (int i = 0; i < 1000 && status(medium) != "READY"; ++i) std::this_thread::sleep_for(20ms);
  EXPECT_EQ(status(small), "READY");
  EXPECT_EQ(status(medium), "READY");
  for (const DocumentId& id : large) EXPECT_NE(status(id), "READY") << "they are still in work";
  delay_ms = 0;
  for (const DocumentId& id : large) {
    for (int i = 0; i < 1500 && status(id) != "READY"; ++i) std::this_thread::sleep_for(20ms);
    EXPECT_EQ(status(id), "READY");
  }
  EXPECT_EQ(sql("SELECT max(crashes) AS v FROM work_item"), "0");
  EXPECT_TRUE(daemon.drain(5s));
}

TEST_F(GiveWay, ALoneTenantsDocumentsAreNotPutOff) {
  const DocumentId first = upload_for(tenant_, "first.md", rules(150));
  static_cast<void>(upload_for(tenant_, "second.md", rules(151)));
  sql("UPDATE work_item SET lane = 'long'");
  time_passes();
  const auto claimed = claim();
  ASSERT_EQ(claimed->subject_id, first.value);
  with(*claimed, jobs::process_document);
  EXPECT_EQ(status(first), "READY");
}

}  // namespace
}  // namespace assay::test
