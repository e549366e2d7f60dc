// SPDX-License-Identifier: Apache-2.0
// The fixture of tests of corpora: a corpus and an ingestion of it, by upload or URL.
#pragma once

#include "db/store/ingestions.hpp"
#include "db/store/work.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"
#include "tests/jobs/run_fixture.hpp"

namespace assay::test {

namespace corpora = store::corpora;
namespace ingestions = store::ingestions;

class CorpusJob : public RunJob {
 protected:
  CorpusJob() {
    config_.corpus_allow_nets = {IpNetwork::parse("127.0.0.0/8").value()};
    config_.corpus_fetch_timeout = std::chrono::seconds(5);
  }
  // A PENDING ingestion with its work item; an upload if bytes are given.
  IngestionId ingestion(const std::optional<std::string>& url,
                        const std::optional<std::string>& bytes = std::nullopt) {
    ingestions::NewIngestion fresh;
    fresh.id = IngestionId::fresh();
    fresh.source_url = url;
    if (bytes) fresh.source = stored(*bytes);
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
    corpora::NewCorpus corpus;
    corpus.id = CorpusId::fresh();
    corpus.title = "An Act";
    corpora::insert(tx, tenant_, corpus);
    fresh.corpus = corpus.id;
    EXPECT_TRUE(ingestions::insert(tx, tenant_, fresh));
    store::work::enqueue(tx, tenant_, store::work::Kind::Corpus, fresh.id.value);
    tx.commit();
    return fresh.id;
  }
  ingestions::Source stored(const std::string& bytes) {
    IncomingBlob blob = blobs_.receive();
    blob.write(std::as_bytes(std::span(bytes)));
    const std::string sha256 = blob.finish();
    ingestions::Source source{"act.txt", "txt", "text/plain", blob.size(), sha256};
    blobs_.keep(tenant_, blob);
    return source;
  }
  void process_corpus() { with(claim().value(), jobs::process_corpus); }
  ingestions::Ingestion now(const IngestionId& id) {
    return read([&](pg::Tx& tx) { return ingestions::find(tx, tenant_, id).value(); });
  }
  std::vector<ingestions::Passage> passages_of(const IngestionId& id) {
    return read([&](pg::Tx& tx) { return ingestions::passages(tx, tenant_, id, -1, 10'000); });
  }
  IngestionId completed(const std::string& text) {
    IngestionId id = ingestion(std::nullopt, text);
    process_corpus();
    EXPECT_EQ(now(id).status, IngestionStatus::Completed);
    return id;
  }
  ActivationId activate(const IngestionId& id) {
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
    const auto corpus = corpora::find(tx, tenant_, now(id).corpus).value();
    ActivationId made = corpora::activate(tx, tenant_, corpus, id, UserId::fresh()).id;
    tx.commit();
    return made;
  }
};

}  // namespace assay::test
