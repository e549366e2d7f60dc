// SPDX-License-Identifier: Apache-2.0
// UTF-8: validity at every edge of the encoding, and cutting by code points.
#include "core/json/utf8.hpp"

#include <gtest/gtest.h>

namespace assay::utf8 {
namespace {

TEST(Utf8, AcceptsEveryCodePointAndNothingElse) {
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    std::string bytes;
    append(code, bytes);
    ASSERT_TRUE(valid(bytes)) << std::hex << static_cast<std::uint32_t>(code);
    std::size_t at = 0;
    ASSERT_EQ(next(bytes, at), code);
    ASSERT_EQ(at, bytes.size());
  }
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xE2\x82", "\xFF", "a\xC3"}) {
    EXPECT_FALSE(valid(bad)) << bad;
    EXPECT_TRUE(valid(repair(bad)));
  }
}

TEST(Utf8, RepairKeepsGoodNeighbours) {
  EXPECT_EQ(repair("a\xE2\x82"
                   "b"),
            "a\xEF\xBF\xBD\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(storable(std::string_view("a\0b", 3)), "ab");
}

TEST(Utf8, NamesHideNothing) {
  for (const char* good :
       {"A.5.1", "Zugriff auf Räume", "a\u202Ab\u202C", "\u0645\u06CC\u200C\u062E"}) {
    EXPECT_FALSE(fault_in_name(good)) << good;
  }
  for (const char* empty : {"", " ", "\u200B", "\u3164", "\u202E", "\t\n"}) {
    EXPECT_EQ(fault_in_name(empty), "must not be empty") << empty;
    EXPECT_EQ(fault_in_prose(empty), "must not be empty") << empty;
  }
  for (const char* control : {"a\x01", "a\x7F", "a\xC2\x85"}) {
    EXPECT_EQ(fault_in_name(control), "must not have control characters") << control;
    EXPECT_EQ(fault_in_prose(control), "must not have control characters") << control;
  }
  EXPECT_EQ(fault_in_name("a\nb"), "must not have line breaks or tabs");
  EXPECT_FALSE(fault_in_prose("a\r\n\tb"));
  for (const char* hidden : {"a\u200Bb", "a\u2028b", "a\u2060", "\uFEFFa", "a\U000E0041"}) {
    EXPECT_EQ(fault_in_name(hidden), "must not have invisible characters") << hidden;
    EXPECT_FALSE(fault_in_prose(hidden)) << hidden;
  }
}

TEST(Utf8, ShowsWhatNamesHide) {
  EXPECT_EQ(shown("a\u200Bb\x01"
                  "c\xC2\x85"),
            "a\uFFFDb\uFFFDc\uFFFD");
  EXPECT_EQ(shown(std::string_view("\0.", 2)), "\uFFFD.");
  EXPECT_EQ(shown(".\u2060."), ".\uFFFD.") << "no two parts come together";
  for (const char* same : {"", "a b", "\u202Aab\u202C", "\u0645\u06CC\u200C\u062E", "é"}) {
    EXPECT_EQ(shown(same), same);
  }
}

TEST(Utf8, CutsByCodePoints) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";  // a é € 😀 z
  EXPECT_EQ(length(text), 5U);
  EXPECT_EQ(substr(text, 1, 2), "\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(substr(text, 3, 9), "\xF0\x9F\x98\x80z");
  EXPECT_EQ(substr(text, 5, 1), "");
  EXPECT_EQ(byte_offset(text, 3), 6U);
  EXPECT_EQ(prefix(text, 2), "a");
  EXPECT_EQ(prefix(text, 3), "a\xC3\xA9");
  EXPECT_EQ(prefix(text, 99), text);
}

}  // namespace
}  // namespace assay::utf8
