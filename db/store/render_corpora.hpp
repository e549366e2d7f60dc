// SPDX-License-Identifier: Apache-2.0
// Renders corpora as the JSON that clients see.
#pragma once

#include "db/store/ingestions.hpp"

namespace assay::store::render {

// Absent values are null, never omitted.
[[nodiscard]] Json corpus(const corpora::Corpus& corpus);
[[nodiscard]] Json ingestion(const ingestions::Ingestion& ingestion);
[[nodiscard]] Json activation(const corpora::Activation& activation);

}  // namespace assay::store::render
