// SPDX-License-Identifier: Apache-2.0
// ZIP archives: their extracted files, and which archives are refused whole.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "tests/extract/archive_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

std::string nested(int levels) {
  std::string zip = ZipBuilder().add("notes.txt", "deep").build();
  for (int i = 1; i < levels; ++i) zip = ZipBuilder().add("inner.zip", zip).build();
  return zip;
}

std::string with_files(int count) {
  ZipBuilder builder;
  for (int i = 0; i < count; ++i) builder.add("f" + std::to_string(i), "x");
  return builder.build();
}

TEST(Archive, FlattensNestedOnesAndPassesOverSystemFiles) {
  const std::string inner = ZipBuilder().add_deflated("notes.txt", "inside").build();
  const auto files = unpack(ZipBuilder()
                                .add("dir/", "")
                                .add("dir/a.md", "# A")
                                .add("dir/inner.zip", inner)
                                .add("__MACOSX/._a.md", "junk")
                                .add("dir/.DS_Store", "junk")
                                .add("thumbs.db", "junk")
                                .add("empty.txt", "")
                                .build());
  EXPECT_EQ(files,
            (std::map<std::string, std::string>{
                {"dir/a.md", "# A"}, {"dir/inner.zip/notes.txt", "inside"}, {"empty.txt", ""}}));
}

TEST(Archive, NamesWhatItHoldsAndWhatItLeavesOut) {
  const std::string inner = ZipBuilder().add("b.txt", "B").add(".DS_Store", "junk").build();
  const std::string zip = ZipBuilder().add("a.txt", "A").add("in.zip", inner).build();
  const auto files = extract::list_archive(zip, {});
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0].path, "a.txt");
  EXPECT_EQ(files[0].sha256, sha256_hex("A"));
  EXPECT_EQ(files[0].left_out, "");
  EXPECT_EQ(files[1].path, "in.zip/b.txt");
  EXPECT_EQ(files[1].sha256, sha256_hex("B"));
  EXPECT_EQ(files[2].path, "in.zip/.DS_Store");
  EXPECT_EQ(files[2].sha256, "");
  EXPECT_NE(files[2].left_out, "");
  ArchiveFiles taken;
  extract::unpack_archive(zip, {}, taken);
  EXPECT_EQ(taken.left_out_files,
            (std::map<std::string, std::string>{{"in.zip/.DS_Store", files[2].left_out}}));
}

TEST(Archive, NamesAThousandOfThoseLeftOut) {
  ZipBuilder builder;
  builder.add("a.txt", "A");
  for (int i = 0; i < 1200; ++i) builder.add("__MACOSX/._" + std::to_string(i), "junk");
  EXPECT_EQ(extract::list_archive(builder.build(), {}).size(), 1001U);
}

TEST(Archive, LeavesOfficeDocumentsWhole) {
  const std::string docx =
      ZipBuilder()
          .add("[Content_Types].xml",
               "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml")
          .add("word/document.xml", "<x/>")
          .build();
  EXPECT_EQ(unpack(ZipBuilder().add("report.docx", docx).build()),
            (std::map<std::string, std::string>{{"report.docx", docx}}));
}

TEST(Archive, TakesFiveLevelsAndRefusesSix) {
  EXPECT_EQ(unpack(nested(5)).size(), 1U);
  expect_limit(refusal(nested(6)), "depth", 5, 6);
}

TEST(Archive, TakesAThousandFilesAndRefusesOneMore) {
  EXPECT_EQ(unpack(with_files(1000)).size(), 1000U);
  expect_limit(refusal(with_files(1001)), "fileCount", 1000, 1001);
  // The count covers the whole tree.
  const std::string split =
      ZipBuilder().add("a.zip", with_files(600)).add("b.zip", with_files(600)).build();
  expect_limit(refusal(split), "fileCount", 1000, 1001);
}

TEST(Archive, CountsTheBytesOfTheWholeTree) {
  extract::ArchiveLimits limits;
  limits.bytes = 1000;
  expect_limit(refusal(ZipBuilder().add_deflated("z", std::string(1001, 'x')).build(), limits),
               "totalBytes", 1000, 1001);
  const std::string inner = ZipBuilder().add_deflated("z", std::string(600, 'x')).build();
  const auto two = ZipBuilder().add("a.zip", inner).add("b.zip", inner).build();
  EXPECT_EQ(refusal(two, limits).details.get("limit").as_string(), "totalBytes");
}

TEST(Archive, RefusesHalfAGigabyteOfZeros) {
  ZipBuilder builder;
  builder.add_deflated("zeros", std::string(101U * 1024 * 1024, '\0'));
  const ZipBuilder::Entry entry = builder.last();
  for (int i = 1; i < 5; ++i) {
    builder.add_entry(entry);
    builder.last().name += std::to_string(i);
  }
  expect_limit(refusal(builder.build()), "totalBytes", 524288000, 529530880);
}

