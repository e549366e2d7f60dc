// SPDX-License-Identifier: Apache-2.0
// PDF: pages, headings, paragraphs made whole, and files that cannot be read.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

TEST(Pdf, MakesHeadingsParagraphsAndLists) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 720, 20, "Access Control Policy", true)
      .line(72, 680, 11, "1. Purpose", true)
      .line(72, 660, 11, "This policy describes who is allowed to use the systems of the com-")
      .line(72, 646, 11, "pany and how the access is granted and reviewed by the risk-based")
      .line(72, 632, 11, "process that the security team runs each month.")
      .line(72, 606, 11, "- first item of the list")
      .line(72, 592, 11, "- second item of the list");
  pdf.page().line(72, 720, 11, "Text of the second page.");
  EXPECT_EQ(
      read_blocks("pdf", pdf.build()),
      (Blocks{"H1 Access Control Policy", "H1 1. Purpose",
              "P This policy describes who is allowed to use the systems of the company and how "
              "the access is granted and reviewed by the risk-based process that the security "
              "team runs each month.",
              "L - first item of the list", "L - second item of the list", "--",
              "P Text of the second page."}));
}

TEST(Pdf, KeepsEmptyPagesInTheCount) {
  PdfBuilder pdf;
  pdf.page();
  pdf.page().line(72, 700, 11, "Only here.");
  EXPECT_EQ(read_blocks("pdf", pdf.build()), (Blocks{"--", "P Only here."}));
}

TEST(Pdf, WithoutTextSaysSo) {
  PdfBuilder pdf;
  pdf.page();
  const auto failure = failure_of("pdf", pdf.build());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::NoText);
  EXPECT_NE(failure->reason.find("OCR"), std::string::npos);
}

TEST(Pdf, DamagedOrEncryptedOnesFailWithAReason) {
  EXPECT_EQ(failure_of("pdf", "%PDF-1.7\nnothing more")->problem, ExtractProblem::Broken);
  PdfBuilder pdf;
  pdf.page().line(72, 700, 11, "Secret.");
  const auto failure = failure_of("pdf", pdf.encrypted().build());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Encrypted);
  EXPECT_NE(failure->reason.find("password"), std::string::npos);
}

}  // namespace
}  // namespace assay::test
