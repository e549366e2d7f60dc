// SPDX-License-Identifier: Apache-2.0
// Reads the model's package file.
#include "core/settings/model_package.hpp"

#include <stdexcept>

#include "core/base/io.hpp"
#include "core/json/json.hpp"

namespace assay {

std::string model_package_id(const std::string& model_dir) {
  const std::string file = model_dir + "/package.json";
  std::string why = "no name and version";
  const auto package = Json::parse(read_file(file), &why);
  const auto name = package ? package->get("name").as_string() : std::nullopt;
  const auto version = package ? package->get("version").as_string() : std::nullopt;
  if (!name || !version) throw std::runtime_error(file + ": " + why);
  return *name + "@" + *version + "+assay." + std::to_string(kTrainedRevision);
}

}  // namespace assay
