// SPDX-License-Identifier: Apache-2.0
// Exports through the queue: the file in the blob store, taken-over claims, records that no longer
// match what was frozen, originals that are missing or damaged.
#include <filesystem>
#include <fstream>

#include "core/base/c_handle.hpp"
#include "core/base/digest.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "db/store/work/queue.hpp"
#include "pipeline/jobs/job_table.hpp"
#include "pipeline/jobs/records/record_jobs.hpp"
#include "tests/jobs/run_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

using store::exports::Export;

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class ExportJob : public RunJob {
 protected:
  // A COMPLETED run, without the work item of its automatic report.
  RunId completed_run() {
    const RunId id = start({"accounts complete", "accounts partial", "accounts missing"});
    process();
    sql("DELETE FROM work_item WHERE kind = 'export'");
    return id;
  }
  ExportId order(const RunId& run, ExportFormat format) {
    const auto id = ExportId::fresh();
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    store::exports::create(tx, tenant_, {id, run, format, std::nullopt});
    tx.commit();
    return id;
  }
  Export now(const ExportId& id) {
    return read([&](pg::Tx& tx) { return store::exports::find(tx, tenant_, id).value(); });
  }
  void process_export() { with(claim().value(), jobs::process_export); }
  std::string stored(const Export& made) {
    std::ifstream file(blobs_.path_of(tenant_, made.sha256.value()), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // README.txt of a package.
  std::string readme(const Export& package) {
    const std::string path = blobs_.path_of(tenant_, package.sha256.value());
    const CHandle<std::FILE, ::pclose> text(
        ::popen(("unzip -p " + path + " README.txt").c_str(), "r"));
    std::string all;
    for (int c = std::fgetc(text.get()); c != EOF; c = std::fgetc(text.get())) {
      all.push_back(static_cast<char>(c));
    }
    return all;
  }
  // The failure that ends the job, which the worker records.
  jobs::JobFailure failure() {
    try {
      process_export();
    } catch (const jobs::JobFailure& found) {
      return found;
    }
    ADD_FAILURE() << "it did not fail";
    return {"", ""};
  }
  std::filesystem::path original(const DocumentId& id) {
    return blobs_.path_of(tenant_, document(id).sha256);
  }
  // README.txt of a package that is made after a document is gone with its original. Before that,
  // the trail gets an entry of its deletion.
  std::string readme_after_deletion(const DocumentId& id, const std::string& object_id,
                                    const Json& detail) {
    const RunId run = completed_run();
    std::filesystem::remove(original(id));
    sql("DELETE FROM document WHERE id = '" + id.value + "'");
    if (!object_id.empty()) {
      pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
      store::audit::Event event;
      event.action = "document.delete";
      event.object_type = "document";
      event.object_id = object_id;
      event.detail = detail.canonical();
      store::audit::append(tx, tenant_, event);
      tx.commit();
    }
    const ExportId made = order(run, ExportFormat::Package);
    process_export();
    return readme(now(made));
  }
};

TEST_F(ExportJob, ARunOrdersAReportOfItself) {
  const RunId id = start({"accounts complete"});
  process();
  EXPECT_EQ(run(id).status, RunStatus::Completed) << "without waiting for it";
  const auto ordered = read([&](pg::Tx& tx) {
    return store::exports::list(tx, tenant_, {id, std::nullopt, std::nullopt}, {}).rows;
  });
  ASSERT_EQ(ordered.size(), 1U);
  EXPECT_EQ(ordered[0].format, ExportFormat::Pdf);
  EXPECT_FALSE(ordered[0].requested_by);
  EXPECT_EQ(steps_of(id)[5].output_refs.get("exportIds").at(0).as_string(), ordered[0].id.value);
  process_export();
  const Export made = now(ordered[0].id);
  EXPECT_EQ(made.status, ExportStatus::Completed);
  EXPECT_TRUE(stored(made).starts_with("%PDF-1."));
}

TEST_F(ExportJob, EveryFormatEndsInTheBlobStoreUnderItsHash) {
  const RunId id = completed_run();
  for (const ExportFormat format :
       {ExportFormat::Json, ExportFormat::Csv, ExportFormat::Xlsx, ExportFormat::Pdf,
        ExportFormat::Html, ExportFormat::Oscal, ExportFormat::Package}) {
    const ExportId wanted = order(id, format);
    process_export();
    const Export made = now(wanted);
    ASSERT_EQ(made.status, ExportStatus::Completed) << to_text(format);
    const std::string bytes = stored(made);
    EXPECT_EQ(static_cast<std::int64_t>(bytes.size()), made.size_bytes);
    EXPECT_EQ(sha256_hex(bytes), made.sha256);
    EXPECT_EQ(sql("SELECT count(*) AS v FROM audit_log WHERE action = 'export.completed' AND "
                  "object_id = '" +
                  wanted.value + "'"),
              "1");
  }
  EXPECT_EQ(files_in("tmp"), 0U) << "scratch files are removed";
}

TEST_F(ExportJob, AClaimThatWasTakenAwayWritesNothing) {
  const ExportId id = order(completed_run(), ExportFormat::Csv);
  const auto claimed = claim().value();
  sql("UPDATE work_item SET fence = fence + 1 WHERE kind = 'export'");
  EXPECT_THROW(with(claimed, jobs::process_export), jobs::ClaimLost);
  EXPECT_EQ(now(id).status, ExportStatus::Queued);
}

TEST_F(ExportJob, IsDoneAnewAfterAWorkerDied) {
  const ExportId id = order(completed_run(), ExportFormat::Csv);
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    ASSERT_TRUE(store::exports::start(tx, tenant_, id));
    tx.commit();
  }
  process_export();
  EXPECT_EQ(now(id).status, ExportStatus::Completed);
}

TEST_F(ExportJob, ARecordThatWasChangedIsNotExported) {
  const RunId run = completed_run();
  tamper("UPDATE run_snapshot SET content = content || ' ' WHERE run_id = '" + run.value + "'");
  static_cast<void>(order(run, ExportFormat::Json));
  EXPECT_EQ(failure().code(), "snapshot_integrity");
}

TEST_F(ExportJob, ARunWithoutASnapshotIsReadFromItsRecords) {
  config_.snapshot_capture = false;
  const ExportId id = order(completed_run(), ExportFormat::Json);
  process_export();
  const Json json = Json::parse(stored(now(id))).value();
  EXPECT_TRUE(json.get("snapshotHash").is_null());
  EXPECT_EQ(json.get("assessments").size(), 3U);
  EXPECT_EQ(json.get("documents").size(), 2U);
}

TEST_F(ExportJob, ADamagedOriginalFailsThePackage) {
  const RunId run = completed_run();
  std::ofstream(original(policy_), std::ios::app) << "x";
  static_cast<void>(order(run, ExportFormat::Package));
  EXPECT_EQ(failure().code(), "original_damaged");
}

TEST_F(ExportJob, AnOriginalThatTheStoreLostIsNotCalledDeleted) {
  const RunId run = completed_run();
  std::filesystem::remove(original(policy_));
  const ExportId id = order(run, ExportFormat::Package);
  process_export();
  const Export made = now(id);
  ASSERT_EQ(made.status, ExportStatus::Completed);
  const std::string text = readme(made);
  EXPECT_TRUE(holds(text, "MISSING, although nobody deleted it")) << text;
  EXPECT_FALSE(holds(text, "it was deleted")) << text;
  EXPECT_EQ(sql("SELECT detail::jsonb -> 'missingOriginals' ->> 0 AS v FROM audit_log"
                " WHERE action = 'export.completed' AND object_id = '" +
                id.value + "'"),
            policy_.value)
      << "the trail tells of the fault";
}

TEST_F(ExportJob, ADeletedOriginalIsNamedWithTheDate) {
  const std::string text = readme_after_deletion(policy_, policy_.value, Json::object());
  EXPECT_TRUE(holds(text, "it was deleted on ")) << text;
}

TEST_F(ExportJob, SoIsOneThatWasDeletedWithItsArchive) {
  const std::string text = readme_after_deletion(
      policy_, new_uuid(), Json::object().set("documentIds", Json::array().push(policy_.value)));
  EXPECT_TRUE(holds(text, "it was deleted on ")) << text;
}

TEST_F(ExportJob, ADocumentThatIsGoneWithoutAnEntryIsNotCalledDeleted) {
  const std::string text = readme_after_deletion(policy_, "", Json());
  EXPECT_TRUE(holds(text, "the audit trail does not name it as deleted")) << text;
  EXPECT_FALSE(holds(text, "it was deleted")) << text;
}

TEST_F(ExportJob, AFailureTellsAPersonWhy) {
  const ExportId id = order(completed_run(), ExportFormat::Csv);
  const auto claimed = claim().value();
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, claimed, jobs::kInternalCode,
                                  jobs::job_of(store::work::Kind::Export).internal_reason));
  const Export failed = now(id);
  EXPECT_EQ(failed.status, ExportStatus::Failed);
  EXPECT_TRUE(failed.failure_reason.value().starts_with("Making this export"));
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM audit_log WHERE action = 'export.failed' AND object_id = '" +
          id.value + "'"),
      "1");
}

TEST_F(ExportJob, APurgeLeavesAFileThatAnExportNeeds) {
  const ExportId id = order(completed_run(), ExportFormat::Csv);
  process_export();
  const std::string sha256 = now(id).sha256.value();
  EXPECT_TRUE(read([&](pg::Tx& tx) { return store::documents::uses_blob(tx, tenant_, sha256); }));
}

}  // namespace
}  // namespace assay::test
