// SPDX-License-Identifier: Apache-2.0
// Corpora as the JSON that clients see, beside render.hpp.
#pragma once

#include "db/store/ingestions.hpp"

namespace assay::store::render {

// What is absent in a record is null here, never missing.
[[nodiscard]] Json corpus(const corpora::Corpus& corpus);
[[nodiscard]] Json ingestion(const ingestions::Ingestion& ingestion);
[[nodiscard]] Json activation(const corpora::Activation& activation);

}  // namespace assay::store::render
