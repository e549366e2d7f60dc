// SPDX-License-Identifier: Apache-2.0
// Holds the model's tensors from its npm package, looked up by name and shape; tensors of our own
// training replace those of the same name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"

namespace assay::embed {
using Shape = std::vector<std::int64_t>;

// A model directory does not hold the model that this encoder was written for.
class ModelError : public std::runtime_error {
 public:
  ModelError(const std::string& file, const std::string& what)
      : std::runtime_error(file + ": " + what) {}
};

class Weights {
 public:
  // Reads dist/model.json (its weightsManifest) and the shards that it names. Throws IoError, and
  // ModelError if names, shapes, types or sizes are wrong.
  [[nodiscard]] static Weights load(const std::filesystem::path& model_dir);

  // Adds the tensors of a file of bench/judgement/train, which replace those of the same name. The
  // file: "ASSAYW1\n", the length of the header (4 bytes), the header (JSON: {"tensors": [{"name",
  // "shape"}, ...]}), then all values in that order as IEEE 754 half precision; numbers are
  // little-endian. Throws ModelError, which names `file`.
  void add_trained(std::span<const std::byte> bytes, const std::string& file);

  // Values of a float32 tensor, row-major, valid as long as this object. Throws ModelError if there
  // is none of this name and shape, or a value is not finite.
  [[nodiscard]] std::span<const float> tensor(std::string_view name, const Shape& shape) const;
  [[nodiscard]] float scalar(std::string_view name) const { return tensor(name, {})[0]; }

 private:
  struct Tensor {
    Shape shape;
    bool is_float = false;
    std::size_t offset = 0;  // in elements; all types have four bytes
    std::size_t size = 0;
  };

  // Lays out the manifest's tensors one after another; returns their total number of elements.
  [[nodiscard]] std::size_t add_tensors(const Json& entries);

  std::string manifest_file_;  // for messages
  std::map<std::string, Tensor, std::less<>> tensors_;
  std::vector<float> values_;
};

// The weights changed by training on pairs of requirements and evidence, compiled in:
// trained.weights. bench/judgement/train/README.md describes the training data and the gain. The
// format that Weights::add_trained() reads.
[[nodiscard]] std::span<const std::byte> trained_weights();

}  // namespace assay::embed
