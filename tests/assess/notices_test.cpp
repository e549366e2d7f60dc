// SPDX-License-Identifier: Apache-2.0
// Documents that nobody has put in force, by what they say of themselves.
#include "pipeline/assess/reading/document_state.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "pipeline/assess/reading/passages.hpp"

namespace assay::assess {
namespace {

TEST(Notices, EditionsBeforeTheFirst) {
  EXPECT_TRUE(is_early_edition("gate rules v0 3 pdf"));
  EXPECT_TRUE(is_early_edition("Version 0.9"));
  EXPECT_FALSE(is_early_edition("Version 10.9"));
  EXPECT_FALSE(is_early_edition("gate rules v3 pdf"));
}

TEST(Notices, FormsNobodyHasFilledIn) {
  for (const char* text : {"Approved by: ____", "Place: ____ Signature of the guard: ________.",
                           "The gate of [company] is locked.", "Gate: ; Guard: ; Date: ",
                           "Between [OWNER NAME] and the guard. Signed: [        ]."}) {
    EXPECT_TRUE(is_unfilled(text)) << text;
  }
  for (const char* text : {"Approved by: J. Doe", "Gate: 7; Guard: ; Date: ",
                           "Remarks: ____. Signature: J. Doe", "Gate 7 [SIC] is locked."}) {
    EXPECT_FALSE(is_unfilled(text)) << text;
  }
}

TEST(Notices, ASectionOfLinesToFillIn) {
  EXPECT_EQ(lines_to_fill("Gate: ____. Guard: ____."), 2U);
  Candidate form;
  form.document.value = "d";
  form.chunk.value = "c";
  form.content = "Gate: ____. Guard: ____. Hour: ____.";
  EXPECT_EQ(read_passages(std::span(&form, 1)).unfilled.size(), 1U);
  form.content = "Gate: ____. The guard is J. Doe.";
  EXPECT_TRUE(read_passages(std::span(&form, 1)).unfilled.empty());
}

bool noticed(const std::string& text) {
  Candidate candidate;
  candidate.document.value = "d";
  candidate.chunk.value = "c";
  candidate.file_name = "gate.txt";
  candidate.content = text;
  return !read_passages(std::span(&candidate, 1)).drafts.empty();
}

TEST(Notices, DocumentsThatWereNeverPutInForce) {
  EXPECT_TRUE(
      noticed("Work in progress: the warden has yet to look at this page and at its list."));
  EXPECT_TRUE(noticed("Watermark: NOT FOR USE."));
  EXPECT_TRUE(noticed("No version has been adopted."));
  EXPECT_FALSE(noticed("Draft animals are kept in the yard and fed by the warden every morning."));
}

}  // namespace
}  // namespace assay::assess
