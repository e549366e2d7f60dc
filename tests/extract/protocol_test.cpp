// SPDX-License-Identifier: Apache-2.0
// Frames: what is sent is received unchanged, and protocol violations are refused.
#include "core/extract/extract_protocol.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/extract/page_words.hpp"

namespace assay::test {
namespace {

PageWords good_words() {
  return {612, 792.5, 90, {{0, 5, .1, .2, .3, .05, .98}, {8, 11, .1, .5, .2, 0, .5}}};
}

Page good_page() {
  Page page{1, "Title\nA pär\n", {{BlockKind::Heading, 1, 0, 5}, {BlockKind::Paragraph, 0, 6, 11}}};
  page.words = encode_words(good_words());
  page.label = "iv";
  return page;
}

bool taken(const Page& page) {
  return frames::decode_page(frames::encode_page(page)).has_value();
}

TEST(Protocol, BringsPagesBack) {
  const auto page = frames::decode_page(frames::encode_page(good_page()));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->text, good_page().text);
  EXPECT_EQ(page->label, "iv");
  ASSERT_EQ(page->blocks.size(), 2U);
  EXPECT_EQ(page->blocks[1].end, 11U);
  EXPECT_TRUE(taken({1, "", {}}));
  const auto words = decode_words(page->words, 12);
  ASSERT_TRUE(words);
  EXPECT_DOUBLE_EQ(words->page_height, 792.5);
  EXPECT_EQ(words->rotation, 90);
  ASSERT_EQ(words->words.size(), 2U);
  EXPECT_EQ(words->words[1].start, 8U);
  EXPECT_NEAR(words->words[0].x + words->words[0].width, .4, .0001);
  EXPECT_NEAR(words->words[1].y, .5, .0001);
  EXPECT_NEAR(words->words[1].confidence.value_or(0), .5, .001);
}

TEST(Protocol, RefusesWordsBeyondTheTextOrThePage) {
  const std::string bytes = encode_words(good_words());
  EXPECT_FALSE(decode_words(bytes, 10)) << "a word beyond the text";
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_words(bytes.substr(0, size), 12)) << size;
  }
  EXPECT_FALSE(decode_words(bytes + "x", 12));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string other = bytes;
      other[at] = static_cast<char>(value);
      const auto words = decode_words(other, 12);
      if (!words) continue;
      for (const PageWord& word : words->words) {
        EXPECT_TRUE(word.start < word.end && word.end <= 12);
        EXPECT_TRUE(word.x >= 0 && word.x + word.width <= 1 && word.y >= 0 &&
                    word.y + word.height <= 1);
      }
    }
  }
  Page page = good_page();
  page.words = "x";
  EXPECT_FALSE(taken(page));
}

TEST(Protocol, RefusesPagesThatBreakTheirContract) {
  Page page = good_page();
  page.text = "Title\nA p\xFFr\n";
  EXPECT_FALSE(taken(page)) << "not UTF-8";
  page = good_page();
  page.text[2] = '\0';
  EXPECT_FALSE(taken(page)) << "NUL";
  page = good_page();
  page.text.pop_back();
  EXPECT_FALSE(taken(page)) << "no line break at the end";
  page = good_page();
  page.blocks[1].end = 13;
  EXPECT_FALSE(taken(page)) << "block beyond the text";
  page = good_page();
  page.blocks[1].start = 4;
  EXPECT_FALSE(taken(page)) << "overlap";
  page = good_page();
  page.blocks[1].end = page.blocks[1].start;
  EXPECT_FALSE(taken(page)) << "empty block";
  page = good_page();
  page.blocks[1].level = 2;
  EXPECT_FALSE(taken(page)) << "level of a paragraph";
  page = good_page();
  page.blocks[0].level = 0;
  EXPECT_FALSE(taken(page)) << "heading without level";
  page = good_page();
  page.blocks.pop_back();
  EXPECT_FALSE(taken(page)) << "words outside of blocks";
  page = good_page();
  page.number = 0;
  EXPECT_FALSE(taken(page)) << "number";
  page = good_page();
  page.label = "i\nv";
  EXPECT_FALSE(taken(page)) << "label of two lines";
  page.label = std::string(65, 'i');
  EXPECT_FALSE(taken(page)) << "long label";
}

