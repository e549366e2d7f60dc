// SPDX-License-Identifier: Apache-2.0
// Archives in the real reader, with its sandbox and limits, and real files, if a collection is
// available (ASSAY_TEST_DATA).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>

#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"
#include "tests/extract/packed_builder.hpp"
#include "tests/extract/temp_files.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

const Extractor& packed_reader() {
  static const Extractor reader(ASSAY_BINARY_DIR "/bin/assay-extract", {});
  return reader;
}

Result<Inspection, ExtractFailure> inspected(const std::string& bytes, const std::string& name) {
  const FileDescriptor file = document(bytes);
  return packed_reader().inspect(file.get(), name);
}

TEST(PackedReader, UnpacksInTheSandbox) {
  const std::string text = "Accounts are reviewed every quarter.";
  const std::map<std::string, std::string> archives{
      {"a.tar", PackedBuilder("tar").add("a.txt", text).build()},
      {"a.tgz", PackedBuilder("tar", "gz").add("a.txt", text).build()},
      {"a.tar.bz2", PackedBuilder("tar", "bz2").add("a.txt", text).build()},
      {"a.tar.xz", PackedBuilder("tar", "xz").add("a.txt", text).build()},
      {"a.7z", PackedBuilder("7z").add("a.txt", text).build()},
      {"a.txt.gz", compressed(text, "gz")},
      {"a.txt.bz2", compressed(text, "bz2")},
      {"a.txt.xz", compressed(text, "xz")},
  };
  for (const auto& [name, bytes] : archives) {
    const auto inspection = inspected(bytes, name);
    ASSERT_TRUE(inspection.ok()) << name << ": " << inspection.error().reason;
    EXPECT_TRUE(inspection->archive) << name;
    ASSERT_EQ(inspection->files.size(), 1U) << name;
    EXPECT_EQ(inspection->files[0].path, "a.txt") << name;
  }
}

TEST(PackedReader, KnowsTheKindByTheContent) {
  const std::string tar = PackedBuilder("tar").add("a.txt", "x").build();
  EXPECT_EQ(inspected(tar, "a.zip")->file_type, "tar");
  EXPECT_TRUE(inspected(tar, "a.zip")->archive);
  EXPECT_FALSE(inspected(tar, "report.docx")->archive);
  EXPECT_EQ(inspected("words", "a.tar")->file_type, "txt");
  const FileDescriptor words = document("words");
  EXPECT_EQ(packed_reader().read(words.get(), "a.tar").error().problem,
            ExtractProblem::TypeMismatch);
  EXPECT_EQ(packed_reader().read(words.get(), "a.7z").error().problem,
            ExtractProblem::TypeMismatch);
}

// Together more than 500 MB from a few kilobytes.
TEST(PackedReader, HoldsBombsWithinItsLimits) {
  const std::string zeros(60U << 20U, '\0');
  const std::map<std::string, std::string> bombs{
      {"gz", compressed(zeros, "gz")},
      {"7z", PackedBuilder("7z").add("zeros", zeros).build()},
  };
  for (const auto& [kind, bomb] : bombs) {
    PackedBuilder all("tar", "gz");
    for (int i = 0; i < 9; ++i) all.add(std::to_string(i) + "." + kind, bomb);
    const auto inspection = inspected(all.build(), "bombs.tgz");
    ASSERT_FALSE(inspection.ok()) << kind;
    EXPECT_EQ(inspection.error().problem, ExtractProblem::ArchiveLimit)
        << inspection.error().reason;
  }
}

TEST(PackedReader, RefusesADictionaryOfFourGigabytes) {
  std::string xz = compressed("text", "xz");
  // The block's header (file format 1.0.4, 3.1): size, flags, the filter LZMA2, the length of its
  // properties, the dictionary's size, padding, and a CRC.
  constexpr std::size_t kBlock = 12;
  ASSERT_EQ(xz[kBlock + 2], '\x21');
  xz[kBlock + 4] = 40;
  const std::size_t size = (static_cast<std::size_t>(xz[kBlock]) + 1) * 4;
  std::uint32_t crc = crc32_of(xz.substr(kBlock, size - 4));
  for (std::size_t i = 0; i < 4; ++i, crc >>= 8U) {
    xz[kBlock + size - 4 + i] = static_cast<char>(crc & 0xFFU);
  }
  const auto inspection = inspected(xz, "a.xz");
  ASSERT_FALSE(inspection.ok());
  EXPECT_EQ(inspection.error().problem, ExtractProblem::ArchiveUnsafe) << inspection.error().reason;
}

// Files whose outcome is no list of files, and why.
const std::map<std::string, ExtractProblem> kRefusedPacked{
    {"test7Z_protected_passTika.7z", ExtractProblem::Encrypted},
    {"test_read_format_7zip_encryption_partially.7z", ExtractProblem::Encrypted},
    // Nothing but a directory, and nothing at all.
    {"test_compat_tar_directory_1.tar", ExtractProblem::Empty},
    {"test_read_format_tar_empty_filename.tar", ExtractProblem::Empty},
    {"test_read_format_7zip_malformed4.7z", ExtractProblem::Empty},
};
// Damaged on purpose, or packed by methods that the system's libarchive may not have.
bool may_be_refused(const std::string& name) {
  return name.find("malformed") != name.npos || name.find("_oom") != name.npos ||
         name.find("zstd") != name.npos || name.find("powerpc") != name.npos ||
         name.find("crash") != name.npos || name.find("_oob") != name.npos ||
         name.find("large") != name.npos;
}

TEST(PackedReader, UnpacksRealArchives) {
  const char* given = std::getenv("ASSAY_TEST_DATA");
  const fs::path data =
      given != nullptr ? fs::path(given) : fs::path(ASSAY_SOURCE_DIR) / ".." / "shared" / "data";
  if (!fs::is_directory(data)) GTEST_SKIP() << "no collection of real files at " << data;
  int unpacked = 0;
  for (const auto& entry : fs::recursive_directory_iterator(data)) {
    const std::string extension = entry.path().extension().string();
    const bool packed = extension == ".tar" || extension == ".tgz" || extension == ".gz" ||
                        extension == ".bz2" || extension == ".xz" || extension == ".7z";
    if (!entry.is_regular_file() || !packed) continue;
    const std::string name = entry.path().filename().string();
    const FileDescriptor file = open_for_reading(entry.path().string());
    const auto inspection = packed_reader().inspect(file.get(), name);
    if (const auto refused = kRefusedPacked.find(name); refused != kRefusedPacked.end()) {
      ASSERT_FALSE(inspection.ok()) << name;
      EXPECT_EQ(inspection.error().problem, refused->second) << name;
    } else if (inspection.ok() && inspection->archive) {
      ++unpacked;
    } else {
      EXPECT_TRUE(may_be_refused(name) || inspection.ok()) << name;
    }
  }
  std::cout << unpacked << " real archives unpacked\n";
}

}  // namespace
}  // namespace assay::test
