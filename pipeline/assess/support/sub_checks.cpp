// SPDX-License-Identifier: Apache-2.0
// From clauses to sub-checks.
#include "pipeline/assess/support/sub_checks.hpp"

#include <utility>

#include "pipeline/assess/language/clauses.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

std::vector<SubCheck> sub_checks(std::string_view title) {
  std::vector<std::string> parts;
  if (!asks(title)) parts = clauses(demand_of(title));
  if (parts.empty()) parts.push_back(text::collapsed(title));
  if (parts.size() > kMaxSubChecks) parts.resize(kMaxSubChecks);
  std::vector<SubCheck> out;
  for (std::string& part : parts) {
    const auto number = static_cast<char>(out.size());
    SubCheck check{std::string(1, static_cast<char>('a' + number)), std::move(part), {}};
    check.quantities = asked_quantities(text::Wording(check.text));
    out.push_back(std::move(check));
  }
  return out;
}

}  // namespace assay::assess
