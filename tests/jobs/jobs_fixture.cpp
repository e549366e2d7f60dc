// SPDX-License-Identifier: Apache-2.0
// Sets up the services and uploads documents.
#include "tests/jobs/jobs_fixture.hpp"

#include <cstdlib>
#include <fstream>

#include "pipeline/jobs/documents/document_jobs.hpp"

namespace assay::test {
namespace fs = std::filesystem;
namespace work = store::work;
namespace {

fs::path new_directory() {
  std::string name = "/tmp/assay-jobs-test-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  return name;
}

Config settings(const fs::path& directory) {
  Config config = load_config("", {}).value();
  config.database = TempDatabase::shared().conninfo("assay_pipeline");
  config.blob_dir = (directory / "blobs").string();
  config.pipeline_socket = (directory / "search.sock").string();
  config.extract_binary = ASSAY_EXTRACT_BINARY;
  config.events.key_file = (directory / "events.key").string();
  config.audit_key_file = (directory / "audit.key").string();
  config.checkpoint_file = (directory / "checkpoints.jsonl").string();
  config.poll_interval = std::chrono::milliseconds(50);
  return config;
}

}  // namespace

Jobs::Jobs()
    : directory_(new_directory()),
      config_(settings(directory_)),
      blobs_(config_.blob_dir),
      extractor_(config_.extract_binary, {std::chrono::seconds(30), std::int64_t{1} << 30}),
      indexes_(embedder_, count_words),
      services_{config_,
                blobs_,
                extractor_,
                embedder_,
                count_words,
                indexes_,
                {{"builtin",
                  [this](const jobs::EvaluatorTools&) {
                    return std::make_unique<FakeEvaluator>(before_evaluation_);
                  }}},
                counters_,
                clock_} {
  log::configure("jobs-test", log::Level::Error);
  sql("DELETE FROM work_item");
  sql("DELETE FROM worker");
}

Jobs::~Jobs() {
  std::error_code ignored;  // a directory left in /tmp fails no test
  fs::remove_all(directory_, ignored);
}

DocumentId Jobs::upload(const std::string& name, const std::string& bytes,
                        const std::string& file_type) {
  IncomingBlob blob = blobs_.receive();
  blob.write(std::as_bytes(std::span(bytes)));
  const std::string sha256 = blob.finish();
  blobs_.keep(tenant_, blob);
  DocumentId id = new_document(tenant_, name, sha256, file_type);
  pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
  work::enqueue(tx, tenant_, work::Kind::Document, id.value);
  tx.commit();
  return id;
}

std::string Jobs::zip(const std::vector<std::pair<std::string, std::string>>& files) const {
  const fs::path list = directory_ / "zip.json";
  const fs::path target = directory_ / "made.zip";
  Json entries = Json::array();
  for (const auto& [name, bytes] : files) entries.push(Json::array().push(name).push(bytes));
  std::ofstream(list) << entries.dump();
  const std::string command =
      "/usr/bin/python3 -c \"import json,sys,zipfile\n"
      "z=zipfile.ZipFile(sys.argv[2],'w')\n"
      "for n,b in json.load(open(sys.argv[1])): z.writestr(n,b)\n"
      "z.close()\" " +
      list.string() + " " + target.string();
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
  return read_file(target.string());
}

std::optional<work::Claim> Jobs::claim() {
  pg::Tx tx(pipeline_, pg::Access::ReadWrite);
  auto claimed =
      work::claim(tx, "test", {std::chrono::seconds(30), std::chrono::seconds(600), 1000});
  tx.commit();
  return claimed;
}

void Jobs::process_documents() {
  while (const auto claimed = claim()) with(*claimed, jobs::process_document);
}

DocumentId Jobs::ready_document(const std::string& name, const std::string& text) {
  DocumentId id = upload(name, text);
  process_documents();
  EXPECT_EQ(document(id).status, DocumentStatus::Ready);
  return id;
}

store::documents::Document Jobs::document(const DocumentId& id) {
  return read([&](pg::Tx& tx) { return store::documents::find(tx, tenant_, id).value(); });
}

store::runs::Run Jobs::run(const RunId& id) {
  return read([&](pg::Tx& tx) { return store::runs::find(tx, tenant_, id).value(); });
}

std::size_t Jobs::files_in(const std::string& below) const {
  const fs::path root = fs::path(config_.blob_dir) / below;
  std::size_t files = 0;
  if (!fs::exists(root)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) ++files;
  }
  return files;
}

}  // namespace assay::test
