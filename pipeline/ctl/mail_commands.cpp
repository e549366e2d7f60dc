// SPDX-License-Identifier: Apache-2.0
// assayctl mail: sends a message to try the settings of e-mail.
#include "core/base/ids.hpp"
#include "core/mail/smtp.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

mail::Message trial_message(const Config& config, const std::string& to) {
  mail::Message message;
  message.from = config.mail.from;
  message.to.address = to;
  message.subject = "Assay can send e-mail";
  message.text =
      "Somebody with access to the machine of this installation asked for this message. Nothing "
      "is to be done.\n\n" +
      config.mail.site + "\n";
  message.id = new_uuid();
  message.at = now();
  return message;
}

}  // namespace

int mail_test(const Config& config, const Arguments& arguments) {
  if (arguments.positional.size() != 1 || !mail::is_address(arguments.positional.front())) {
    throw Failure(invalid_field("ADDRESS", "one e-mail address is needed"));
  }
  if (!config.mail.enabled()) {
    throw Failure(invalid_field("ASSAY_SMTP_URL", "is empty, so no e-mail is sent"));
  }
  const mail::Message message = trial_message(config, arguments.positional.front());
  mail::Client client(config.mail.server());
  const auto sent = client.send({message.from.address, message.to.address}, mail::compose(message));
  if (!sent) throw Failure(ErrorCode::Unavailable, sent.error().reason);
  print(Json::object()
            .set("to", message.to.address)
            .set("messageId", mail::message_id(message))
            .set("reply", sent->reply));
  return 0;
}

}  // namespace assay::ctl
