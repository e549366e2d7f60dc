// SPDX-License-Identifier: Apache-2.0
// Names the attachments of an e-mail message, and the messages of a mailbox.
#include <span>
#include <string>

#include "pipeline/extract/archive/container.hpp"
#include "pipeline/extract/mail/mail_message.hpp"
#include "pipeline/extract/mail/mail_names.hpp"
#include "pipeline/extract/mail/mailbox.hpp"
#include "pipeline/extract/page/failure.hpp"

namespace assay::extract {
namespace {

ReadMember reading(const std::string& bytes) {
  return [&bytes](const Bytes& sink) { sink(std::as_bytes(std::span(bytes))); };
}

// A message that cannot be taken apart stays a file, which fails by itself.
MailMessage parsed(std::string_view source) {
  try {
    return MailMessage(source);
  } catch (const ReadFailure& failure) {
    throw ContainerError("cannot be taken apart", failure.failure().problem);
  }
}

std::string subject_of(std::string_view source) {
  try {
    return MailMessage(source).subject();
  } catch (const ReadFailure&) {
    return {};
  }
}

}  // namespace

void walk_eml(std::string_view bytes, std::string_view /*name*/, Members& members) {
  const std::string source = mail_source(bytes);
  const MailMessage message = parsed(source);
  for (const MailMember& member : message.members()) {
    if (!member.left_out.empty()) {
      members.take({member.name, false, 0, member.left_out}, [](const Bytes&) {});
      continue;
    }
    const std::string content = mail_content(member.part);
    members.take({member.name, false, content.size()}, reading(content));
  }
}

void walk_mbox(std::string_view bytes, std::string_view /*name*/, Members& members) {
  Mailbox mailbox(bytes);
  std::string message;
  for (std::size_t number = 1; mailbox.next(message); ++number) {
    const std::string name = mailbox_member_name(number, subject_of(message));
    members.take({name, false, message.size()}, reading(message));
  }
}

}  // namespace assay::extract
