// SPDX-License-Identifier: Apache-2.0
// Points of a list by their marks: lines that begin with "-" or "a)", or "(1) ..., (2) ...".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::assess {

struct Enumeration {
  std::string lead;                // what stands before the first point, without a colon
  std::vector<std::string> items;  // at least two, without their marks; white space collapsed
};

// nullopt: the text holds no such list, or something else behind it.
[[nodiscard]] std::optional<Enumeration> enumeration_in(std::string_view text);

}  // namespace assay::assess
