// SPDX-License-Identifier: Apache-2.0
// Boosted trees: which way they go, and coefficients that do not hold together.
#include "pipeline/assess/judge/boosted_trees.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>

namespace assay::assess {
namespace {

BoostedTrees trees(const std::string& json) {
  return {read_coefficients(json), 2};
}

TEST(BoostedTrees, AddWhatTheirLeavesSay) {
  const BoostedTrees model = trees(R"({"bias":0.5,"trees":[[[2.0,1,1,2],[1.0],[-1.0]],[[0.25]]]})");
  EXPECT_DOUBLE_EQ(model.of(std::array{9.0, 2.0}), 1.75);  // at most the threshold: left
  EXPECT_DOUBLE_EQ(model.of(std::array{9.0, 2.1}), -0.25);
}

TEST(BoostedTrees, RefuseWhatDoesNotHoldTogether) {
  for (const char* json : {
           "no json",
           R"({"trees":[]})",                                // no bias
           R"({"bias":0,"trees":[[]]})",                     // a tree without a node
           R"({"bias":0,"trees":[[[1,2,1,2],[0],[0]]]})",    // no such signal
           R"({"bias":0,"trees":[[[1,0,0,1],[0]]]})",        // a circle
           R"({"bias":0,"trees":[[[1,0,1,5],[0]]]})",        // no such node
           R"({"bias":0,"trees":[[["x",0,1,2],[0],[0]]]})",  // no number
       }) {
    EXPECT_THROW(static_cast<void>(trees(json)), std::runtime_error) << json;
  }
}

TEST(BoostedTrees, NamesOfSignalsMustBeThese) {
  const std::array<std::string_view, 2> names{"a", "b"};
  check_signals(read_coefficients(R"({"signals":["a","b"]})"), names);
  for (const char* json : {R"({"signals":["b","a"]})", R"({"signals":["a"]})", "{}"}) {
    EXPECT_THROW(check_signals(read_coefficients(json), names), std::runtime_error) << json;
  }
}

}  // namespace
}  // namespace assay::assess
