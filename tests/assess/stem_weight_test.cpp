// SPDX-License-Identifier: Apache-2.0
// What words are worth.
#include "pipeline/assess/language/requirement_words.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

double weight_of(const std::string& word) {
  return stem_weight(text::terms(word).front().stem);
}

TEST(StemWeight, RareWordsTellMore) {
  EXPECT_LT(weight_of("year"), weight_of("backup"));
  EXPECT_LT(weight_of("backup"), weight_of("pseudonymised"));
  EXPECT_GE(weight_of("year"), 0.5);
}

TEST(StemWeight, NoneTellsMoreThanAWordThatNobodyUses) {
  EXPECT_GE(weight_of("zyzzyva"), weight_of("pseudonymised"));
  EXPECT_EQ(weight_of("zyzzyva"), weight_of("qwertz"));
}

}  // namespace
}  // namespace assay::assess
