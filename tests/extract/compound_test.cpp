// SPDX-License-Identifier: Apache-2.0
// Compound files: types by their streams, encrypted ones, and damaged directories.
#include <gtest/gtest.h>

#include <string>

#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/types/file_types.hpp"
#include "tests/extract/compound_builder.hpp"

namespace assay::test {
namespace {

using extract::CompoundError;
using extract::CompoundFolder;

TEST(Compound, TellsTypesByTheirStreams) {
  const extract::Magic magic;
  const auto type = [&magic](const std::string& stream) {
    const std::string bytes = compound_file({{"Other", "x"}, {stream, "x"}});
    return extract::detect(bytes, "file.bin", magic).inspection.file_type;
  };
  EXPECT_EQ(type("WordDocument"), "doc");
  EXPECT_EQ(type("Workbook"), "xls");
  EXPECT_EQ(type("Book"), "xls");
  EXPECT_EQ(type("PowerPoint Document"), "ppt");
  EXPECT_EQ(type("__properties_version1.0"), "msg");
  EXPECT_EQ(type("VisioDocument"), "vsd");
  EXPECT_EQ(type("Props14"), "mpp");
  EXPECT_EQ(type("MatOST"), "wps");
  EXPECT_EQ(type("Quill"), "pub");
  EXPECT_EQ(type("Something"), "bin");
  // A document inside another is in a folder.
  EXPECT_EQ(type("ObjectPool/WordDocument"), "bin");
}

TEST(Compound, TellsEncryptedDocuments) {
  const extract::Magic magic;
  const std::string bytes = compound_file({{"EncryptedPackage", "x"}, {"EncryptionInfo", "x"}});
  EXPECT_TRUE(extract::detect(bytes, "a.docx", magic).encrypted);
  EXPECT_EQ(extract::detect(bytes, "a.docx", magic).inspection.file_type, "docx");
  EXPECT_TRUE(extract::detect(bytes, "a", magic).encrypted);
  const std::string slides =
      compound_file({{"PowerPoint Document", "x"}, {"CryptSession10Container", "x"}});
  EXPECT_TRUE(extract::detect(slides, "a.ppt", magic).encrypted);
}

TEST(Compound, ReadsStreamsAndFolders) {
  const std::string large(10'000, 'l');
  const std::string bytes = compound_file({{"Small", "s"}, {"Large", large}, {"F/Inner", "i"}});
  const CompoundFolder root = CompoundFolder::open(bytes);
  EXPECT_EQ(root.stream("small"), "s");
  EXPECT_EQ(root.stream("Large"), large);
  EXPECT_EQ(root.folder("F")->stream("Inner"), "i");
  EXPECT_FALSE(root.folder("Small"));
  EXPECT_FALSE(root.has("Inner"));
  EXPECT_THROW(static_cast<void>(root.stream("None")), CompoundError);
  const std::string copy = extract::compound_copy(
      root, [](std::string_view name, std::string content) { return content.append(name); });
  const CompoundFolder copied = CompoundFolder::open(copy);
  EXPECT_EQ(copied.stream("Small"), "sSmall");
  EXPECT_EQ(copied.folder("F")->stream("Inner"), "i");
}

// Where the directory begins, of files with sectors of 512 bytes.
std::size_t directory_of(const std::string& bytes) {
  const auto byte = [&bytes](std::size_t at) { return static_cast<unsigned char>(bytes.at(at)); };
  return (byte(48) + byte(49) * 256U + 1U) * 512U;
}

TEST(Compound, RefusesDamage) {
  const std::string good = compound_file({{"A", std::string(5000, 'a')}, {"B", "b"}});
  const auto refused = [](const std::string& bytes) {
    try {
      const CompoundFolder root = CompoundFolder::open(bytes);
      for (const std::string& name : root.names()) static_cast<void>(root.stream(name));
      return false;
    } catch (const CompoundError&) {
      return true;
    }
  };
  ASSERT_FALSE(refused(good));
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused(good.substr(0, 512)));
  std::string size = good;
  put(size, directory_of(good) + 128 + 120, le32(0x7FFFFFFF));
  EXPECT_TRUE(refused(size));
  // The directory's sector follows itself.
  std::string circle = good;
  const std::size_t table = (static_cast<unsigned char>(good.at(76)) +
                             static_cast<unsigned char>(good.at(77)) * 256U + 1U) *
                            512U;
  put(circle, table + (directory_of(good) / 512 - 1) * 4,
      le32(static_cast<std::uint32_t>(directory_of(good) / 512 - 1)));
  EXPECT_TRUE(refused(circle));
}

// One entry names the next: the library would call itself for each.
TEST(Compound, RefusesADirectoryTooDeep) {
  constexpr std::uint32_t kSectors = 3000;
  std::string bytes("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
  bytes.resize(512);
  put(bytes, 26, le16(3) + le16(0xFFFE) + le16(9) + le16(6));
  constexpr std::uint32_t kTables = (kSectors + 127) / 128 + 1;
  put(bytes, 44, le32(kTables) + le32(kTables) + le32(0) + le32(4096) + le32(0xFFFFFFFE));
  put(bytes, 68, le32(0xFFFFFFFE));
  for (std::uint32_t i = 0; i < 109; ++i) {
    put(bytes, 76 + i * 4, le32(i < kTables ? i : 0xFFFFFFFF));
  }
  std::string tables;
  for (std::uint32_t i = 0; i < kTables * 128; ++i) {
    const bool chained = i >= kTables && i + 1 < kTables + kSectors;
    tables += le32(i < kTables ? 0xFFFFFFFD : chained ? i + 1 : 0xFFFFFFFE);
  }
  bytes += tables;
  for (std::uint32_t i = 0; i < kSectors * 4; ++i) {
    std::string entry(128, '\0');
    put(entry, 0, utf16("n"));
    put(entry, 64, le16(4) + (i == 0 ? "\5" : "\2") + "\1");
    put(entry, 68,
        le32(i == 0 ? 0xFFFFFFFF : i + 1) + le32(0xFFFFFFFF) + le32(i == 0 ? 1 : 0xFFFFFFFF));
    bytes += entry;
  }
  EXPECT_THROW(static_cast<void>(CompoundFolder::open(bytes)), CompoundError);
}

}  // namespace
}  // namespace assay::test
