// SPDX-License-Identifier: Apache-2.0
// Compiles in language/en/concepts.tsv.
#include "pipeline/text/concepts.hpp"

#include "core/base/embedded_file.hpp"

ASSAY_EMBEDDED_FILE(assay_concepts, ASSAY_CONCEPTS);

namespace assay::text {

std::string_view concepts_table() {
  return {reinterpret_cast<const char*>(assay_concepts_begin),
          static_cast<std::size_t>(assay_concepts_end - assay_concepts_begin)};
}

}  // namespace assay::text
