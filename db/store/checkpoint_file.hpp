// SPDX-License-Identifier: Apache-2.0
// The file of checkpoints outside the database: append-only lines.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::store::audit {

// The last complete line; nullopt if the file is absent or has none. Throws IoError.
[[nodiscard]] std::optional<std::string> last_line(const std::string& path);

// Appends lines and waits until they are on disk. First removes a line that a crash truncated at
// the end of the file. Throws IoError.
void append_lines(const std::string& path, const std::vector<std::string>& lines);

// Calls `take` with each line in order until it returns false. Text after the last newline counts
// as a line. Throws IoError, also when the file is absent.
void for_each_line(const std::string& path, const std::function<bool(const std::string&)>& take);

}  // namespace assay::store::audit
