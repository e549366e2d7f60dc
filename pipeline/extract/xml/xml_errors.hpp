// SPDX-License-Identifier: Apache-2.0
// Watches libxml2's errors: after a failed allocation it continues, and then reports a different
// error.
#pragma once

namespace assay::extract {

// Forgets earlier errors of this thread and records the next ones, without printing them.
void watch_xml_errors();

// Whether an allocation failed since then.
[[nodiscard]] bool xml_out_of_memory();

}  // namespace assay::extract
