// SPDX-License-Identifier: Apache-2.0
// Lists the kinds of containers, and names the members of those that other readers open: entries of
// a ZIP, attachments of e-mail and Outlook messages, messages of a mailbox.
#include "pipeline/extract/archive/container.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/legacy/msg_parts.hpp"
#include "pipeline/extract/mail/mail_message.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

constexpr std::array kContainers{
    Container{"zip", "ZIP archive", true, false, walk_zip},
    Container{"tar", "TAR archive", false, false, walk_tar},
    Container{"7z", "7-Zip archive", false, false, walk_7z},
    Container{"gz", "GZIP archive", false, false, walk_compressed},
    Container{"bz2", "BZIP2 archive", false, false, walk_compressed},
    Container{"xz", "XZ archive", false, false, walk_compressed},
    Container{"eml", "e-mail message", false, true, walk_eml},
    Container{"msg", "Outlook message", false, true, walk_msg},
    Container{"mbox", "mailbox", false, false, walk_mbox},
};

Member member_of(const ZipEntry& entry) {
  if (entry.special) throw ContainerError("holds a symbolic link or special file");
  if (entry.encrypted) throw ContainerError("is encrypted");
  return {entry.name, entry.directory, entry.size};
}

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

constexpr std::string_view kNotHeld = "The message only names this file and does not hold it.";

}  // namespace

const Container* container_of(std::string_view type) {
  const auto* found =
      std::find_if(kContainers.begin(), kContainers.end(),
                   [type](const Container& container) { return container.type == type; });
  return found == kContainers.end() ? nullptr : found;
}

void walk_zip(std::string_view bytes, std::string_view /*name*/, Members& members) {
  try {
    const ZipArchive zip(bytes);
    for (const ZipEntry& entry : zip.entries()) members.expect(member_of(entry));
    for (const ZipEntry& entry : zip.entries()) {
      members.take(member_of(entry), [&entry](const Bytes& sink) { inflate(entry, sink); });
    }
  } catch (const ZipError& error) {
    throw ContainerError(error.what());
  }
}

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

// A message that cannot be taken apart stays a file, which fails by itself.
void walk_msg(std::string_view bytes, std::string_view /*name*/, Members& members) {
  try {
    for_each_attachment(bytes, [&members](std::string_view name, std::string_view content) {
      const std::string_view left_out = content.empty() ? kNotHeld : std::string_view();
      members.take({std::string(name), false, content.size(), left_out},
                   [content](const Bytes& sink) { sink(std::as_bytes(std::span(content))); });
    });
  } catch (const CompoundError& error) {
    throw ContainerError(error.what(), ExtractProblem::Broken);
  }
}

}  // namespace assay::extract
