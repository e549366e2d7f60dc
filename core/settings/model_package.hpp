// SPDX-License-Identifier: Apache-2.0
// The name under which the embedded encoder's vectors are stored and that runs pin.
#pragma once

#include <string>

namespace assay {

// Counts the trainings of the weights that are part of the program
// (pipeline/embed/trained.weights). Vectors of another revision are computed again.
inline constexpr int kTrainedRevision = 1;

// Returns "name@version+assay.revision" from <model_dir>/package.json. Throws IoError, or
// std::runtime_error when the file lacks them.
[[nodiscard]] std::string model_package_id(const std::string& model_dir);

}  // namespace assay
