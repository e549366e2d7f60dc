// SPDX-License-Identifier: Apache-2.0
// The rules by which the schema keeps tenants apart, checked against PostgreSQL's own catalogue, so
// that a table nobody thought of is found by being there.
#pragma once

#include <string>
#include <vector>

namespace assay::test {

// Tables of the schema public that have a column tenant_id.
[[nodiscard]] std::vector<std::string> tenant_tables();

// Tables whose rows never change; and those whose rows are never removed, but change in part.
[[nodiscard]] std::vector<std::string> tables_of_records();
[[nodiscard]] std::vector<std::string> tables_of_rows_that_stay();

// Everything in which the schema departs from the rules, as sentences "object: what is wrong".
[[nodiscard]] std::vector<std::string> catalogue_faults();

}  // namespace assay::test
