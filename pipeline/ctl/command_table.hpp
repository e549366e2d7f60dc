// SPDX-License-Identifier: Apache-2.0
// The table of assayctl's commands. Its help, its manual page and its completion are made from it.
#pragma once

#include <span>
#include <string_view>

#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {

struct Command {
  std::string_view words;      // one or two
  std::string_view arguments;  // as a manual page shows them
  std::string_view meaning;    // one sentence
  int (*run)(const Config&, const Arguments&);
};

[[nodiscard]] std::span<const Command> commands();

// The options that take no value; all others take one.
[[nodiscard]] bool is_flag(std::string_view option);

}  // namespace assay::ctl
