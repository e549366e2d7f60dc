// SPDX-License-Identifier: Apache-2.0
// TAR and 7z archives and compressed files: what comes out, and which are refused.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "tests/extract/archive_helper.hpp"
#include "tests/extract/packed_builder.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

using Files = std::map<std::string, std::string>;

struct Packing {
  std::string format;
  std::string filter;
};
const std::vector<Packing> kPackings{
    {"tar", ""}, {"tar", "gz"}, {"tar", "bz2"}, {"tar", "xz"}, {"7z", ""}};

std::string tar_of(const std::string& name, std::string_view content) {
  return PackedBuilder("tar").add(name, content).build();
}

TEST(Packed, FilesOfAllKindsComeOut) {
  const std::string large(300'000, 'x');
  for (const Packing& packing : kPackings) {
    const std::string archive = PackedBuilder(packing.format, packing.filter)
                                    .directory("./")
                                    .directory("dir/")
                                    .add("./dir/a.md", "# A")
                                    .add("dir/.DS_Store", "junk")
                                    .add("._dir", "junk")
                                    .add("f\u00FCr.txt", "umlaut")
                                    .add("large.txt", large)
                                    .add("empty.txt", "")
                                    .build();
    EXPECT_EQ(unpack(archive), (Files{{"dir/a.md", "# A"},
                                      {"f\u00FCr.txt", "umlaut"},
                                      {"large.txt", large},
                                      {"empty.txt", ""}}))
        << packing.format << packing.filter;
  }
}

TEST(Packed, LinksAndDevicesAreLeftOut) {
  ArchiveFiles files;
  extract::unpack_archive(PackedBuilder("tar")
                              .add("a.txt", "A")
                              .symbolic_link("link", "/etc/passwd")
                              .hard_link("b.txt", "a.txt")
                              .pipe("pipe")
                              .build(),
                          {}, files);
  EXPECT_EQ(files.files, (Files{{"a.txt", "A"}}));
  ASSERT_EQ(files.left_out_files.size(), 3U);
  EXPECT_NE(files.left_out_files["link"].find("link"), std::string::npos);
  EXPECT_NE(files.left_out_files["b.txt"].find("link"), std::string::npos);
  EXPECT_NE(files.left_out_files["pipe"].find("pipe"), std::string::npos);
}

TEST(Packed, ASingleFileIsAnArchiveOfOne) {
  for (const char* filter : {"gz", "bz2", "xz"}) {
    const std::string extension = std::string(".") + filter;
    const std::string file = compressed("a,b\n1,2\n", filter);
    EXPECT_EQ(unpack(file, "t.csv" + extension), (Files{{"t.csv", "a,b\n1,2\n"}})) << filter;
    EXPECT_EQ(unpack(file, "notes"), (Files{{"notes", "a,b\n1,2\n"}})) << filter;
    EXPECT_EQ(unpack(file), (Files{{"file", "a,b\n1,2\n"}})) << filter;
    EXPECT_EQ(unpack(compressed("", filter), "log.txt" + extension), (Files{{"log.txt", ""}}))
        << filter;
    EXPECT_EQ(unpack(ZipBuilder().add("in/log.txt" + extension, file).build()),
              (Files{{"in/log.txt" + extension + "/log.txt", "a,b\n1,2\n"}}));
  }
}

TEST(Packed, ArchivesOfAllKindsNest) {
  const std::string zip = ZipBuilder().add("z.txt", "Z").build();
  const std::string seven = PackedBuilder("7z").add("in.zip", zip).add("s.txt", "S").build();
  const std::string archive = PackedBuilder("tar", "gz").add("in.7z", seven).build();
  EXPECT_EQ(unpack(archive, "all.tar.gz"),
            (Files{{"in.7z/in.zip/z.txt", "Z"}, {"in.7z/s.txt", "S"}}));
}

TEST(Packed, EachArchiveIsALevel) {
  std::string tar = tar_of("a.txt", "deep");
  std::string twice = compressed("deep", "gz");
  for (int level = 2; level <= 5; ++level) {
    tar = tar_of("in.tar", tar);
    twice = compressed(twice, level % 2 == 0 ? "xz" : "gz");
  }
  EXPECT_EQ(unpack(tar).size(), 1U);
  EXPECT_EQ(unpack(twice).size(), 1U);
  expect_limit(refusal(tar_of("in.tar", tar)), "depth", 5, 6);
  expect_limit(refusal(compressed(twice, "bz2")), "depth", 5, 6);
  expect_limit(refusal(ZipBuilder().add("in.tar", tar).build()), "depth", 5, 6);
}

TEST(Packed, FilesAreCounted) {
  PackedBuilder tar("tar", "gz");
  PackedBuilder seven("7z");
  for (int i = 0; i < 2000; ++i) {
    tar.add("f" + std::to_string(i), "x");
    seven.add("f" + std::to_string(i), "x");
  }
  expect_limit(refusal(tar.build()), "fileCount", 1000, 1001);
  expect_limit(refusal(seven.build()), "fileCount", 1000, 1001);
}

TEST(Packed, BytesAreCountedInTheWholeTree) {
  extract::ArchiveLimits limits;
  limits.bytes = 100'000;
  const std::string zeros(100'001, '\0');
  for (const Packing& packing : kPackings) {
    const std::string bomb =
        PackedBuilder(packing.format, packing.filter).add("zeros", zeros).build();
    expect_limit(refusal(bomb, limits), "totalBytes", 100'000, 100'001);
  }
  for (const char* filter : {"gz", "bz2", "xz"}) {
    expect_limit(refusal(compressed(zeros, filter), limits), "totalBytes", 100'000, 100'001);
  }
  const std::string half(60'000, '\0');
  const std::string two =
      ZipBuilder().add("a.gz", compressed(half, "gz")).add("b.xz", compressed(half, "xz")).build();
  EXPECT_EQ(refusal(two, limits).details.get("limit").as_string(), "totalBytes");
}

// Bytes that nobody takes are unpacked, too.
TEST(Packed, BytesOfFilesLeftOutAreCounted) {
  extract::ArchiveLimits limits;
  limits.bytes = 100'000;
  PackedBuilder archive("tar", "gz");
  for (int i = 0; i < 11; ++i) archive.add("._" + std::to_string(i), std::string(10'000, '\0'));
  EXPECT_EQ(refusal(archive.build(), limits).details.get("limit").as_string(), "totalBytes");
}

TEST(Packed, GapsOfSparseFilesAreZerosWithinTheLimits) {
  std::string expected(200'000, '\0');
  expected.replace(102'400, 5, "words");
  EXPECT_EQ(unpack(PackedBuilder("tar").sparse("s", 200'000, 102'400, "words").build()),
            (Files{{"s", expected}}));
  const std::int64_t huge = std::int64_t{1} << 40;
  expect_limit(refusal(PackedBuilder("tar").sparse("s", huge, 0, "words").build()), "totalBytes",
               extract::ArchiveLimits().bytes, huge);
}

TEST(Packed, SizesThatCannotBeAreRefused) {
  const std::string end(1024, '\0');
  const std::string eight_gb = tar_header("a.txt", "77777777777") + end;
  EXPECT_EQ(refusal(eight_gb).problem, ExtractProblem::ArchiveLimit);
  // Numbers of more than 33 bits are binary, with the highest bit set.
  const std::string negative = tar_header("a.txt", std::string(12, '\xFF')) + end;
  EXPECT_EQ(refusal(negative).problem, ExtractProblem::ArchiveUnsafe);
  const std::string endless =
      tar_header("a.txt", std::string("\x80\0\0\0\x3F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 12)) + end;
  EXPECT_NE(refusal(endless).reason, "");
}

TEST(Packed, NamesThatLeadOutsideAreRefused) {
  for (const char* name : {"../a", "a/../../b", "/etc/passwd", "C:/a", "a\\..\\b"}) {
    EXPECT_EQ(refusal(tar_of(name, "x")).problem, ExtractProblem::ArchiveUnsafe) << name;
  }
  EXPECT_EQ(refusal(PackedBuilder("7z").add("../a", "x").build()).problem,
            ExtractProblem::ArchiveUnsafe);
  expect_unsafe(ZipBuilder().add("in.tar", tar_of("../a", "x")).build(), "\"in.tar\"");
}

TEST(Packed, TwoFilesOfOneNameStayTwo) {
  const auto files =
      extract::list_archive(PackedBuilder("tar").add("a", "1").add("a", "2").build(), {});
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].sha256, sha256_hex("1"));
  EXPECT_EQ(files[1].sha256, sha256_hex("2"));
}

TEST(Packed, DamageIsFound) {
  std::string header = tar_of("a.txt", "text");
  header[0] = 'b';
  expect_unsafe(header, "damaged");
  for (const Packing& packing : kPackings) {
    std::string noise;
    for (unsigned i = 0, state = 1; i < 50'000; ++i) {
      state = state * 1664525U + 1013904223U;
      noise.push_back(static_cast<char>(state >> 24U));
    }
    const std::string whole =
        PackedBuilder(packing.format, packing.filter).add("a.txt", noise).build();
    expect_unsafe(whole.substr(0, whole.size() / 2), "cut off");
  }
  expect_unsafe(compressed("text", "xz").substr(0, 30), "cut off");
}

// Logs that were cut off while they were rotated are common, and no reason to refuse the others.
TEST(Packed, ADamagedFileInsideStaysADocument) {
  const std::string cut = compressed(std::string(1000, 'x'), "gz").substr(0, 20);
  EXPECT_EQ(unpack(ZipBuilder().add("a.txt", "A").add("log.gz", cut).build()),
            (Files{{"a.txt", "A"}, {"log.gz", cut}}));
}

TEST(Packed, WithoutFilesIsEmpty) {
  EXPECT_EQ(refusal(PackedBuilder("tar", "gz").directory("dir/").build()).problem,
            ExtractProblem::Empty);
  EXPECT_EQ(refusal(PackedBuilder("7z").directory("dir/").build()).problem, ExtractProblem::Empty);
}

}  // namespace
}  // namespace assay::test
