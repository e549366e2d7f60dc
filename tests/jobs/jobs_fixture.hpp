// SPDX-License-Identifier: Apache-2.0
// The fixture of tests of jobs: services with fakes, a blob store, uploads, claims.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>

#include "db/store/evidence/documents.hpp"
#include "db/store/runs/runs.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "tests/jobs/fakes.hpp"
#include "tests/support/records.hpp"

namespace assay::test {

class Jobs : public ::testing::Test {
 protected:
  Jobs();
  ~Jobs() override;

  // A stored original, its document and its work item, as left by an upload.
  DocumentId upload(const std::string& name, const std::string& bytes,
                    const std::string& file_type = "txt");
  // The bytes of a ZIP of these files.
  [[nodiscard]] std::string zip(
      const std::vector<std::pair<std::string, std::string>>& files) const;

  // Claims the next item, whose job the test runs itself.
  [[nodiscard]] std::optional<store::work::Claim> claim();
  // Runs a job's function with this claim.
  template <class F>
  void with(const store::work::Claim& claimed, F&& job) {
    const jobs::HeldClaim held(claimed);
    job(jobs::JobContext(services_, pipeline_, held, interrupt_));
  }
  // The failure that ends the job, which the worker records.
  template <class F>
  jobs::JobFailure failure_of(const store::work::Claim& claimed, F&& job) {
    try {
      with(claimed, std::forward<F>(job));
    } catch (const jobs::JobFailure& failure) {
      return failure;
    }
    ADD_FAILURE() << "it did not fail";
    return {"", ""};
  }
  // Claims and processes documents until none is left. Errors of jobs are thrown.
  void process_documents();
  // A READY document with this text.
  DocumentId ready_document(const std::string& name, const std::string& text);

  [[nodiscard]] store::documents::Document document(const DocumentId& id);
  [[nodiscard]] store::runs::Run run(const RunId& id);
  template <class F>
  auto read(F&& body) {
    pg::Tx tx(pipeline_, pg::Access::ReadOnly, tenant_);
    auto result = body(tx);
    tx.commit();
    return result;
  }
  [[nodiscard]] std::size_t files_in(const std::string& below) const;

  std::filesystem::path directory_;
  Config config_;
  BlobStore blobs_;
  Extractor extractor_;
  FakeEmbedder embedder_;
  jobs::IndexCache indexes_;
  std::function<void(const assess::RequirementText&)> before_evaluation_ = [](const auto&) {};
  Counters counters_;
  pg::DatabaseClock clock_;
  jobs::Services services_;
  std::atomic<bool> interrupt_{false};
  pg::Connection pipeline_ = TempDatabase::shared().connect("assay_pipeline");
  TenantId tenant_ = new_tenant();
};

}  // namespace assay::test
