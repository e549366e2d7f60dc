// SPDX-License-Identifier: Apache-2.0
// Joins the parts of a statement.
#include "db/pg/statement.hpp"

namespace assay::pg {

std::string Sql::text() const {
  std::string all;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i > 0) all += ' ';
    all += parts_.at(i);
  }
  return all;
}

}  // namespace assay::pg
