// SPDX-License-Identifier: Apache-2.0
// Words that weaken elsewhere and here make a strict rule, a condition or a name: "No crate leaves
// before it is weighed", "a host without a class is blocked", "failed payments".
#pragma once

#include <cstddef>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/weakening_phrases.hpp"

namespace assay::assess {

// Positions are numbers of words. Refers to the wording, which must outlive it.
class StrictRules : private ClauseBounds {
 public:
  explicit StrictRules(const text::Wording& said) : ClauseBounds(said) {}

  // Whether the phrase that takes up `count` words from `at` on weakens nothing there.
  [[nodiscard]] bool makes(const Phrase& phrase, std::size_t at, std::size_t count) const;

 private:
  [[nodiscard]] bool verb_before(std::size_t at) const;
  [[nodiscard]] bool none_before(std::size_t at) const;
  [[nodiscard]] bool only_by(std::size_t at) const;
  [[nodiscard]] bool is_failed_thing(const Phrase& phrase, std::size_t at) const;
  [[nodiscard]] bool only_before(std::size_t at) const;
  [[nodiscard]] bool no_before(std::size_t at) const;
  [[nodiscard]] bool of_somebody(std::size_t at) const;
  [[nodiscard]] bool is_condition(std::size_t at) const;
  [[nodiscard]] bool is_attribute(std::size_t at) const;
  [[nodiscard]] bool denies_denial(std::size_t at, std::size_t count) const;
  [[nodiscard]] bool holds_now(std::size_t from, std::size_t to) const;
  [[nodiscard]] bool verb_behind(std::size_t at, std::size_t last) const;
};

}  // namespace assay::assess
