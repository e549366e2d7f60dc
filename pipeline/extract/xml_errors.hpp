// SPDX-License-Identifier: Apache-2.0
// What libxml2 runs into: it goes on after a failed allocation, and the fault it then reports is
// another one.
#pragma once

namespace assay::extract {

// Forgets earlier errors of this thread and listens to the next ones, which are printed nowhere.
void watch_xml_errors();

// Whether an allocation failed since then.
[[nodiscard]] bool xml_out_of_memory();

}  // namespace assay::extract
