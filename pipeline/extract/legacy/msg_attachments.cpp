// SPDX-License-Identifier: Apache-2.0
// Reads attachments: files, and messages or objects that are folders of the message.
#include "pipeline/extract/legacy/msg_attachments.hpp"

#include <utility>

#include "pipeline/extract/compound/compound_copy.hpp"
#include "pipeline/extract/legacy/msg_properties.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr const char* kAttachedFolder = "__substg1.0_3701000D";
constexpr const char* kInnerList = "__properties_version1.0";
constexpr std::size_t kMaxAttachments = 10'000;

std::vector<CompoundFolder> attachments_of(const CompoundFolder& message) {
  std::vector<CompoundFolder> found;
  for (const std::string& name : message.names()) {
    if (!name.starts_with("__attach_version1.0_") || found.size() >= kMaxAttachments) continue;
    if (auto folder = message.folder(name)) found.push_back(std::move(*folder));
  }
  return found;
}

std::string name_of_attachment(const CompoundFolder& attachment, int code_page) {
  const MsgProperties properties(attachment, kMsgPartHeader, code_page);
  for (const MsgProperty property :
       {MsgProperty::LongFileName, MsgProperty::FileName, MsgProperty::DisplayName}) {
    std::string name = clean_line(properties.text(property));
    if (name.empty()) continue;
    const auto inner = attachment.folder(kAttachedFolder);
    const bool message = inner && inner->has(kInnerList);
    return message && !ascii_lower(name).ends_with(".msg") ? name + ".msg" : name;
  }
  return "attachment";
}

// The list of an inner message's properties has a shorter header.
std::string as_message(const CompoundFolder& folder) {
  return compound_copy(folder, [](std::string_view name, std::string bytes) {
    if (name == kInnerList && bytes.size() >= kInnerMsgHeader) {
      bytes.insert(kInnerMsgHeader, kMsgHeader - kInnerMsgHeader, '\0');
    }
    return bytes;
  });
}

}  // namespace

void for_each_attachment(
    std::string_view bytes,
    const std::function<void(std::string_view name, std::string_view bytes)>& found) {
  const CompoundFolder root = CompoundFolder::open(bytes);
  const MsgProperties message(root, kMsgHeader, 1252);
  const int code_page =
      static_cast<int>(message.number(MsgProperty::CodePage).value_or(1252) & 0xFFFFU);
  for (const CompoundFolder& attachment : attachments_of(root)) {
    const std::string name = name_of_attachment(attachment, code_page);
    if (const auto inner = attachment.folder(kAttachedFolder)) {
      found(name, as_message(*inner));
    } else {
      const MsgProperties properties(attachment, kMsgPartHeader, code_page);
      found(name, properties.binary(MsgProperty::AttachedData));
    }
  }
}

std::vector<std::string> attachment_names(const CompoundFolder& message, int code_page) {
  std::vector<std::string> names;
  for (const CompoundFolder& attachment : attachments_of(message)) {
    names.push_back(name_of_attachment(attachment, code_page));
  }
  return names;
}

}  // namespace assay::extract
