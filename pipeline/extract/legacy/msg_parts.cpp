// SPDX-License-Identifier: Apache-2.0
// Finds properties by the names of their streams, and short ones in the list. Reads attachments:
// files, and messages or objects that are folders of the message. Decompresses rich text with a
// dictionary of the last 4,096 bytes, which begins with usual words of RTF.
#include "pipeline/extract/legacy/msg_parts.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr const char* kPropertyList = "__properties_version1.0";
constexpr std::size_t kPropertyEntry = 16;

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

constexpr std::string_view kUsualWords =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    "\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    "\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
constexpr std::uint32_t kCompressedRtf = 0x75465A4C;
constexpr std::uint32_t kStoredRtf = 0x414C454D;
constexpr std::size_t kRtfHeader = 16;
constexpr std::size_t kDictionary = 4096;

class RtfDictionary {
 public:
  RtfDictionary() {
    std::ranges::copy(kUsualWords, bytes_.begin());
    write_ = kUsualWords.size();
  }
  void add(char c, std::string& out) {
    out += c;
    bytes_.at(write_) = c;
    write_ = (write_ + 1) % kDictionary;
  }
  void repeat(std::size_t from, std::size_t length, std::string& out) {
    for (std::size_t i = 0; i < length; ++i) add(bytes_.at((from + i) % kDictionary), out);
  }
  [[nodiscard]] std::size_t end() const { return write_; }

 private:
  std::array<char, kDictionary> bytes_{};
  std::size_t write_ = 0;
};

}  // namespace

MsgProperties::MsgProperties(const CompoundFolder& folder, std::size_t header_size, int code_page)
    : folder_(folder), header_size_(header_size), code_page_(code_page) {
  if (folder.has(kPropertyList)) list_ = folder.stream(kPropertyList);
  if (const auto own = number(MsgProperty::CodePage)) code_page_ = static_cast<int>(*own & 0xFFFFU);
}

std::string MsgProperties::stream_of(MsgProperty property, const char* type) const {
  std::array<char, 32> name{};
  static_cast<void>(std::snprintf(name.data(), name.size(), "__substg1.0_%04X%s",
                                  static_cast<unsigned>(property), type));
  return folder_.has(name.data()) ? folder_.stream(name.data()) : std::string();
}

std::string MsgProperties::text(MsgProperty property) const {
  const std::string units = stream_of(property, "001F");
  if (!units.empty()) return from_utf16le(units);
  return from_code_page(code_page_, stream_of(property, "001E"));
}

std::string MsgProperties::binary(MsgProperty property) const {
  return stream_of(property, "0102");
}

std::optional<std::uint64_t> MsgProperties::number(MsgProperty property) const {
  for (std::size_t at = header_size_; at + kPropertyEntry <= list_.size(); at += kPropertyEntry) {
    if (le_u16(list_, at + 2) == static_cast<unsigned>(property)) return le_u64(list_, at + 8);
  }
  return std::nullopt;
}

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

std::string decompressed_rtf(std::string_view bytes) {
  const std::uint32_t form = le_u32(bytes, 8);
  const std::string_view data = part_of(bytes, kRtfHeader, bytes.size() - kRtfHeader);
  if (form == kStoredRtf) return std::string(data);
  if (form != kCompressedRtf) throw CompoundError("has rich text of an unknown form");
  std::string out;
  RtfDictionary dictionary;
  for (std::size_t at = 0; at < data.size();) {
    const unsigned control = le_u8(data, at++);
    for (unsigned bit = 0; bit < 8 && at < data.size(); ++bit) {
      if ((control >> bit & 1U) == 0) {
        dictionary.add(data[at++], out);
        continue;
      }
      if (at + 2 > data.size()) return out;
      const unsigned reference =
          (static_cast<unsigned>(le_u8(data, at)) << 8U) | le_u8(data, at + 1);
      at += 2;
      if (reference >> 4U == dictionary.end()) return out;
      dictionary.repeat(reference >> 4U, (reference & 0x0FU) + 2, out);
    }
  }
  return out;
}

}  // namespace assay::extract
