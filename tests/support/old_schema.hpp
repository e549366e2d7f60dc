// SPDX-License-Identifier: Apache-2.0
// A database of an earlier schema that is then migrated.
#pragma once

#include <string>
#include <vector>

namespace assay::test {

// Makes a database with the migrations before number `first`, runs `fill` as the schema's owner,
// applies the other migrations, and returns column v of each row of `query`.
[[nodiscard]] std::vector<std::string> migrated_from(int first, const std::string& fill,
                                                     const std::string& query);

}  // namespace assay::test
