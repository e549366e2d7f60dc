// SPDX-License-Identifier: Apache-2.0
// Makes evidence and answers for tests.
#include "tests/llm/fixture.hpp"

namespace assay::test {
namespace {

const std::string kFirst = "01934a5e-0000-7abc-8def-0000000000c1";
const std::string kPolicy = "01934a5e-0000-7abc-8def-0000000000d1";
const std::string kPlan = "01934a5e-0000-7abc-8def-0000000000d2";

assess::Candidate chunk(const std::string& document, const std::string& id,
                        const std::string& content) {
  assess::Candidate candidate;
  candidate.document.value = document;
  candidate.chunk.value = id;
  candidate.file_name = document == kPolicy ? "policy.pdf" : "plan.docx";
  candidate.page_number = 3;
  candidate.heading_path = "Access control > Reviews";
  candidate.content = content;
  candidate.score = 0.7;
  return candidate;
}

}  // namespace

assess::RequirementText requirement() {
  assess::RequirementText text;
  text.id.value = "01934a5e-0000-7abc-8def-0000000000f1";
  text.requirement_id = "2.3.i";
  text.criterion_title = "Access control";
  text.title = "User access rights are reviewed at least every six months.";
  return text;
}

std::vector<assess::Candidate> candidates() {
  return {
      chunk(kPolicy, kFirst,
            "Access rights of all users are reviewed every quarter by the owner of the system. The "
            "review is recorded in the register of access re-\nviews."),
      chunk(kPolicy, "01934a5e-0000-7abc-8def-0000000000c2",
            "Multi\xE2\x80\x91"
            "factor authentication is required\n for  remote access."),
      chunk(kPlan, "01934a5e-0000-7abc-8def-0000000000c3",
            "Backups are taken every night. Restoration is tested each year."),
  };
}

Json part_of(std::string_view verdict, double probability, const std::vector<Said>& quotes,
             std::string_view text) {
  Json citations = Json::array();
  for (const Said& said : quotes) {
    citations.push(Json::object().set("chunkId", said.chunk).set("quote", said.quote));
  }
  return Json::object()
      .set("label", "i")
      .set("text", text)
      .set("verdict", verdict)
      .set("probability", probability)
      .set("citations", citations)
      .set("missing", Json::array());
}

Json answer_with(double confidence, const std::vector<Json>& parts) {
  Json checks = Json::array();
  for (const Json& part : parts) checks.push(part);
  return Json::object()
      .set("subchecks", checks)
      .set("contradictions", Json::array())
      .set("reasoning", "The policy states a quarterly review.")
      .set("confidence", confidence);
}

Json answer_of(double confidence, const std::vector<Said>& quotes) {
  return answer_with(confidence, {part_of("met", confidence, quotes)});
}

std::string good_answer(double confidence) {
  return answer_of(confidence, {{kFirst, "Access rights of all users are reviewed every quarter"}})
      .dump();
}

LlmSettings settings_for(const std::string& base_url) {
  LlmSettings settings;
  settings.base_url = base_url;
  settings.model = "made-up-model";
  settings.api_key = "sk-canary-0123456789";
  settings.max_concurrency = 4;
  settings.price_input = 2.0;
  settings.price_output = 10.0;
  return settings;
}

llm::Policy quick_policy() {
  llm::Policy policy;
  policy.first_backoff = std::chrono::milliseconds(100);
  policy.longest_backoff = std::chrono::milliseconds(100);
  policy.breaker.open_for = std::chrono::milliseconds(600);
  return policy;
}

Judged judge(llm::Client& client, std::chrono::milliseconds budget,
             const std::vector<assess::Candidate>& evidence) {
  const llm::LlmEvaluator evaluator(client, [] { return false; });
  Judged judged;
  const auto from = std::chrono::steady_clock::now();
  try {
    judged.verdict = evaluator.evaluate(requirement(), evidence, Deadline(budget));
    judged.calls = judged.verdict.calls;
    judged.details = judged.verdict.details;
  } catch (const assess::EvaluationFailed& failure) {
    judged.code = failure.code();
    judged.message = failure.what();
    judged.calls = failure.calls();
    judged.details = failure.details();
  }
  judged.took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - from);
  return judged;
}

}  // namespace assay::test
