// SPDX-License-Identifier: Apache-2.0
// The parts of an Outlook message ([MS-OXMSG] 2.1, 2.4): properties of the message, a recipient or
// an attachment, attached files, and compressed rich text ([MS-OXRTFCP]).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/compound/compound_file.hpp"

namespace assay::extract {

enum class MsgProperty : std::uint16_t {
  Subject = 0x0037,
  Submitted = 0x0039,
  SentFor = 0x0042,
  RecipientKind = 0x0C15,
  SenderName = 0x0C1A,
  SenderAddress = 0x0C1F,
  ShownCc = 0x0E03,
  ShownTo = 0x0E04,
  Delivered = 0x0E06,
  Body = 0x1000,
  CompressedRtf = 0x1009,
  Html = 0x1013,
  DisplayName = 0x3001,
  Address = 0x3003,
  AttachedData = 0x3701,
  FileName = 0x3704,
  LongFileName = 0x3707,
  SmtpAddress = 0x39FE,
  HtmlCodePage = 0x3FDE,
  CodePage = 0x3FFD,
  SenderSmtpAddress = 0x5D01
};

class MsgProperties {
 public:
  // header_size: of the list of properties, before the first. folder must outlive it. Throws
  // CompoundError.
  MsgProperties(const CompoundFolder& folder, std::size_t header_size, int code_page);

  // Empty if there is none.
  [[nodiscard]] std::string text(MsgProperty property) const;
  [[nodiscard]] std::string binary(MsgProperty property) const;
  [[nodiscard]] std::optional<std::uint64_t> number(MsgProperty property) const;

 private:
  [[nodiscard]] std::string stream_of(MsgProperty property, const char* type) const;

  const CompoundFolder& folder_;
  std::string list_;
  std::size_t header_size_;
  int code_page_;
};

inline constexpr std::size_t kMsgHeader = 32;
inline constexpr std::size_t kInnerMsgHeader = 24;
inline constexpr std::size_t kMsgPartHeader = 8;  // of a recipient or attachment

// Calls found with the name and the bytes of each attachment, in order. An attached message is a
// file of its own. Throws CompoundError if the message is damaged, and what found throws.
void for_each_attachment(
    std::string_view bytes,
    const std::function<void(std::string_view name, std::string_view bytes)>& found);

// The names alone. Throws CompoundError.
[[nodiscard]] std::vector<std::string> attachment_names(const CompoundFolder& message,
                                                        int code_page);

// RTF. Throws CompoundError if the form is not known.
[[nodiscard]] std::string decompressed_rtf(std::string_view bytes);

}  // namespace assay::extract
