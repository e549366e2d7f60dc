// SPDX-License-Identifier: Apache-2.0
// Chunks: offsets, sizes, sections, overlap, nothing lost, and time linear in the length.
#include "pipeline/text/chunker.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::text {
namespace {

// One token per word and one more per six letters: close enough to a real tokenizer.
std::size_t count_words(std::string_view text) {
  std::size_t tokens = 0;
  std::size_t letters = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\n') {
      letters = 0;
    } else if (letters++ % 6 == 0) {
      ++tokens;
    }
  }
  return tokens;
}

class PageWriter {
 public:
  explicit PageWriter(int number = 1) { page_.number = number; }
  PageWriter& add(BlockKind kind, std::string_view text, int level = 0) {
    const std::size_t start = utf8::length(page_.text);
    page_.text += text;
    page_.blocks.push_back({kind, level, start, utf8::length(page_.text)});
    page_.text += '\n';
    return *this;
  }
  PageWriter& heading(std::string_view text, int level) {
    return add(BlockKind::Heading, text, level);
  }
  PageWriter& paragraph(std::string_view text) { return add(BlockKind::Paragraph, text); }
  [[nodiscard]] Page page() const { return page_; }

 private:
  Page page_;
};

std::string sentences_of(int count, const std::string& topic) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += ' ';
    out += "Sentence " + std::to_string(i) + " says a little about " + topic + " \u00e9t\u00e9.";
  }
  return out;
}

void expect_sound(const std::vector<Page>& pages, const std::vector<Chunk>& chunks) {
  std::string text;
  std::vector<std::size_t> page_ends;
  for (const Page& page : pages) {
    text += page.text;
    page_ends.push_back(utf8::length(text));
  }
  std::vector<bool> covered(utf8::length(text), false);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Chunk& chunk = chunks[i];
    EXPECT_EQ(chunk.chunk_index, static_cast<int>(i));
    ASSERT_LT(chunk.start_offset, chunk.end_offset);
    EXPECT_EQ(utf8::substr(text, chunk.start_offset, chunk.end_offset - chunk.start_offset),
              chunk.content);
    EXPECT_LE(chunk.token_count, 120U) << chunk.content;
    EXPECT_EQ(chunk.token_count, count_words(collapsed(chunk.content)));
    EXPECT_LE(count_words(embedding_text(chunk.heading_path, chunk.content, count_words)), 128U);
    std::size_t page = 0;
    while (page_ends[page] <= chunk.start_offset) ++page;
    EXPECT_LE(chunk.end_offset, page_ends[page]);
    EXPECT_EQ(chunk.page_number, pages[page].number);
    for (std::size_t at = chunk.start_offset; at < chunk.end_offset; ++at) covered[at] = true;
  }
  for (std::size_t at = 0, point = 0; at < text.size(); ++point) {
    const char32_t c = utf8::next(text, at);
    ASSERT_TRUE(covered[point] || is_space(c)) << "code point " << point << " is in no chunk";
  }
}

TEST(Chunker, NothingInNothingOut) {
  EXPECT_TRUE(chunk_pages({}, count_words).empty());
  EXPECT_TRUE(chunk_pages(std::vector<Page>(3), count_words).empty());
}

TEST(Chunker, SectionsStayApartAndCarryTheirPath) {
  const std::vector<Page> pages{PageWriter()
                                    .heading("Access policy", 1)
                                    .heading("Reviews", 2)
                                    .paragraph("Rights are reviewed every quarter.")
                                    .heading("Leavers", 2)
                                    .paragraph("Accounts of leavers are closed within a day.")
                                    .page()};
  const auto chunks = chunk_pages(pages, count_words);
  expect_sound(pages, chunks);
  ASSERT_EQ(chunks.size(), 2U);
  EXPECT_EQ(chunks[0].heading_path, "Access policy > Reviews");
  EXPECT_EQ(chunks[0].content, "Access policy\nReviews\nRights are reviewed every quarter.");
  EXPECT_EQ(chunks[1].heading_path, "Access policy > Leavers");
  EXPECT_EQ(embedding_text(chunks[0].heading_path, chunks[0].content, count_words),
            "Access policy Reviews Rights are reviewed every quarter.");
  EXPECT_EQ(embedding_text(chunks[1].heading_path, chunks[1].content, count_words),
            "Access policy: Leavers Accounts of leavers are closed within a day.");
}

TEST(Chunker, LongSectionsFallIntoFilledChunksThatShareASentence) {
  const std::vector<Page> pages{
      PageWriter().heading("Logs", 1).paragraph(sentences_of(60, "logging")).page()};
  const auto chunks = chunk_pages(pages, count_words);
  expect_sound(pages, chunks);
  ASSERT_GT(chunks.size(), 4U);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    EXPECT_GE(chunks[i].token_count, 60U) << chunks[i].content;
    if (i == 0) continue;
    EXPECT_LT(chunks[i].start_offset, chunks[i - 1].end_offset);
    EXPECT_TRUE(chunks[i].content.starts_with("Sentence ")) << chunks[i].content;
    const std::string shared = chunks[i].content.substr(0, chunks[i].content.find('.') + 1);
    EXPECT_TRUE(chunks[i - 1].content.ends_with(shared));
  }
}

