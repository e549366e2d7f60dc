// SPDX-License-Identifier: Apache-2.0
// Terms: folding, stems, numbers, hyphens, possessives, positions.
#include "pipeline/text/terms.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::text {
namespace {

using Stems = std::vector<std::string>;

TEST(Terms, FoldAndStem) {
  EXPECT_EQ(index_stems("Reviewed, reviews, REVIEWING"), (Stems{"review", "review", "review"}));
  EXPECT_EQ(index_stems("Multi-factor"), index_stems("multi factor"));
  EXPECT_EQ(index_stems("\ufb01les"), index_stems("files"));         // ligature
  EXPECT_EQ(index_stems("sys\u00adtem"), index_stems("system"));     // soft hyphen
  EXPECT_EQ(index_stems("\uff21\uff23\uff2c"), index_stems("ACL"));  // full width
  EXPECT_EQ(index_stems("company\u2019s"), index_stems("company"));
  EXPECT_EQ(index_stems("\u00dcbung"), index_stems("\u00fcbung"));
}

TEST(Terms, NumbersStay) {
  EXPECT_EQ(index_stems("ISO 27001, 1.5 hours, SHA-256"),
            (Stems{"iso", "27001", "1.5", "hour", "sha", "256"}));
  EXPECT_TRUE(terms("90 days").front().number);
  EXPECT_FALSE(terms("days").front().number);
}

TEST(Terms, FunctionWordsKeepTheirPlace) {
  const auto found = terms("The review of logs");
  ASSERT_EQ(found.size(), 4U);
  EXPECT_TRUE(found[0].stop);
  EXPECT_FALSE(found[1].stop);
  EXPECT_TRUE(found[2].stop);
  EXPECT_EQ(found[3].start, 14U);
  EXPECT_EQ(found[3].end, 18U);
  EXPECT_EQ(index_stems("The review of logs"), (Stems{"review", "log"}));
}

TEST(Terms, ScriptsWithoutBlanksGiveOneTermPerCharacter) {
  EXPECT_EQ(terms("\u5bc6\u94a5\u7ba1\u7406").size(), 4U);
}

TEST(Terms, CollapsedAndFolded) {
  EXPECT_EQ(collapsed("  a\t\n b\u00a0c "), "a b c");
  EXPECT_EQ(folded("  Access\nRIGHTS "), "access rights");
  EXPECT_EQ(folded("\uff21 B"), "a b");
}

}  // namespace
}  // namespace assay::text
