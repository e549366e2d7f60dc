// SPDX-License-Identifier: Apache-2.0
// The name under which vectors of the embedded encoder are stored and runs pin it.
#pragma once

#include <string>

namespace assay {

// Counts the trainings of the weights that are part of the program
// (pipeline/embed/trained.weights). Vectors of another one are made anew.
inline constexpr int kTrainedRevision = 1;

// "name@version+assay.revision" as <model_dir>/package.json says. Throws IoError, or
// std::runtime_error when the file says no such thing.
[[nodiscard]] std::string model_package_id(const std::string& model_dir);

}  // namespace assay
