// SPDX-License-Identifier: Apache-2.0
// A sink that checks the contract of each page, and a function that reads into it.
#pragma once

#include <string>
#include <string_view>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/reading.hpp"
#include "pipeline/extract/sandbox/confine.hpp"
#include "tests/fuzz/targets/target.hpp"

namespace assay::fuzz {

class CheckedPages : public extract::PageSink {
 public:
  void page(Page page) override {
    require(page.number == ++pages_, "pages count from 1");
    require(frames::decode_page(frames::encode_page(page)).has_value(),
            "a page of core/extract/extract_types.hpp");
  }

 private:
  int pages_ = 0;
};

inline void warm_up() {
  static const bool warm = (extract::warm_up(), true);
  static_cast<void>(warm);
}

// A document ends with pages or with a reason; any other exception is a finding.
inline void read(std::string_view bytes, std::string_view file_type) {
  warm_up();
  CheckedPages pages;
  try {
    extract::read_pages(bytes, file_type, pages);
  } catch (const extract::ReadFailure& failure) {
    require(!failure.failure().reason.empty(), "a failure with a reason");
  }
}

}  // namespace assay::fuzz
