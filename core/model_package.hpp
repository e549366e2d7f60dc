// SPDX-License-Identifier: Apache-2.0
// The name under which vectors of the embedded encoder are stored and runs pin it.
#pragma once

#include <string>

namespace assay {

// "name@version" as <model_dir>/package.json says. Throws IoError, or std::runtime_error when the
// file says no such thing.
[[nodiscard]] std::string model_package_id(const std::string& model_dir);

}  // namespace assay
