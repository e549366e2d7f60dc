// SPDX-License-Identifier: Apache-2.0
// Whether a document is a draft, a template or superseded: by its file's name, its headings and the
// notices in its text, as judging reads them.
#pragma once

#include <string_view>

#include "pipeline/facts/fact_list.hpp"
#include "pipeline/facts/front_text.hpp"

namespace assay::facts {

void add_states(std::string_view file_name, const FrontText& front, FactList& found);

}  // namespace assay::facts
