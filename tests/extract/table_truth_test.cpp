// SPDX-License-Identifier: Apache-2.0
// Tables of real files against their transcripts, if a collection is available: the share of values
// that stand under the right header, per format. ASSAY_TEST_DATA names the collection.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/io.hpp"
#include "core/extract/row_text.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using Pair = std::pair<std::string, std::string>;  // header and value
using Pairs = std::multiset<Pair>;

fs::path collection() {
  const char* given = std::getenv("ASSAY_TEST_DATA");
  return given != nullptr ? fs::path(given) : fs::path(ASSAY_SOURCE_DIR) / ".." / "shared" / "data";
}

// Letters and figures alone: transcripts differ in marks, spaces and links.
std::string bare(std::string text) {
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at)) {
    text.erase(at, std::min(text.find(')', at), text.size() - 1) - at + 1);
  }
  for (const char* entity : {"&#124;", "&amp;", "<!-- image -->"}) {
    for (std::size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at)) {
      text.erase(at, std::string_view(entity).size());
    }
  }
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0) out += static_cast<char>(std::tolower(byte));
  }
  return out;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream cells(line.substr(1));
  for (std::string cell; std::getline(cells, cell, '|');) out.push_back(bare(cell));
  return out;
}

// The tables of a transcript in Markdown, whose first row is always the header.
Pairs transcribed(const std::string& text) {
  Pairs out;
  std::vector<std::string> header;
  std::size_t row = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) {
      row = 0;
      continue;
    }
    const std::vector<std::string> cells = cells_of(line);
    if (row == 0) header = cells;
    for (std::size_t i = 0; row > 1 && i < std::min(cells.size(), header.size()); ++i) {
      if (!header[i].empty() && !cells[i].empty()) out.emplace(header[i], cells[i]);
    }
    ++row;
  }
  return out;
}

Pairs extracted(const std::string& type, const std::string& bytes) {
  Pairs out;
  for (const std::string& block : read_blocks(type, bytes)) {
    if (!block.starts_with("T ")) continue;
    const std::string_view row = std::string_view(block).substr(2);
    for (const RowCell& cell : row_cells(row)) {
      const auto part = [row](std::size_t from, std::size_t to) {
        return bare(std::string(row.substr(from, to - from)));
      };
      if (cell.name_end > cell.name_start) {
        out.emplace(part(cell.name_start, cell.name_end), part(cell.value_start, cell.value_end));
      }
    }
  }
  return out;
}

struct Score {
  std::size_t wanted = 0;
  std::size_t right = 0;
  std::size_t wrong = 0;  // under a header of the transcript that is another one there
};

void add_file(const std::string& type, const fs::path& source, const fs::path& truth,
              Score& score) {
  const Pairs wanted = transcribed(read_file(truth.string()));
  if (wanted.empty()) return;
  const Pairs found = extracted(type, read_file(source.string()));
  std::set<std::string> headers;
  for (const Pair& pair : wanted) headers.insert(pair.first);
  Score own;
  for (auto at = wanted.begin(); at != wanted.end(); at = wanted.upper_bound(*at)) {
    own.wanted += wanted.count(*at);
    own.right += std::min(wanted.count(*at), found.count(*at));
  }
  for (const Pair& pair : found) {
    if (headers.contains(pair.first) && !wanted.contains(pair)) ++own.wrong;
  }
  std::cout << "    " << source.filename().string() << ": " << own.right << " of " << own.wanted
            << " right, " << own.wrong << " wrong\n";
  score.wanted += own.wanted;
  score.right += own.right;
  score.wrong += own.wrong;
}

// least: percent of right pairs; most: wrong ones. What is reached today. The rest are tables that
// have a header only in the transcript: of figures, of letters, or several on one sheet.
void check(const std::string& type, std::size_t least, std::size_t most) {
  const fs::path root = collection() / "extraction" / "docling" / type;
  if (!fs::is_directory(root)) GTEST_SKIP() << "no transcripts at " << root;
  Score score;
  for (const auto& entry : fs::directory_iterator(root / "sources")) {
    const fs::path truth = root / "groundtruth" / (entry.path().filename().string() + ".md");
    if (fs::is_regular_file(truth)) add_file(type, entry.path(), truth, score);
  }
  std::cout << "  " << type << ": " << score.right << " of " << score.wanted
            << " values under the right header, " << score.wrong << " under another\n";
  EXPECT_GE(score.right * 100, score.wanted * least);
  EXPECT_LE(score.wrong, most);
}

TEST(TableTruth, Html) {
  check("html", 79, 3);
}
TEST(TableTruth, Csv) {
  check("csv", 88, 0);
}
TEST(TableTruth, Docx) {
  check("docx", 50, 0);
}
TEST(TableTruth, Xlsx) {
  check("xlsx", 32, 1);
}

}  // namespace
}  // namespace assay::test
