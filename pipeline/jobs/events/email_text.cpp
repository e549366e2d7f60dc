// SPDX-License-Identifier: Apache-2.0
// Puts e-mail into words.
#include "pipeline/jobs/events/email_text.hpp"

#include <string_view>

#include "core/json/utf8.hpp"

namespace assay::jobs {
namespace {

namespace facts = store::email_facts;

// On one line: a name must not look like a paragraph of ours.
std::string named(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  return utf8::shown(utf8::prefix(text, kLongest));
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
  return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

std::string task_line(const facts::Task& task) {
  std::string line = "- " + named(task.requirement_id) + ": " + named(task.title);
  if (task.due_date) line += (task.overdue ? ", was due on " : ", due on ") + *task.due_date;
  return line + "\n";
}

std::string task_lines(const std::vector<facts::Task>& tasks, std::int64_t all) {
  std::string lines;
  for (const facts::Task& task : tasks) lines += task_line(task);
  const std::int64_t more = all - static_cast<std::int64_t>(tasks.size());
  if (more > 0) lines += "- and " + std::to_string(more) + " more\n";
  return lines;
}

std::string_view state_of(RunStatus status) {
  switch (status) {
    case RunStatus::Failed:
      return "failed";
    case RunStatus::Cancelled:
      return "was cancelled";
    default:
      return "is complete";
  }
}

// "3 complete, 1 partial, 2 missing", without zeros.
std::string counts_of(const facts::Run& run) {
  constexpr std::array<std::string_view, 4> kWords{"complete", "partial", "missing", "failed"};
  std::string text;
  for (const auto& [status, number] : run.counts) {
    if (number == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(number) + " " +
            std::string(kWords.at(static_cast<std::size_t>(status)));
  }
  return text;
}

std::string run_title(const facts::Run& run) {
  return named(run.pack) + " (" + named(run.version) + ")";
}

std::string footer(const EmailReader& reader) {
  return "\nYou get this message at " + reader.address + " as a user of Assay at " +
         named(reader.tenant) + ". Choose which messages you get:\n" + settings_page(reader) + "\n";
}

std::string greeting(const EmailReader& reader) {
  return "Hello " + named(reader.name) + ",\n\n";
}

}  // namespace

std::string settings_page(const EmailReader& reader) {
  return reader.site + "/cm/settings";
}

EmailText assigned_text(const EmailReader& reader, const std::string& by,
                        const std::vector<facts::Task>& tasks) {
  const facts::Task& first = tasks.front();
  const bool one = tasks.size() == 1;
  EmailText email;
  email.subject = one ? "Task for you: " + named(first.requirement_id) + " " + named(first.title)
                      : std::to_string(tasks.size()) + " tasks for you";
  email.text = greeting(reader) + named(by) + " has assigned " +
               counted(static_cast<std::int64_t>(tasks.size()), "task", "tasks") + " to you:\n\n" +
               task_lines(tasks, static_cast<std::int64_t>(tasks.size())) + "\n" + reader.site +
               "/cm/tasks?" + (one ? "task=" + first.id.value : "show=mine") + "\n" +
               footer(reader);
  return email;
}

EmailText run_ended_text(const EmailReader& reader, const facts::Run& run) {
  EmailText email;
  const std::string ended = run_title(run) + " " + std::string(state_of(run.status));
  const std::string counts = counts_of(run);
  const bool completed = run.status == RunStatus::Completed;
  email.subject = "Run of " + ended + (completed && !counts.empty() ? ": " + counts : "");
  email.text = greeting(reader) + "Your run of " + ended + ".\n";
  if (!counts.empty()) email.text += "Requirements: " + counts + ".\n";
  if (run.open_tasks > 0) {
    email.text += "Gaps: " + counted(run.open_tasks, "open task", "open tasks") + ".\n";
  }
  if (run.failure_reason) email.text += "Why: " + named(*run.failure_reason) + "\n";
  email.text += "\n" + reader.site + "/cm/runs/" + run.id.value + (completed ? "/results" : "") +
                "\n" + footer(reader);
  return email;
}

EmailText digest_text(const EmailReader& reader, const facts::Digest& digest) {
  EmailText email;
  email.subject = "Your week: " + counted(digest.open_mine, "open task", "open tasks");
  if (digest.overdue_mine > 0) {
    email.subject += ", " + std::to_string(digest.overdue_mine) + " overdue";
  }
  email.text = greeting(reader);
  if (digest.open_mine > 0) {
    email.text += "Your open tasks (" + std::to_string(digest.open_mine) + ", " +
                  std::to_string(digest.overdue_mine) + " overdue):\n\n" +
                  task_lines(digest.mine, digest.open_mine) + "\n" + reader.site +
                  "/cm/tasks?show=mine\n\n";
  } else {
    email.text += "You have no open tasks.\n\n";
  }
  email.text += "In all of " + named(reader.tenant) + ", " +
                counted(digest.open, "task is", "tasks are") + " open, and " +
                std::to_string(digest.overdue) + " overdue.\n\n";
  if (digest.runs_ended > 0) {
    email.text += "Runs that ended in the last seven days:\n\n";
    for (const facts::Run& run : digest.runs) {
      const std::string counts = counts_of(run);
      email.text += "- " + run_title(run) + " " + std::string(state_of(run.status)) +
                    (counts.empty() ? "" : ": " + counts) + "\n";
    }
    const std::int64_t more = digest.runs_ended - static_cast<std::int64_t>(digest.runs.size());
    if (more > 0) email.text += "- and " + std::to_string(more) + " more\n";
    email.text += "\n" + reader.site + "/cm/runs\n";
  } else {
    email.text += "No run has ended in the last seven days.\n";
  }
  email.text += footer(reader);
  return email;
}

EmailText invitation_text(const EmailReader& reader, const std::string& by) {
  EmailText email;
  email.subject = "Invitation to Assay at " + named(reader.tenant);
  email.text = greeting(reader) + named(by) + " has created an account for you in Assay, where " +
               named(reader.tenant) +
               " collects the evidence for its audits.\n\n"
               "Sign in as " +
               reader.address + ":\n" + reader.site +
               "/cm/\n\n"
               "If your organisation has single sign-on, use that. Otherwise ask for your first "
               "password, and change it in the settings after signing in.\n\n"
               "If you do not know what this is about, you can ignore this message.\n";
  return email;
}

}  // namespace assay::jobs