TEST(Protocol, RefusesPayloadsCutShortOrTooLong) {
  const std::string bytes = frames::encode_page(good_page());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(frames::decode_page(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(frames::decode_page(bytes + "x"));
}

TEST(Protocol, KnowsItsHeaders) {
  const std::string bytes = frames::encode_header({frames::Type::FileData, 1000});
  const auto header = frames::decode_header(std::as_bytes(std::span(bytes)));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->length, 1000U);
  for (const std::string& bad : {std::string("\0\0\0\0\0", 5), std::string("\x0D\0\0\0\0", 5),
                                 frames::encode_header({frames::Type::Done, 1U << 20U}),
                                 frames::encode_header({frames::Type::Page, 0xFFFFFFFFU})}) {
    EXPECT_FALSE(frames::decode_header(std::as_bytes(std::span(bad))));
  }
}

TEST(Protocol, BringsRowsBack) {
  const std::vector<SheetRow> rows{{1, {{0, "criterionId"}, {5, "title"}}},
                                   {7, {{1, "Zugänge\n\tgeprüft"}}}};
  const std::string bytes = frames::encode_rows(rows);
  const auto back = frames::decode_rows(bytes);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 2U);
  EXPECT_EQ((*back)[1].number, 7U);
  EXPECT_EQ((*back)[0].cells[1].column, 5U);
  EXPECT_EQ((*back)[1].cells[0].text, rows[1].cells[0].text);
  EXPECT_TRUE(frames::decode_rows("")->empty());
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const auto part = frames::decode_rows(bytes.substr(0, size));
    EXPECT_TRUE(!part || part->size() == 1) << size;
  }
}

TEST(Protocol, RefusesRowsThatBreakAPromise) {
  const std::vector<std::vector<SheetRow>> bad{
      {{1, {}}},                           // no cell
      {{0, {{0, "a"}}}},                   // rows count from 1
      {{2, {{0, "a"}}}, {2, {{0, "b"}}}},  // a row twice
      {{1, {{3, "a"}, {3, "b"}}}},         // a cell twice
      {{1, {{200, "a"}}}},                 // beyond the last column
      {{1'048'577, {{0, "a"}}}},           // beyond the last row
      {{1, {{0, ""}}}},                    // an empty cell
      {{1, {{0, "a\x01"}}}},               // a control character
      {{1, {{0, "\xFF"}}}},                // not UTF-8
  };
  for (const auto& rows : bad) EXPECT_FALSE(frames::decode_rows(frames::encode_rows(rows)));
}

TEST(Protocol, BringsFailuresBackAndOnlyKnownOnes) {
  const ExtractFailure limit{
      ExtractProblem::ArchiveLimit, "Too deep.",
      Json::object().set("limit", "depth").set("allowed", 5).set("found", 6)};
  const auto back = frames::decode_failure(frames::encode_failure(limit));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->problem, ExtractProblem::ArchiveLimit);
  EXPECT_EQ(back->details.canonical(), limit.details.canonical());
  EXPECT_FALSE(frames::decode_failure("{}"));
  EXPECT_FALSE(frames::decode_failure(R"({"problem":"fun","reason":"x"})"));
  EXPECT_FALSE(frames::decode_failure(R"({"problem":"broken","reason":""})"));
  EXPECT_FALSE(frames::decode_failure(R"({"problem":"archive_limit","reason":"x","details":{}})"));
  const auto kept =
      frames::decode_failure(R"({"problem":"broken","reason":"x","details":{"a":1}})");
  ASSERT_TRUE(kept);
  EXPECT_TRUE(kept->details.is_null());
}

TEST(Protocol, TellsPathsThatMayBeUsed) {
  for (const char* good : {"a", "a/b.txt", "ä/ö", "..a/b..", "a b"}) {
    EXPECT_TRUE(frames::acceptable_path(good)) << good;
  }
  for (const char* bad : {"", "/a", "a/", "a//b", "../a", "a/..", ".", "a\\b", "a\nb", "\xFF"}) {
    EXPECT_FALSE(frames::acceptable_path(bad)) << bad;
  }
  EXPECT_FALSE(frames::acceptable_path(std::string(5000, 'a')));
}

}  // namespace
}  // namespace assay::test
