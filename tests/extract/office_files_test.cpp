// SPDX-License-Identifier: Apache-2.0
// Real presentations, OpenDocument files, EPUB books, RTF and e-mail messages, if a collection is
// available (ASSAY_TEST_DATA): each is read, and has the words of the expected text beside it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ascii.hpp"
#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> kExtensions{".pptx", ".pptm", ".ppsx", ".potx", ".odt",
                                        ".ott",  ".ods",  ".ots",  ".odp",  ".otp",
                                        ".fodt", ".epub", ".rtf",  ".eml"};

// Files that cannot be read, and why.
const std::map<std::string, ExtractProblem> kUnread{
    // Nothing but pictures, sounds or buttons.
    {"pptx_multiple_images.pptx", ExtractProblem::Empty},
    {"picture.pptx", ExtractProblem::Empty},
    {"test-image-jpg-mime.pptx", ExtractProblem::Empty},
    {"testPPT_embeddedMP3.pptx", ExtractProblem::Empty},
    {"testODPMacro.odp", ExtractProblem::Empty},
    {"testODSMacro.ods", ExtractProblem::Empty},
    // Nothing but empty lines.
    {"empty.eml", ExtractProblem::Empty},
    {"fake-encrypted.eml", ExtractProblem::Encrypted},
    // A line of text.
    {"testODTnotaZipFile.odt", ExtractProblem::TypeMismatch},
};
// Where the expected text has words that the document does not show.
const std::map<std::string, double> kLowerRecall{
    {"pptx_chart.pptx", 0.85},  // names of kinds of charts
};

fs::path collection() {
  const char* given = std::getenv("ASSAY_TEST_DATA");
  const fs::path data =
      given != nullptr ? fs::path(given) : fs::path(ASSAY_SOURCE_DIR) / ".." / "shared" / "data";
  return data / "extraction";
}

std::vector<fs::path> office_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(collection())) {
    if (entry.is_regular_file() && kExtensions.contains(entry.path().extension().string())) {
      files.push_back(entry.path());
    }
  }
  return files;
}

// Runs of letters and digits, in lower case; any byte above ASCII counts as a letter.
std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : ascii_lower(text) + " ") {
    const bool part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0;
    if (part) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

// The collection keeps files in sources/ and expected texts in groundtruth/ beside it.
fs::path expected_of(const fs::path& file) {
  return file.parent_path().parent_path() / "groundtruth" / (file.filename().string() + ".md");
}

// The share of the expected text's words that the document's text has.
double recall(const fs::path& expected, const std::string& text) {
  std::ifstream in(expected);
  const std::string wanted{std::istreambuf_iterator<char>(in), {}};
  std::set<std::string> words = words_of(wanted);
  // Docling's mark of a picture: "<!-- image -->".
  words.erase("image");
  const std::set<std::string> have = words_of(text);
  std::size_t found = 0;
  for (const std::string& word : words) found += have.contains(word) ? 1U : 0U;
  return words.empty() ? 1 : static_cast<double>(found) / static_cast<double>(words.size());
}

TEST(OfficeFiles, AreReadWithTheirWords) {
  if (!fs::is_directory(collection())) {
    GTEST_SKIP() << "no collection of real files at " << collection();
  }
  const Extractor extractor(ASSAY_BINARY_DIR "/bin/assay-extract", {});
  std::map<std::string, int> read;
  for (const fs::path& path : office_files()) {
    const std::string name = path.filename().string();
    const FileDescriptor file = open_for_reading(path.string());
    const auto extracted = extractor.read(file.get(), name);
    if (const auto unread = kUnread.find(name); unread != kUnread.end()) {
      ASSERT_FALSE(extracted.ok()) << name;
      EXPECT_EQ(extracted.error().problem, unread->second) << name;
      continue;
    }
    ASSERT_TRUE(extracted.ok()) << path << ": " << extracted.error().reason;
    ++read[extracted->file_type];
    if (!fs::exists(expected_of(path))) continue;
    std::string text;
    for (const Page& page : extracted->pages) text += page.text;
    const double share = recall(expected_of(path), text);
    std::cout << "  " << name << ": " << share << " of the expected words\n";
    const auto lower = kLowerRecall.find(name);
    EXPECT_GE(share, lower == kLowerRecall.end() ? 0.9 : lower->second) << name;
  }
  for (const auto& [type, count] : read) std::cout << "  " << type << " read: " << count << "\n";
  EXPECT_FALSE(read.empty());
}

}  // namespace
}  // namespace assay::test
