// SPDX-License-Identifier: Apache-2.0
// The file of checkpoints outside the database: lines that are only ever added.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::store::audit {

// The last whole line; nullopt where the file is absent or has none. Throws IoError.
[[nodiscard]] std::optional<std::string> last_line(const std::string& path);

// Adds lines and waits until they are on the disk. A line that a crash cut off at the end of the
// file is taken away first. Throws IoError.
void append_lines(const std::string& path, const std::vector<std::string>& lines);

// Calls with each line in order, until the call gives false. What stands behind the last newline is
// a line too. Throws IoError, also when the file is absent.
void for_each_line(const std::string& path, const std::function<bool(const std::string&)>& take);

}  // namespace assay::store::audit
