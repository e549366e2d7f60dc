// SPDX-License-Identifier: Apache-2.0
// Commands that try one part of the service. assayctl embed: shows the encoder's output for a text
// exactly as given, for inspection. (Documents go through embed::Embedder, which collapses white
// space first.) assayctl mail: sends a message to try the settings of e-mail.
#include <iostream>
#include <string>

#include "core/base/ids.hpp"
#include "core/mail/smtp.hpp"
#include "pipeline/ctl/commands.hpp"
#include "pipeline/embed/encoder.hpp"

namespace assay::ctl {
namespace {

mail::Message trial_message(const Config& config, const std::string& to) {
  mail::Message message;
  message.from = config.mail.from;
  message.to.address = to;
  message.subject = "Assay can send e-mail";
  message.text =
      "Somebody with access to the machine of this installation requested this message. You do "
      "not need to do anything.\n\n" +
      config.mail.site + "\n";
  message.id = new_uuid();
  message.at = now();
  return message;
}

}  // namespace

int embed(const Config& config, const Arguments& /*arguments*/) {
  const auto tokenizer = embed::Tokenizer::load(config.model_dir);
  const auto encoder = embed::Encoder::load(config.model_dir);
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    if (line.empty()) continue;
    const auto input = Json::parse(line);
    const auto text = input ? input->get("text").as_string() : std::nullopt;
    if (!text) {
      throw Failure(invalid_field("line " + std::to_string(number),
                                  "must be a JSON object with a member text"));
    }
    const std::vector<std::vector<embed::TokenId>> tokens{tokenizer.encode(*text)};
    Json ids = Json::array();
    for (const embed::TokenId id : tokens.front()) ids.push(id);
    Json vector = Json::array();
    for (const float value : encoder.encode(tokens)) vector.push(static_cast<double>(value));
    std::cout << Json::object().set("ids", ids).set("vector", vector).dump() << '\n';
  }
  return 0;
}

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
