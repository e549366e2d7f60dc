// SPDX-License-Identifier: Apache-2.0
// Answers that setup needs: from options, or asked for on the terminal.
#pragma once

#include <functional>
#include <string>

#include "pipeline/ctl/commands.hpp"

namespace assay::ctl::setup {

// Throws Failure when an answer is not acceptable.
using Check = std::function<void(const std::string& answer)>;

// The option's value. If it is missing, asks on the terminal until the answer passes the check.
// Throws Failure naming the option when there is no terminal, or when its value does not pass.
[[nodiscard]] std::string answer(const Arguments& arguments, const std::string& option,
                                 const std::string& question, const Check& check);

// The password in the file of --password-file, or asked for twice without showing it. Throws
// Failure like answer().
[[nodiscard]] std::string new_password(const Arguments& arguments);

}  // namespace assay::ctl::setup
