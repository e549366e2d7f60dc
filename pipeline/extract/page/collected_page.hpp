// SPDX-License-Identifier: Apache-2.0
// Keeps the text of a page instead of handing it on, for parts that may repeat each other.
#pragma once

#include <string>
#include <utility>

#include "pipeline/extract/page/output.hpp"

namespace assay::extract {

class CollectedPage : public PageSink {
 public:
  void page(Page page) override { text_ = std::move(page.text); }
  // The text of the last page.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace assay::extract
