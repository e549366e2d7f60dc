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

// How the words of a requirement limit the value. Evidence is read in the same way, but only its
// value counts.
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

// How a piece of evidence compares with one quantity of a requirement.
enum class QuantityMatch {
  Met,
  Missed,  // the evidence names a value of the kind, but not one that meets the requirement
  Absent,  // the evidence names none of the kind
};
[[nodiscard]] QuantityMatch match(const Quantity& required, const std::vector<Quantity>& evidence);

// The bound of the number in terms [first, last): "at least 12", "12 or more", "no longer than 30
// days", "does not exceed 5". nullopt if nothing near it states one.
[[nodiscard]] std::optional<Bound> bound_of(std::span<const text::Term> terms, std::size_t first,
                                            std::size_t last);

// Quantities of the kind Count, in order of reading. taken: quantities of other kinds (periods, key
// lengths), which are skipped. Numbers of sections, versions, dates and sums of money do not count
// anything. A number alone in a table cell has no name: it counts what its row is about.
[[nodiscard]] std::vector<Quantity> counts(const text::Wording& said,
                                           const std::vector<Quantity>& taken);

// In order of reading. "Purchases above 5,000 euro shall ..." asks for no sum; of "WPA3 or WPA2"
// the older one will do.
[[nodiscard]] std::vector<Quantity> asked_quantities(const text::Wording& clause);

}  // namespace assay::assess
