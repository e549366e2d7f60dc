// SPDX-License-Identifier: Apache-2.0
// Elements with very many attributes are refused at once, wherever XML or HTML is read; what only
// looks like one is read.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

// "a0=x a1=x " and so on, with that between name and next name.
std::string attributes(int count, const std::string& value) {
  std::string all;
  for (int i = 0; i < count; ++i) all += "a" + std::to_string(i) + value + " ";
  return all;
}

std::string in_utf16(std::string_view ascii) {
  std::string wide("\xFF\xFE", 2);
  for (const char c : ascii) (wide += c) += '\0';
  return wide;
}

void expect_refused(std::string_view type, std::string_view bytes, const std::string& what) {
  const auto begun = std::chrono::steady_clock::now();
  const auto failure = failure_of(type, bytes);
  ASSERT_TRUE(failure) << what;
  EXPECT_EQ(failure->problem, ExtractProblem::Limit) << what << ": " << failure->reason;
  EXPECT_NE(failure->reason.find("more than 1000 attributes"), std::string::npos) << what;
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10)) << what;
}

TEST(AttributeLimit, RefusesElementsThatWouldTakeHours) {
  constexpr int kMany = 300'000;
  const std::string one = "<r><e " + attributes(kMany, "=\"x\"") + "/></r>";
  expect_refused("xml", one, "XML");
  expect_refused("xml", "<r><e " + attributes(kMany, "='<'") + "/></r>", "broken values");
  expect_refused("xml", in_utf16(one), "UTF-16");
  expect_refused("svg", "<svg><text>a</text><e " + attributes(kMany, "=\"x\"") + "/></svg>", "SVG");
  expect_refused("docx", docx("<w:p " + attributes(kMany, "=\"x\"") + "/>"), "DOCX");
  expect_refused("xlsx", xlsx({{"S", "<row " + attributes(kMany, "=\"x\"") + "/>"}}), "XLSX");
  for (const char* value : {"=\"x\"", "='>'", "=x", "", " = \"<b>\"", "=\"\"/"}) {
    expect_refused("html", "<p>Words</p><div " + attributes(kMany, value) + ">more</div>", value);
  }
}

TEST(AttributeLimit, ReadsWhatOnlyLooksLikeSuchAnElement) {
  std::string equations;
  for (int i = 0; i < 3000; ++i) equations += " a" + std::to_string(i) + "='b'";
  EXPECT_EQ(read_blocks("html", "<script>if (a <b" + equations + ")</script><p>Words</p>"),
            Blocks{"P Words"});
  EXPECT_EQ(read_blocks("html", "<!-- <b" + equations + " --><p>Words</p>"), Blocks{"P Words"});
  EXPECT_EQ(read_blocks("html", "<p title=\"<b" + std::string(5000, '=') + "\">Words</p>"),
            Blocks{"P Words"});
  EXPECT_EQ(read_blocks("xml", "<r><![CDATA[<b" + equations + "]]><e>Words</e></r>").size(), 1U);
  EXPECT_EQ(read_blocks("xml", "<r><?php <b" + equations + " ?><e>Words</e></r>"),
            Blocks{"T e: Words"});
}

TEST(AttributeLimit, ReadsAsManyAsAreAllowed) {
  const auto text = [](std::string_view type, const std::string& bytes) {
    std::string all;
    for (const std::string& block : read_blocks(type, bytes)) all += block;
    return all;
  };
  EXPECT_NE(text("xml", "<r><e " + attributes(1000, "=\"x\"") + "/></r>").find("a999: x"),
            std::string::npos);
  EXPECT_NE(text("xml", in_utf16("<r><e " + attributes(1000, "=\"x\"") + "/></r>")).find("a999: x"),
            std::string::npos);
  EXPECT_EQ(text("html", "<p " + attributes(1000, "=x") + ">Words"), "P Words");
}

}  // namespace
}  // namespace assay::test