TEST(Chunker, PagesAreNeverSpannedAndTheSectionGoesOn) {
  const std::vector<Page> pages{
      PageWriter(1).heading("Backup", 1).paragraph("Backups run nightly.").page(),
      PageWriter(2).paragraph("Restores are tested each month.").page()};
  const auto chunks = chunk_pages(pages, count_words);
  expect_sound(pages, chunks);
  ASSERT_EQ(chunks.size(), 2U);
  EXPECT_EQ(chunks[1].page_number, 2);
  EXPECT_EQ(chunks[1].heading_path, "Backup");
}

TEST(Chunker, RowsStayWholeAndAreNotRepeated) {
  PageWriter writer;
  for (int i = 0; i < 40; ++i) {
    writer.add(BlockKind::TableRow, "System: S" + std::to_string(i) +
                                        "; Owner: Kay. Smith; Reviewed: 2025-03-0" +
                                        std::to_string(i % 10));
  }
  const std::vector<Page> pages{writer.page()};
  const auto chunks = chunk_pages(pages, count_words);
  expect_sound(pages, chunks);
  ASSERT_GT(chunks.size(), 2U);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    EXPECT_TRUE(chunks[i].content.starts_with("System: S"));
    if (i > 0) {
      EXPECT_GT(chunks[i].start_offset, chunks[i - 1].end_offset);
    }
  }
}

TEST(Chunker, SentencesBeyondTheWindowAreCutBetweenWords) {
  std::string words = "Start";
  for (int i = 0; i < 500; ++i) words += " word" + std::to_string(i);
  const std::string endless(5000, 'x');
  const std::vector<Page> pages{PageWriter().paragraph(words).paragraph(endless).page()};
  const auto chunks = chunk_pages(pages, count_words);
  expect_sound(pages, chunks);
  EXPECT_GT(chunks.size(), 8U);
}

TEST(Chunker, TextOutsideOfBlocksIsKept) {
  Page page;
  page.text = "before \u00e9\nTitle\nbetween\nrow\nafter\n";
  page.blocks = {{BlockKind::Heading, 1, 9, 14}, {BlockKind::TableRow, 0, 23, 26}};
  const std::vector<Page> pages{page};
  const auto chunks = chunk_pages(pages, count_words);
  expect_sound(pages, chunks);
  ASSERT_EQ(chunks.size(), 2U);
  EXPECT_EQ(chunks[0].content, "before \u00e9");
  EXPECT_EQ(chunks[1].content, "Title\nbetween\nrow\nafter");
}

TEST(Chunker, LongPathsLoseTitlesFromTheLeft) {
  PageWriter writer;
  for (int level = 1; level <= 6; ++level) {
    writer.heading("Level " + std::to_string(level) + " " + std::string(60, 'h'), level);
    writer.paragraph(sentences_of(30, "levels"));
  }
  const std::vector<Page> pages{writer.page()};
  const auto chunks = chunk_pages(pages, count_words);
  expect_sound(pages, chunks);
  const Chunk& last = chunks.back();
  const std::string embedded = embedding_text(last.heading_path, last.content, count_words);
  EXPECT_TRUE(embedded.starts_with("Level ")) << embedded;
  EXPECT_NE(embedded.find("Level 6"), std::string::npos);
  EXPECT_EQ(embedded.find("Level 1"), std::string::npos);
}

TEST(Chunker, AnyPageIsSound) {
  std::uint32_t state = 11;
  const auto random = [&state](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 16) % below;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<Page> pages;
    for (int number = 1; number <= 3; ++number) {
      PageWriter writer(number);
      for (std::uint32_t block = random(12); block > 0; --block) {
        const auto kind = static_cast<BlockKind>(random(4));
        writer.add(kind, sentences_of(static_cast<int>(1 + random(9)), "risk"),
                   kind == BlockKind::Heading ? static_cast<int>(1 + random(4)) : 0);
      }
      pages.push_back(writer.page());
    }
    const auto chunks = chunk_pages(pages, count_words);
    expect_sound(pages, chunks);
    if (HasFatalFailure()) return;
  }
}

// Most of the time is spent counting tokens, so this measures the bytes counted.
TEST(Chunker, WorkGrowsWithLength) {
  const auto counted = [](int sentences, BlockKind kind) {
    std::size_t bytes = 0;
    const auto count = [&bytes](std::string_view text) {
      bytes += text.size();
      return count_words(text);
    };
    const std::vector<Page> pages{PageWriter().add(kind, sentences_of(sentences, "load")).page()};
    EXPECT_GT(chunk_pages(pages, count).size(), 10U);
    return bytes;
  };
  for (const BlockKind kind : {BlockKind::Paragraph, BlockKind::TableRow}) {
    EXPECT_LT(counted(32000, kind), 16 * counted(2000, kind) * 11 / 10);
  }
}

}  // namespace
}  // namespace assay::text
