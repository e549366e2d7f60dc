// SPDX-License-Identifier: Apache-2.0
// Boosted trees (Friedman, "Greedy Function Approximation", 2001): the sum of what each tree adds
// to the log odds of an answer. Coefficients are data, written by bench/judgement/train/trees.py.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"

namespace assay::assess {

class BoostedTrees {
 public:
  // {"bias":number,"trees":[[node,..],..]}, where a node is [value to add] or [threshold, signal,
  // left, right]: values up to the threshold go left. signals: their number. Throws
  // std::runtime_error that names the fault.
  BoostedTrees(const Json& coefficients, std::size_t signals);

  // Log odds. Precondition: as many signals as the constructor was given.
  [[nodiscard]] double of(std::span<const double> signals) const;

 private:
  // A leaf has no signal, and a value to add.
  struct Node {
    std::optional<std::size_t> signal;
    double value = 0;      // of a leaf; else: at most this goes left
    std::size_t left = 0;  // numbers in its tree, both above its own
    std::size_t right = 0;
  };
  using Tree = std::vector<Node>;
  [[nodiscard]] static Tree read_tree(const Json& nodes, std::size_t signals);

  double bias_ = 0;
  std::vector<Tree> trees_;
};

// Throws std::runtime_error unless coefficients["signals"] are these names, in order.
void check_signals(const Json& coefficients, std::span<const std::string_view> names);

// The number with this name. Throws std::runtime_error if there is none.
[[nodiscard]] double coefficient(const Json& coefficients, std::string_view name);

// Throws std::runtime_error if the text is not JSON.
[[nodiscard]] Json read_coefficients(std::string_view text);

}  // namespace assay::assess
