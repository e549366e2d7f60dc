// SPDX-License-Identifier: Apache-2.0
// Sends a tenant's e-mail that is due, batch by batch, and records each try.
#include "core/base/io.hpp"
#include "core/mail/smtp.hpp"
#include "core/trace/log.hpp"
#include "db/store/events/emails.hpp"
#include "pipeline/jobs/events/delivery.hpp"
#include "pipeline/jobs/events/email_text.hpp"
#include "pipeline/jobs/events/event_jobs.hpp"

namespace assay::jobs {
namespace emails = store::emails;
namespace facts = store::email_facts;
namespace {

constexpr int kEmailBatch = 16;

std::vector<TaskId> task_ids(const Json& about) {
  std::vector<TaskId> ids;
  const Json texts = about.get("taskIds");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto id = TaskId::parse(texts.at(i).as_string().value_or(""));
    if (id) ids.push_back(*id);
  }
  return ids;
}

// The name of the user who did it.
std::string actor_name(pg::Tx& tx, const TenantId& tenant, const Json& about) {
  const auto by = UserId::parse(about.get("by").as_string().value_or(""));
  const auto name = by ? facts::name_of(tx, tenant, *by) : std::nullopt;
  return name.value_or("An administrator");
}

// nullopt if there is no longer anything to report.
std::optional<EmailText> email_text_of(pg::Tx& tx, const TenantId& tenant, const emails::Due& due,
                                       const EmailReader& reader) {
  switch (due.kind) {
    case EmailKind::TaskAssigned: {
      const auto tasks = facts::still_assigned(tx, tenant, due.user, task_ids(due.about));
      if (tasks.empty()) return std::nullopt;
      return assigned_text(reader, actor_name(tx, tenant, due.about), tasks);
    }
    case EmailKind::RunEnded: {
      const auto id = RunId::parse(due.about.get("runId").as_string().value_or(""));
      const auto run = id ? facts::run(tx, tenant, *id) : std::nullopt;
      if (!run) return std::nullopt;
      return run_ended_text(reader, *run);
    }
    case EmailKind::WeeklyDigest: {
      const auto digest = facts::digest(tx, tenant, due.user);
      if (digest.open_mine == 0 && digest.runs_ended == 0) return std::nullopt;
      return digest_text(reader, digest);
    }
    case EmailKind::Invitation:
      return invitation_text(reader, actor_name(tx, tenant, due.about));
  }
  return std::nullopt;
}

emails::Attempt skipped(std::string why) {
  return {EmailStatus::Skipped, std::move(why), {}};
}

emails::Attempt attempt_of(const mail::Refusal& refusal, int earlier, double jitter) {
  emails::Attempt attempt{EmailStatus::Failed, refusal.reason, {}};
  const auto delay = delivery_delay(earlier + 1);
  if (refusal.for_good || !delay) return attempt;
  attempt.status = EmailStatus::Pending;
  attempt.next_in = with_jitter(*delay, jitter);
  return attempt;
}

// The result of one message.
struct Tried {
  emails::Attempt attempt;
  bool server_away = false;  // the next message would fail, too
};

class Postman {
 public:
  explicit Postman(const JobContext& context)
      : context_(context),
        settings_(context.services().config.mail),
        client_(settings_.server(),
                [&context] { return context.lost() || context.interrupted(); }) {}

  [[nodiscard]] Tried deliver(const emails::Due& due) {
    if (!due.wanted) return {skipped("The user is disabled, or no longer wants such messages.")};
    if (!mail::is_address(due.address)) {
      return {{EmailStatus::Failed, "No mail server accepts this address.", {}}};
    }
    const EmailReader reader{settings_.site, due.name, due.address, due.tenant_name};
    const auto words = context_.reading(
        [&](pg::Tx& tx) { return email_text_of(tx, context_.tenant(), due, reader); });
    if (!words) return {skipped("There is no longer anything to report.")};
    const auto sent = client_.send({settings_.from.address, due.address},
                                   mail::compose(message_of(due, reader, *words)));
    context_.check();
    if (sent) return {{EmailStatus::Sent, std::nullopt, {}}};
    return {attempt_of(sent.error(), due.attempts, dice_.roll()), sent.error().server_away};
  }

 private:
  [[nodiscard]] mail::Message message_of(const emails::Due& due, const EmailReader& reader,
                                         const EmailText& words) const {
    mail::Message message;
    message.from = settings_.from;
    message.to = {due.name, due.address};
    message.subject = words.subject;
    message.text = words.text;
    message.id = due.id.value;
    message.at = due.created_at;
    if (due.kind != EmailKind::Invitation) message.unsubscribe = settings_page(reader);
    return message;
  }

  const JobContext& context_;
  const MailSettings& settings_;
  mail::Client client_;
  Dice dice_;
};

// postman: made with the first message.
Tried try_email(const JobContext& context, std::optional<Postman>& postman,
                const emails::Due& due) {
  if (!postman) {
    try {
      postman.emplace(context);
    } catch (const IoError& error) {
      const mail::Refusal refusal{
          false, true, "The mail server's password cannot be read: " + std::string(error.what())};
      return {attempt_of(refusal, due.attempts, 0), refusal.server_away};
    }
  }
  return postman->deliver(due);
}

void note_email(const JobContext& context, const emails::Due& due, const Tried& tried) {
  context.fenced([&](pg::Tx& tx) {
    emails::note(tx, context.tenant(), due.id, due.address, tried.attempt);
    context.progressed(tx);
  });
  context.services().counters.add("assay_emails_total",
                                  label("status", to_text(tried.attempt.status)));
  if (tried.attempt.status == EmailStatus::Failed) {
    log::warning("email_failed", {{"emailId", due.id.value}, {"kind", to_text(due.kind)}});
  }
}

}  // namespace

void process_emails(const JobContext& context) {
  const auto begun = std::chrono::steady_clock::now();
  std::optional<Postman> postman;
  for (bool more = context.services().config.mail.enabled(); more;) {
    const auto due =
        context.reading([&](pg::Tx& tx) { return emails::due(tx, context.tenant(), kEmailBatch); });
    more = !due.empty();
    for (const emails::Due& one : due) {
      const Tried tried = try_email(context, postman, one);
      note_email(context, one, tried);
      more = more && !tried.server_away;
      if (!more) break;
      // The rest is due still, and follows in the tenant's next turn.
      if (std::chrono::steady_clock::now() - begun >= context.services().config.turn) {
        throw GaveWay();
      }
    }
  }
  context.fenced_if_held([&](pg::Tx& tx) { context.finish(tx); });
}

void publish_mail_server(const Config& config, pg::Connection& connection) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  emails::set_available(tx, config.mail.enabled());
  tx.commit();
}

}  // namespace assay::jobs
