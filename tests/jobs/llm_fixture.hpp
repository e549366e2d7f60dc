// SPDX-License-Identifier: Apache-2.0
// The fixture of tests of runs judged by a language model: a model's server, and a client with
// short pauses.
#pragma once

#include <memory>

#include "pipeline/jobs/runs/run_evaluate.hpp"
#include "tests/jobs/run_fixture.hpp"
#include "tests/support/model_server.hpp"

namespace assay::test {

inline constexpr std::string_view kKey = "sk-canary-0123456789";

// The title of the requirement in the request.
inline std::string title_in(const ModelExchange& exchange) {
  const std::string text = exchange.question();
  constexpr std::string_view kBefore = "\nRequirement: ";
  const std::size_t at = text.find(kBefore) + kBefore.size();
  return text.substr(at, text.find('\n', at) - at);
}

// One part, which is met according to the first evidence block.
inline std::string grounded_answer(const ModelExchange& exchange, double confidence) {
  const std::string text = exchange.question();
  const std::size_t at = text.find(" chunk ") + 7;
  const std::size_t words = text.find("\nText:\n", at) + 7;
  const Json citation = Json::object()
                            .set("chunkId", text.substr(at, 36))
                            .set("quote", text.substr(words, text.find("\n<<<END", words) - words));
  const Json check = Json::object()
                         .set("label", "")
                         .set("text", title_in(exchange))
                         .set("verdict", "met")
                         .set("probability", confidence)
                         .set("citations", Json::array().push(citation))
                         .set("missing", Json::array());
  return Json::object()
      .set("subchecks", Json::array().push(check))
      .set("contradictions", Json::array())
      .set("reasoning", "It is written there.")
      .set("confidence", confidence)
      .dump();
}

class LlmRun : public RunJob {
 protected:
  // From here on services_ have the model.
  void serve(ModelServer::Script script) {
    server_ = std::make_unique<ModelServer>(std::move(script));
    config_.llm.base_url = server_->base_url();
    config_.llm.model = "made-up-model";
    config_.llm.api_key = kKey;
    config_.llm.max_concurrency = 4;
    config_.llm.price_input = 2.0;
    config_.llm.price_output = 10.0;
    llm::Policy policy;
    policy.first_backoff = policy.longest_backoff = std::chrono::milliseconds(50);
    policy.breaker.open_for = std::chrono::milliseconds(300);
    client_ = std::make_unique<llm::Client>(config_.llm, policy);
    services_.evaluators["llm"] = jobs::evaluators_with(client_.get()).at("llm");
    services_.model = client_.get();
  }
  RunId start_llm(const std::vector<std::string>& titles,
                  const std::string& model = "made-up-model") {
    pack_ = new_pack(tenant_, titles);
    return new_run(tenant_, pack_, std::string(embedder_.model_id()), model);
  }
  [[nodiscard]] std::string count(const std::string& what, const RunId& id) {
    return sql("SELECT count(*) AS v FROM " + what + " AND run_id = '" + id.value + "'");
  }

  std::unique_ptr<ModelServer> server_;
  std::unique_ptr<llm::Client> client_;
};

}  // namespace assay::test
