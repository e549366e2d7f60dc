// SPDX-License-Identifier: Apache-2.0
// Periods, durations and sizes a text names, and whether what evidence names meets what a
// requirement asks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

enum class QuantityKind {
  Frequency,  // "at least quarterly": value is the days from one time to the next
  Duration,   // "within 24 hours", "for twelve months": value in days
  KeyLength,  // "256 bits", "AES-256": value in bits
  Version,    // "TLS 1.2": value is the version, name the protocol
  Count,      // "12 characters", "95 %", "10,000 euro": name is the unit's stem, "%", "money" or
              // that of a measure ("degree", "kg")
};

// What a requirement's words make of the value. Evidence is read with the same words, but there
// only the value counts.
enum class Bound { AtLeast, AtMost };

struct Quantity {
  QuantityKind kind = QuantityKind::Duration;
  Bound bound = Bound::AtMost;
  double value = 0;
  std::string name;       // of a version: "tls"; of a count: "charact"
  std::size_t start = 0;  // bytes of the text
  std::size_t end = 0;
};

[[nodiscard]] std::vector<Quantity> quantities(const text::Wording& said);

// Of a count: whether its unit says nothing of what is counted ("%", "money", "kg").
[[nodiscard]] bool is_plain_unit(std::string_view name);

// Of one quantity of a requirement in a piece of evidence.
enum class QuantityMatch {
  Met,
  Missed,  // the evidence names a value of the kind, but not one that meets the requirement
  Absent,  // the evidence names none of the kind
};
[[nodiscard]] QuantityMatch match(const Quantity& required, const std::vector<Quantity>& evidence);

}  // namespace assay::assess
