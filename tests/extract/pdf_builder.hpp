// SPDX-License-Identifier: Apache-2.0
// Writes small PDF files for tests: lines of Helvetica at given places.
#pragma once

#include <string>
#include <vector>

namespace assay::test {

class PdfBuilder {
 public:
  PdfBuilder& page();
  // x and y in points from the bottom left of a letter page; text without parentheses.
  PdfBuilder& line(int x, int y, int size, const std::string& text, bool bold = false);
  // Says that a password is needed; the content stays readable to nobody who obeys.
  PdfBuilder& encrypted();
  [[nodiscard]] std::string build() const;

 private:
  std::vector<std::string> pages_;
  bool encrypted_ = false;
};

}  // namespace assay::test
