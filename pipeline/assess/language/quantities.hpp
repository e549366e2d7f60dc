// SPDX-License-Identifier: Apache-2.0
// Numbers, periods, durations and sizes a text names, and whether what evidence names meets what a
// requirement asks.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// "12", "10,000", "1.5", "twelve".
[[nodiscard]] std::optional<double> number_of(const text::Term& term);

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

// Of one quantity of a requirement in a piece of evidence.
enum class QuantityMatch {
  Met,
  Missed,  // the evidence names a value of the kind, but not one that meets the requirement
  Absent,  // the evidence names none of the kind
};
[[nodiscard]] QuantityMatch match(const Quantity& required, const std::vector<Quantity>& evidence);

// Of the number that terms [first, last) hold: "at least 12", "12 or more", "no longer than 30
// days", "does not exceed 5". nullopt where nothing near it says.
[[nodiscard]] std::optional<Bound> bound_of(std::span<const text::Term> terms, std::size_t first,
                                            std::size_t last);

// Quantities of the kind Count, in order of reading. taken: what was read as something else
// (periods, key lengths), left alone here. Numbers of sections, versions, dates and sums of money
// count nothing. A number alone in the cell of a table has no name: it is what its row is about.
[[nodiscard]] std::vector<Quantity> counts(const text::Wording& said,
                                           const std::vector<Quantity>& taken);

// In order of reading. "Purchases above 5,000 euro shall ..." asks for no sum; of "WPA3 or WPA2"
// the older one will do.
[[nodiscard]] std::vector<Quantity> asked_quantities(const text::Wording& clause);

}  // namespace assay::assess
