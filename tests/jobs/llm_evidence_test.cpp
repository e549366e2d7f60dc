// SPDX-License-Identifier: Apache-2.0
// Which of a tenant's evidence a language model is shown.
#include "tests/jobs/llm_fixture.hpp"

namespace assay::test {
namespace {

TEST_F(LlmRun, TheModelIsToldWhoIsAuditedAndShownWhatItsTokensHold) {
  std::string question;
  serve([&question](const ModelExchange& exchange) {
    question = exchange.question();
    exchange.say(grounded_answer(exchange, 0.9));
  });
  for (int i = 0; i < 28; ++i) {
    const std::string number = std::to_string(i);
    static_cast<void>(
        upload("log" + number + ".txt", "Log " + number + " of accounts and owners."));
  }
  process_documents();
  const auto shown = [&](std::size_t tokens) {
    config_.llm.evidence_tokens = tokens;
    const RunId id = start_llm({"accounts are reviewed"});
    process();
    EXPECT_EQ(run(id).status, RunStatus::Completed);
    std::size_t blocks = 0;
    for (std::size_t at = 0; (at = question.find("<<<EVIDENCE ", at)) != std::string::npos; ++at) {
      ++blocks;
    }
    return blocks;
  };
  EXPECT_EQ(shown(12'000), 30U);
  const std::string name = sql("SELECT name AS v FROM tenant WHERE id = '" + tenant_.value + "'");
  EXPECT_NE(question.find("\nAudited company: " + name + "\n"), std::string::npos);
  const std::size_t few = shown(500);
  EXPECT_GE(few, 1U);
  EXPECT_LT(few, 8U);
  EXPECT_NE(question.find("Accounts are reviewed each quarter"), std::string::npos)
      << "the best stay";
}

}  // namespace
}  // namespace assay::test
