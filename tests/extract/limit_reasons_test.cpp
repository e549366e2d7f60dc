// SPDX-License-Identifier: Apache-2.0
// A file that is refused for its size or its parts says which limit it met and what to do.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/io.hpp"
#include "pipeline/extract/xml/xml_document.hpp"
#include "pipeline/extract/zip/document_package.hpp"
#include "tests/extract/archive_helper.hpp"
#include "tests/extract/read_helper.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

// One byte more than a parser can be given, of which no page is ever touched.
class HugeFile {
 public:
  HugeFile()
      : bytes_(
            ::mmap(nullptr, kSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (bytes_ == MAP_FAILED) throw IoError("mmap", errno);
  }
  HugeFile(const HugeFile&) = delete;
  HugeFile& operator=(const HugeFile&) = delete;
  ~HugeFile() { ::munmap(bytes_, kSize); }
  [[nodiscard]] std::string_view bytes() const { return {static_cast<const char*>(bytes_), kSize}; }

 private:
  static constexpr std::size_t kSize = std::size_t{std::numeric_limits<int>::max()} + 1;
  void* bytes_;
};

std::string limit_of(std::string_view file_type, std::string_view bytes) {
  const auto failure = failure_of(file_type, bytes);
  if (!failure || failure->problem != ExtractProblem::Limit) return "no limit";
  return failure->reason;
}

// An entry that says to be so large once inflated.
void add_claim(ZipBuilder& zip, const std::string& name, std::uint32_t megabytes) {
  zip.add_deflated(name, "x");
  zip.last().size = megabytes << 20U;
}

std::string refusal_of_parts(ZipBuilder& zip, const std::vector<std::string>& names) {
  const std::string bytes = zip.build();
  extract::DocumentPackage package(bytes, "Word document");
  try {
    for (const std::string& name : names) static_cast<void>(package.part(name));
  } catch (const extract::ReadFailure& failure) {
    if (failure.failure().problem == ExtractProblem::Limit) return failure.what();
  }
  return "no limit";
}

TEST(LimitReasons, NameTheSizeOfAFile) {
  const HugeFile file;
  EXPECT_EQ(limit_of("pdf", file.bytes()),
            "The PDF has more than 2 GB. Split it into smaller files.");
  try {
    static_cast<void>(extract::parse_xml(file.bytes(), extract::Doctype::Refuse));
    FAIL() << "no limit";
  } catch (const extract::ReadFailure& failure) {
    EXPECT_STREQ(failure.what(), "The XML has more than 2 GB. Split it into smaller files.");
  }
}

TEST(LimitReasons, NameTheSizeOfUnpackedParts) {
  ZipBuilder one;
  add_claim(one, "a.xml", 193);
  EXPECT_EQ(refusal_of_parts(one, {"a.xml"}),
            "The Word document has more than 192 MB in one part once unpacked. Split it into "
            "smaller files.");
  ZipBuilder all;
  const std::string large(std::size_t{190} << 20U, ' ');
  all.add_deflated("a.xml", large).add_deflated("b.xml", large);
  add_claim(all, "c.xml", 5);
  EXPECT_EQ(refusal_of_parts(all, {"a.xml", "b.xml", "c.xml"}),
            "The Word document has more than 384 MB in all parts once unpacked. Split it into "
            "smaller files.");
}

TEST(LimitReasons, NameTheNumberOfGroupsInAnAddress) {
  std::string groups = "From: a\nTo: ";
  for (int i = 0; i < 6000; ++i) groups += "a:";
  EXPECT_EQ(limit_of("eml", groups + "\n\nx"),
            "The e-mail message has more than 5,000 groups in a list of addresses. Save its text "
            "as a new file, and upload that.");
}

TEST(LimitReasons, NameTheLengthOfAPath) {
  const std::string folder(2000, 'f');
  const std::string inner = ZipBuilder().add(folder + "/b.txt", "x").build();
  const auto failure =
      refusal(ZipBuilder().add(folder + "/" + folder + "/i.zip", inner).build(), {});
  EXPECT_NE(failure.reason.find("path of more than 4,096 bytes"), std::string::npos)
      << failure.reason;
}

}  // namespace
}  // namespace assay::test
