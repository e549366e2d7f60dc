// SPDX-License-Identifier: Apache-2.0
// Outlook messages: headers, body and attachments.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/archive/archive_walk.hpp"
#include "pipeline/extract/legacy/msg_parts.hpp"
#include "tests/extract/compound_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string property(std::uint32_t id, std::uint32_t type, const std::string& value) {
  std::string padded = value;
  padded.resize(8);
  return le16(type) + le16(id) + le32(6) + padded;
}

Streams message_streams() {
  const std::string list =
      std::string(32, '\0') +
      property(0x0039, 0x0040, le32(0x17D32000) + le32(0x01DAA83C));  // 2024-05-17
  const std::string recipient = std::string(8, '\0') + property(0x0C15, 3, le32(1));
  return {{"__properties_version1.0", list},
          {"__substg1.0_0037001F", utf16("Access review")},
          {"__substg1.0_0C1A001F", utf16("Kay")},
          {"__substg1.0_5D01001F", utf16("kay@example.com")},
          {"__substg1.0_1000001F", utf16("All accounts were reviewed.\r\n")},
          {"__recip_version1.0_#00000000/__properties_version1.0", recipient},
          {"__recip_version1.0_#00000000/__substg1.0_3001001F", utf16("Lee")},
          {"__recip_version1.0_#00000000/__substg1.0_39FE001F", utf16("lee@example.com")},
          {"__attach_version1.0_#00000000/__properties_version1.0", std::string(8, '\0')},
          {"__attach_version1.0_#00000000/__substg1.0_3707001F", utf16("list.csv")},
          {"__attach_version1.0_#00000000/__substg1.0_37010102", "a,b\n1,2\n"}};
}

TEST(Msg, ReadsHeadersAndBody) {
  const Blocks blocks = read_blocks("msg", compound_file(message_streams()));
  ASSERT_EQ(blocks.size(), 6U);
  EXPECT_EQ(blocks[0], "H1 Access review");
  EXPECT_EQ(blocks[1], "T From: Kay <kay@example.com>");
  EXPECT_EQ(blocks[2], "T To: Lee <lee@example.com>");
  EXPECT_TRUE(blocks[3].starts_with("T Date: 2024-05-1")) << blocks[3];
  EXPECT_EQ(blocks[4], "T Attachment: list.csv");
  EXPECT_EQ(blocks[5], "P All accounts were reviewed.");
}

TEST(Msg, GivesAttachments) {
  std::vector<std::pair<std::string, std::string>> found;
  extract::for_each_attachment(
      compound_file(message_streams()),
      [&found](std::string_view name, std::string_view bytes) { found.emplace_back(name, bytes); });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (std::pair<std::string, std::string>{"list.csv", "a,b\n1,2\n"}));
}

// Its list of properties has a shorter header than that of a file.
TEST(Msg, GivesAttachedMessagesAsFiles) {
  const std::string inner = "__attach_version1.0_#00000000/__substg1.0_3701000D/";
  const std::string list = std::string(24, '\0') + property(0x3FFD, 3, le32(1251));
  const std::string bytes = compound_file(
      {{"__properties_version1.0", std::string(32, '\0')},
       {"__attach_version1.0_#00000000/__properties_version1.0", std::string(8, '\0')},
       {"__attach_version1.0_#00000000/__substg1.0_3001001F", utf16("Forwarded")},
       {inner + "__properties_version1.0", list},
       {inner + "__substg1.0_1000001E", "\xF2\xE5\xEA\xF1\xF2"},
       {inner + "__recip_version1.0_#00000000/__properties_version1.0", std::string(8, '\0')}});
  int count = 0;
  extract::for_each_attachment(bytes, [&count](std::string_view name, std::string_view content) {
    ++count;
    EXPECT_EQ(name, "Forwarded.msg");
    EXPECT_EQ(read_blocks("msg", content), Blocks{"P текст"});
  });
  EXPECT_EQ(count, 1);
}

TEST(Msg, IsUnpackedToo) {
  const auto files = extract::list_archive(compound_file(message_streams()), {}, "mail.msg");
  ASSERT_EQ(files.size(), 1U);
  EXPECT_TRUE(files.front().path.ends_with("list.csv")) << files.front().path;
  EXPECT_EQ(files.front().left_out, "");
}

// [MS-OXRTFCP] 3.1 has this example.
TEST(Msg, DecompressesRichText) {
  const std::string bytes(
      "\x2d\x00\x00\x00\x2b\x00\x00\x00\x4c\x5a\x46\x75\xf1\xc5\xc7\xa7\x03\x00\x0a\x00\x72\x63"
      "\x70\x67\x31\x32\x35\x42\x32\x0a\xf3\x20\x68\x65\x6c\x09\x00\x20\x62\x77\x05\xb0\x6c\x64"
      "\x7d\x0a\x80\x0f\xa0",
      49);
  EXPECT_EQ(extract::decompressed_rtf(bytes), "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
}

}  // namespace
}  // namespace assay::test
