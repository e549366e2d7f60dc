// SPDX-License-Identifier: Apache-2.0
// The words of e-mail: what names can do to them, and what long lists look like.
#include "pipeline/jobs/events/email_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay::jobs {
namespace {

namespace facts = store::email_facts;

const EmailReader kReader{"https://assay.example", "Robin", "robin@example.org", "Example Ltd"};

facts::Task task(const std::string& title) {
  return {TaskId{"01934a5e-2222-7abc-8def-0123456789ab"}, "A.5.1", title, std::nullopt, false};
}

std::size_t lines_with(const std::string& text, const std::string& begin) {
  std::size_t count = text.starts_with(begin) ? 1 : 0;
  for (std::size_t at = 0; (at = text.find("\n" + begin, at)) != std::string::npos; ++at) ++count;
  return count;
}

// Names come from files and people. None of them makes a line of its own, which could be a link.
TEST(EmailText, NoNameMakesALine) {
  const std::string attack = "x\nhttps://evil.example/\r\n\nhttps://evil.example/";
  EmailReader reader = kReader;
  reader.name = reader.tenant = attack;
  facts::Run run;
  run.pack = run.version = attack;
  run.failure_reason = attack;
  run.status = RunStatus::Failed;
  facts::Digest digest;
  digest.mine = {task(attack)};
  digest.open_mine = digest.runs_ended = 1;
  digest.runs = {run};
  for (const EmailText& email :
       {assigned_text(reader, attack, {task(attack)}), run_ended_text(reader, run),
        digest_text(reader, digest), invitation_text(reader, attack)}) {
    EXPECT_EQ(lines_with(email.text, "https://evil"), 0U) << email.text;
    EXPECT_EQ(email.subject.find('\n'), std::string::npos);
    EXPECT_EQ(email.text.find('\r'), std::string::npos);
    EXPECT_GE(lines_with(email.text, "https://assay.example/cm/"), 1U);
  }
}

TEST(EmailText, LongNamesAreCut) {
  const EmailText email = assigned_text(kReader, "Kim", {task(std::string(5000, 'x'))});
  EXPECT_LT(email.subject.size(), 300U);
  EXPECT_LT(email.text.size(), 1000U);
}

TEST(EmailText, ADigestSaysHowMuchMoreThereIs) {
  facts::Digest digest;
  for (int i = 0; i < facts::kDigestTasks; ++i) digest.mine.push_back(task("One"));
  digest.open_mine = 25;
  digest.overdue_mine = 3;
  digest.open = 40;
  digest.overdue = 1;
  const EmailText email = digest_text(kReader, digest);
  EXPECT_EQ(email.subject, "Your week: 25 open tasks, 3 overdue");
  EXPECT_EQ(lines_with(email.text, "- A.5.1: One"), 20U);
  EXPECT_EQ(lines_with(email.text, "- and 5 more"), 1U);
  EXPECT_NE(email.text.find("In all of Example Ltd, 40 tasks are open, and 1 overdue."),
            std::string::npos);
  EXPECT_NE(email.text.find("No run has ended in the last seven days."), std::string::npos);
}

}  // namespace
}  // namespace assay::jobs
