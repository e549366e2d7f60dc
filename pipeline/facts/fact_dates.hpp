// SPDX-License-Identifier: Apache-2.0
// Dates in the values of facts. pipeline/assess/language reads the calendar; this adds what stands
// in such values only, and tells dates that can be read in two ways.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay::facts {

struct FactDate {
  std::optional<std::string> date;  // as in DocumentFact; none if it is ambiguous
  bool ambiguous = false;
  std::size_t start = 0;  // bytes of the text
  std::size_t end = 0;
};

// The first day, month or year that the text names: "12 March 2025", "12. März 2025", "2025-03-12",
// "March 2025", "03/2025". "12.03.2025" has the day first. "03/04/2025" is ambiguous. A year counts
// if it is all there is.
[[nodiscard]] std::optional<FactDate> first_date(std::string_view text);

// Of a property: "2025-03-12T08:00:00Z", or as above.
[[nodiscard]] std::optional<FactDate> property_date(std::string_view text);

}  // namespace assay::facts
