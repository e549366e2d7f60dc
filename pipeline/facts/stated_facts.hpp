// SPDX-License-Identifier: Apache-2.0
// Facts that stand behind their label ("Owner: CISO", a row of a form) or in a sentence of the
// document about itself ("This policy was approved by the board on 12 March 2025").
#pragma once

#include "pipeline/facts/fact_list.hpp"
#include "pipeline/facts/front_text.hpp"

namespace assay::facts {

void add_labelled(const FrontText& front, FactList& found);
void add_spoken(const FrontText& front, FactList& found);

}  // namespace assay::facts
