// SPDX-License-Identifier: Apache-2.0
// The YAML reader's limits: hostile or ambiguous input ends in an error with its line.
#include "core/packs/yaml_document.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace assay::packs {
namespace {

std::string refused_yaml(std::string_view text) {
  const auto begin = std::chrono::steady_clock::now();
  const auto document = YamlDocument::parse(text);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  if (document.ok()) return "accepted";
  EXPECT_EQ(document.error().code, ErrorCode::ValidationError);
  return document.error().message;
}

TEST(YamlDocument, KeepsTextsAsTheyAreWrittenAndKnowsTheirLines) {
  const auto document =
      YamlDocument::parse("a: 3.10\nb:\n  - ~\n  - 'no'\n  - no\n# c\nd: 2026-01-01");
  ASSERT_TRUE(document.ok());
  const YamlNode root = document.value().root();
  EXPECT_EQ(root.find("a")->text(), "3.10");
  EXPECT_EQ(root.find("d")->text(), "2026-01-01");
  EXPECT_EQ(root.find("d")->line(), 7U);
  const YamlNode list = *root.find("b");
  EXPECT_TRUE(list.at(0).is_null());
  EXPECT_EQ(list.at(1).as_bool(), std::nullopt);  // quoted, so a text
  EXPECT_EQ(list.at(2).as_bool(), false);
  EXPECT_EQ(list.at(2).line(), 5U);
  EXPECT_FALSE(root.find("c"));
}

TEST(YamlDocument, RefusesWhatOnlyTricksReaders) {
  EXPECT_EQ(refused_yaml("a: 1\nb: 2\na: 3\n"),
            "line 3: file: the key \"a\" appears twice, first in line 1");
  EXPECT_EQ(refused_yaml("a: &x {b: 1}\nc:\n  <<: *x\n"),
            "line 3: file: merge keys (<<) are not supported");
  EXPECT_EQ(refused_yaml("a: 1\nb: !!python/object:os.system x\n"),
            "line 2: file: tags are not supported: \"tag:yaml.org,2002:python/object:os.system\"");
  EXPECT_EQ(refused_yaml("a: !x [1]\n"), "line 1: file: tags are not supported: \"!x\"");
  EXPECT_EQ(refused_yaml("a: 1\n---\nb: 2\n"),
            "line 2: file: a second document begins; only one is read");
  EXPECT_EQ(refused_yaml("? [a]\n: b\n"), "line 1: file: a key must be a string");
  EXPECT_EQ(refused_yaml("a: &x y\n*x : b\n"), "line 2: file: a key must be a string");
  EXPECT_EQ(refused_yaml("%TAG !y! tag:y,2000:\n---\na: 1\n"),
            "line 1: file: tag directives are not supported");
}

TEST(YamlDocument, RefusesBytesThatAreNoText) {
  EXPECT_EQ(refused_yaml("a: 1\nb: \xC3\x28\n"), "line 2: file: is not UTF-8");
  EXPECT_EQ(refused_yaml("\xFF\xFE"
                         "a\0:\0"),
            "line 1: file: is not UTF-8");
  EXPECT_EQ(refused_yaml(std::string_view("a: 1\nb: \0\n", 10)),
            "line 2: file: is not YAML: control characters are not allowed");
  EXPECT_EQ(refused_yaml("a: 1\nb: \"x\\0y\"\n"), "line 2: file: a string holds a NUL");
  EXPECT_EQ(refused_yaml(""), "file: is empty");
  EXPECT_EQ(refused_yaml("# nothing\n"), "file: is empty");
  EXPECT_EQ(refused_yaml("a: [1, 2\nb: 3\n"),
            "line 2: file: is not YAML: while parsing a flow sequence did not find expected ',' or "
            "']', column 2");
}

TEST(YamlDocument, AliasesAreCountedWithAllTheyStandFor) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += (k > 0 ? ", " : "") + before;
    bomb += "]\n";
  }
  EXPECT_EQ(refused_yaml(bomb),
            "line 6: file: holds more than 1,000,000 values (aliases written out)");
  std::string text = "a: &a " + std::string(1U << 20U, 'x') + "\nb:\n";
  for (int i = 0; i < 20; ++i) text += "- *a\n";
  EXPECT_EQ(refused_yaml(text), "line 19: file: aliases repeat more than 16 MiB of text");
  EXPECT_EQ(refused_yaml("a: &a [*a]\n"), "line 1: file: \"a\" contains itself");
  EXPECT_EQ(refused_yaml("a: *b\n"), "line 1: file: there is no anchor named \"b\"");
}

TEST(YamlDocument, DepthAndSizeAreLimited) {
  const std::string deep = "is nested deeper than 64 levels";
  EXPECT_EQ(refused_yaml(std::string(std::size_t{20} << 20U, '[')), "line 1: file: " + deep);
  EXPECT_EQ(refused_yaml(std::string(std::size_t{20} << 20U, '{')),
            "line 1: file: a key must be a string");
  std::string dashes;
  for (int i = 0; i < 100000; ++i) dashes += "- ";
  EXPECT_EQ(refused_yaml(dashes), "line 1: file: " + deep);
  std::string many = "[";
  for (int i = 0; i < 1'100'000; ++i) many += i % 100 == 0 ? "a,\n" : "a,";
  EXPECT_NE(refused_yaml(many).find("more than 1,000,000 values"), std::string::npos);
  EXPECT_EQ(refused_yaml(std::string((std::size_t{32} << 20U) + 1, 'a')),
            "file: YAML of more than 32 MiB is not read");
}

TEST(YamlDocument, ManyDirectivesCostNothing) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += "%TAG !a" + std::to_string(i) + "! tag:x,2000:\n";
  EXPECT_EQ(refused_yaml(text + "---\na: 1\n"), "line 1: file: tag directives are not supported");
}

}  // namespace
}  // namespace assay::packs
