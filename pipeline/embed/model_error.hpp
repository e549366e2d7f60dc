// SPDX-License-Identifier: Apache-2.0
// Thrown if a model directory does not hold the model that this encoder was written for.
#pragma once

#include <stdexcept>
#include <string>

namespace assay::embed {

class ModelError : public std::runtime_error {
 public:
  ModelError(const std::string& file, const std::string& what)
      : std::runtime_error(file + ": " + what) {}
};

}  // namespace assay::embed
