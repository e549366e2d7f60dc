// SPDX-License-Identifier: Apache-2.0
// The rules by which the schema separates tenants, checked against PostgreSQL's own catalogue, so
// that a forgotten table is found because it exists.
#pragma once

#include <string>
#include <vector>

namespace assay::test {

// Tables of the schema public that have a column tenant_id.
[[nodiscard]] std::vector<std::string> tenant_tables();

// Tables whose rows never change, and tables whose rows are never removed but change in part.
[[nodiscard]] std::vector<std::string> tables_of_records();
[[nodiscard]] std::vector<std::string> tables_of_rows_that_stay();

// Every violation of the rules, as sentences "object: what is wrong".
[[nodiscard]] std::vector<std::string> catalogue_faults();

}  // namespace assay::test