TEST(Archive, RefusesNamesThatLeadOutside) {
  for (const char* name : {"../a", "a/../../b", "/etc/passwd", "C:/a", "a\\..\\b"}) {
    EXPECT_EQ(refusal(ZipBuilder().add(name, "x").build()).problem, ExtractProblem::ArchiveUnsafe)
        << name;
  }
  const std::string nul("a\0.txt", 6);
  EXPECT_EQ(refusal(ZipBuilder().add(nul, "x").build()).problem, ExtractProblem::ArchiveUnsafe);
  // Also in files that would be skipped, and in an inner archive.
  const std::string inner = ZipBuilder().add("../x", "x").build();
  expect_unsafe(ZipBuilder().add("in.zip", inner).build(), "\"in.zip\"");
}

TEST(Archive, KeepsFilesWhoseNamesHideSomething) {
  const std::string inner = ZipBuilder().add("x\x7F.txt", "inside").build();
  const auto files = extract::list_archive(ZipBuilder()
                                               .add("a\u200Bb.txt", "1")
                                               .add("a\u2060b.txt", "2")
                                               .add("c\nd\xC2\x85.txt", "3")
                                               .add("e/\u200B/.\uFEFF.", "4")
                                               .add("in\u2028.zip", inner)
                                               .add("\u202Aright\u202C.txt", "6")
                                               .build(),
                                           {});
  std::vector<std::string> paths;
  for (const ArchiveFile& file : files) paths.push_back(file.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"a\uFFFDb.txt", "a\uFFFDb.txt", "c\uFFFDd\uFFFD.txt",
                                             "e/\uFFFD/.\uFFFD.", "in\uFFFD.zip/x\uFFFD.txt",
                                             "\u202Aright\u202C.txt"}));
  ASSERT_EQ(files.size(), 6U);
  EXPECT_EQ(files[1].sha256, sha256_hex("2")) << "two files of one path stay two";
  EXPECT_EQ(files[4].sha256, sha256_hex("inside"));
}

TEST(Archive, RefusesLinksAndEncryption) {
  ZipBuilder link;
  link.add("link", "/etc/passwd").last().mode = 0120777;
  expect_unsafe(link.build(), "symbolic link");
  ZipBuilder encrypted;
  encrypted.add("a.txt", "x").last().flags |= 1;
  expect_unsafe(encrypted.build(), "encrypted");
}

TEST(Archive, RefusesOverlapsAndLies) {
  ZipBuilder overlap;
  overlap.add("a.txt", "same").add("b.txt", "same").last().same_offset_as = 0;
  overlap.last().local_name = "a.txt";
  EXPECT_EQ(refusal(overlap.build()).problem, ExtractProblem::ArchiveUnsafe);

  // One entry whose stored bytes contain a second entry's local header and data.
  const std::string quoted = ZipBuilder().add("b.txt", "inner").build();
  std::string bomb = ZipBuilder().add("a.txt", quoted).add("b.txt", "inner").build();
  const std::size_t record = bomb.rfind("PK\x01\x02");
  bomb[record + 42] = 35;  // the local header quoted inside a.txt
  bomb[record + 43] = bomb[record + 44] = bomb[record + 45] = 0;
  expect_unsafe(bomb, "overlapping");

  ZipBuilder name;
  name.add("a.txt", "x").last().local_name = "b.txt";
  expect_unsafe(name.build(), "different things");
  ZipBuilder larger;
  larger.add_deflated("a.txt", std::string(100, 'x')).last().size = 10;
  expect_unsafe(larger.build(), "larger");
  ZipBuilder smaller;
  smaller.add_deflated("a.txt", "x").last().size = 10;
  expect_unsafe(smaller.build(), "smaller");
  ZipBuilder checksum;
  checksum.add("a.txt", "x").last().crc ^= 1;
  expect_unsafe(checksum.build(), "checksum");
  expect_unsafe(ZipBuilder().add("a.txt", "x").add("a.txt", "y").build(), "one name");
  ZipBuilder method;
  method.add("a.txt", "x").last().method = 99;
  expect_unsafe(method.build(), "compression");
}

TEST(Archive, RefusesEveryTruncation) {
  const std::string zip = ZipBuilder().add_deflated("a.txt", "some text").add("b", "y").build();
  for (std::size_t size = 4; size < zip.size(); ++size) {
    EXPECT_EQ(refusal(zip.substr(0, size)).problem, ExtractProblem::ArchiveUnsafe) << size;
  }
}

TEST(Archive, WithoutFilesIsEmpty) {
  EXPECT_EQ(refusal(ZipBuilder().build()).problem, ExtractProblem::Empty);
  EXPECT_EQ(refusal(ZipBuilder().add("dir/", "").build()).problem, ExtractProblem::Empty);
}

}  // namespace
}  // namespace assay::test
