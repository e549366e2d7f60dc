// SPDX-License-Identifier: Apache-2.0
// The fixture of tests of runs: two READY documents, and a pack of requirements by their titles.
#pragma once

#include "db/store/assessments.hpp"
#include "db/store/snapshots.hpp"
#include "pipeline/jobs/runs/run_job.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {

namespace assessments = store::assessments;
namespace runs = store::runs;
using assessments::Assessment;

class RunJob : public Jobs {
 protected:
  RunJob() {
    policy_ = ready_document("policy.txt", "Accounts are reviewed each quarter by the owner.");
    backup_ = ready_document("backup.txt", "Backups of accounts are taken every night.");
  }
  RunId start(const std::vector<std::string>& titles) {
    pack_ = new_pack(tenant_, titles);
    return new_run(tenant_, pack_, std::string(embedder_.model_id()));
  }
  void process() { with(*claim(), jobs::process_run); }
  std::vector<Assessment> assessments_of(const RunId& id) {
    return read([&](pg::Tx& tx) { return assessments::list(tx, tenant_, id); });
  }
  std::vector<runs::Step> steps_of(const RunId& id) {
    return read([&](pg::Tx& tx) { return runs::steps(tx, tenant_, id); });
  }
  Json snapshot_of(const RunId& id) {
    const auto stored = read([&](pg::Tx& tx) { return store::snapshots::find(tx, tenant_, id); });
    EXPECT_TRUE(stored);
    return stored ? Json::parse(stored->content).value() : Json();
  }

  DocumentId policy_;
  DocumentId backup_;
  BoundPack pack_;
};

}  // namespace assay::test
