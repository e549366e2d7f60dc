// SPDX-License-Identifier: Apache-2.0
// Real Office 97-2003 files, if a collection is available (ASSAY_TEST_DATA): each is read, or
// refused for the reason that it has.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/ascii.hpp"
#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> kLegacyExtensions{".doc", ".xls", ".ppt", ".msg"};

// Files that cannot be read, and why.
const std::map<std::string, ExtractProblem> kUnreadLegacy{
    // Nothing but pictures, empty cells, or a field without a result.
    {"pictures.ppt", ExtractProblem::Empty},
    {"testEXCEL_95.xls", ExtractProblem::Empty},
    {"testEXCEL_embeddedPDF_windows.xls", ExtractProblem::Empty},
    {"testWORD_phonetic.doc", ExtractProblem::Empty},
    {"testPPT_protected_passtika.ppt", ExtractProblem::Encrypted},
    // WordPerfect.
    {"testWordPerfect_42.doc", ExtractProblem::Unsupported},
};
// A word of each of these files that only the right reading finds.
const std::map<std::string, std::string> kWords{
    {"testWORD.doc", "Nested table"},
    {"testWORD_various.doc", "1) Number bullet 1"},
    {"fake.doc", "Lorem"},
    {"legacy_sample.doc", "Calories per portion: 50"},
    {"sir-form.doc", "Incident Detector"},
    {"testEXCEL-formats.xls", "1,599.99"},
    {"tests-example.xls", "Hornbostel"},
    {"legacy_sample.ppt", "Let’s introduce a list"},
    {"testPPT_masterText.ppt", "Text that I added to the master slide"},
    {"testMSG.msg", "MIME registry use cases"},
    {"msg_simple.msg", "From: Alice Example <alice@example.com>"},
};

fs::path data_folder() {
  const char* given = std::getenv("ASSAY_TEST_DATA");
  return given != nullptr ? fs::path(given) : fs::path(ASSAY_SOURCE_DIR) / ".." / "shared" / "data";
}

std::vector<fs::path> legacy_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = ascii_lower(entry.path().extension().string());
    if (entry.is_regular_file() && kLegacyExtensions.contains(extension)) {
      files.push_back(entry.path());
    }
  }
  return files;
}

TEST(LegacyFiles, AreReadWithTheirWords) {
  if (!fs::is_directory(data_folder())) {
    GTEST_SKIP() << "no collection of real files at " << data_folder();
  }
  const Extractor extractor(ASSAY_BINARY_DIR "/bin/assay-extract", {});
  std::map<std::string, int> read;
  for (const char* part : {"extraction", "evidence"}) {
    for (const fs::path& path : legacy_files(data_folder() / part)) {
      const std::string name = path.filename().string();
      const FileDescriptor file = open_for_reading(path.string());
      const auto extracted = extractor.read(file.get(), name);
      if (const auto unread = kUnreadLegacy.find(name); unread != kUnreadLegacy.end()) {
        ASSERT_FALSE(extracted.ok()) << name;
        EXPECT_EQ(extracted.error().problem, unread->second) << name;
        continue;
      }
      ASSERT_TRUE(extracted.ok()) << path << ": " << extracted.error().reason;
      ++read[extracted->file_type];
      std::string text;
      for (const Page& page : extracted->pages) text += page.text;
      const auto words = kWords.find(name);
      if (words != kWords.end()) {
        EXPECT_NE(text.find(words->second), std::string::npos) << name;
      }
    }
  }
  for (const auto& [type, count] : read) std::cout << "  " << type << " read: " << count << "\n";
  EXPECT_FALSE(read.empty());
}

// Files that broke other readers end READY or with a reason, never with the reader's death.
TEST(LegacyFiles, HostileOnesEnd) {
  const std::vector<fs::path> files = legacy_files(data_folder() / "hostile");
  if (files.empty()) GTEST_SKIP() << "no hostile files at " << data_folder();
  const Extractor extractor(ASSAY_BINARY_DIR "/bin/assay-extract", {});
  for (const fs::path& path : files) {
    const FileDescriptor file = open_for_reading(path.string());
    const auto extracted = extractor.read(file.get(), path.filename().string());
    if (extracted.ok()) continue;
    const ExtractProblem problem = extracted.error().problem;
    EXPECT_TRUE(problem == ExtractProblem::Broken || problem == ExtractProblem::Encrypted ||
                problem == ExtractProblem::Unsupported || problem == ExtractProblem::Empty)
        << path << ": " << extracted.error().reason;
  }
}

}  // namespace
}  // namespace assay::test
