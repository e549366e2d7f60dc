// SPDX-License-Identifier: Apache-2.0
// The names of an archive's members: how people see them, and which are refused or left out.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/extract/archive/container.hpp"

namespace assay::extract {

// The path under which people see a member: "./a//b" is "a/b", a directory has no slash at its end,
// and characters that nobody can see are replaced. Throws ContainerError if the name is absolute,
// leads outside of the archive or cannot be used. Empty for the archive's root, a directory.
[[nodiscard]] std::string member_path(const Member& member);

// Whether operating systems add such files by themselves.
[[nodiscard]] bool added_by_system(std::string_view path);

}  // namespace assay::extract
