// SPDX-License-Identifier: Apache-2.0
// Reads the weights manifest and its shards, checking every size.
#include "pipeline/embed/model_weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/io.hpp"

namespace assay::embed {
namespace {

static_assert(std::endian::native == std::endian::little, "shards are little-endian");

// More than any real model's tensor; keeps sizes far from overflow.
constexpr std::int64_t kMaxElements = std::int64_t{1} << 32;

std::string shape_text(const Shape& shape) {
  std::string out = "[";
  for (const std::int64_t extent : shape) {
    if (out.size() > 1) out += ", ";
    out += std::to_string(extent);
  }
  return out + "]";
}

Shape shape_of(const Json& entry, const std::string& file) {
  const Json extents = entry.get("shape");
  if (!extents.is_array()) throw ModelError(file, "a weight without a shape: " + entry.dump());
  Shape shape;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    shape.push_back(extents.at(i).as_integer().value_or(0));
  }
  return shape;
}

std::size_t elements_of(const Shape& shape, const std::string& file) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) {
    if (extent < 1 || extent > kMaxElements / count) {
      throw ModelError(file, "impossible shape " + shape_text(shape));
    }
    count *= extent;
  }
  return static_cast<std::size_t>(count);
}

// Fills `rest` from one shard, as far as it goes; returns what is left to fill.
std::span<std::byte> read_shard(const std::string& file, std::span<std::byte> rest) {
  const FileDescriptor shard = open_for_reading(file);
  while (!rest.empty()) {
    const std::size_t count = read_some(shard.get(), rest);
    if (count == 0) return rest;
    rest = rest.subspan(count);
  }
  std::byte beyond{};
  if (read_some(shard.get(), std::span(&beyond, 1)) != 0) {
    throw ModelError(file, "more bytes than the manifest describes");
  }
  return rest;
}

// Shard names come from the manifest: only plain names inside its own directory are accepted.
std::vector<std::string> shard_files(const Json& paths, const std::filesystem::path& directory,
                                     const std::string& file) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::optional<std::string> name = paths.at(i).as_string();
    if (!name || name->empty() || *name == ".." || name->find('/') != std::string::npos) {
      throw ModelError(file, "a shard's path is not a plain file name: " + paths.at(i).dump());
    }
    files.push_back((directory / *name).string());
  }
  if (files.empty()) throw ModelError(file, "no shards named");
  return files;
}

// IEEE 754 half precision, converted exactly.
float from_half(std::uint16_t half) {
  const auto sign = static_cast<std::uint32_t>(half >> 15U) << 31U;
  const auto exponent = static_cast<std::uint32_t>(half >> 10U) & 0x1FU;
  const auto fraction = static_cast<std::uint32_t>(half) & 0x3FFU;
  if (exponent == 0) {
    const float small = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -small : small;
  }
  const std::uint32_t wide = exponent == 0x1FU ? 0xFFU : exponent + 112U;
  return std::bit_cast<float>(sign | (wide << 23U) | (fraction << 13U));
}

constexpr std::string_view kTrainedMagic = "ASSAYW1\n";

}  // namespace

Weights Weights::load(const std::filesystem::path& model_dir) {
  const std::filesystem::path directory = model_dir / "dist";
  Weights weights;
  weights.manifest_file_ = (directory / "model.json").string();
  const std::string& file = weights.manifest_file_;
  std::string why;
  const std::optional<Json> model = Json::parse(read_file(file), &why);
  if (!model) throw ModelError(file, why);
  const Json groups = model->get("weightsManifest");
  if (groups.size() != 1) throw ModelError(file, "expected one group in weightsManifest");
  const Json group = groups.at(0);

  weights.values_.resize(weights.add_tensors(group.get("weights")));
  std::span<std::byte> rest = std::as_writable_bytes(std::span(weights.values_));
  std::string last = file;
  for (const std::string& shard : shard_files(group.get("paths"), directory, file)) {
    rest = read_shard(shard, rest);
    last = shard;
  }
  if (!rest.empty()) throw ModelError(last, std::to_string(rest.size()) + " bytes are missing");
  return weights;
}

void Weights::add_trained(std::span<const std::byte> bytes, const std::string& file) {
  std::uint32_t header_size = 0;
  const std::size_t fixed = kTrainedMagic.size() + sizeof header_size;
  if (bytes.size() < fixed ||
      std::memcmp(bytes.data(), kTrainedMagic.data(), kTrainedMagic.size()) != 0) {
    throw ModelError(file, "not a file of trained weights");
  }
  std::memcpy(&header_size, bytes.data() + kTrainedMagic.size(), sizeof header_size);
  if (header_size > bytes.size() - fixed) throw ModelError(file, "the header is cut off");
  const auto* text = reinterpret_cast<const char*>(bytes.data() + fixed);
  std::string why;
  const std::optional<Json> header = Json::parse(std::string_view(text, header_size), &why);
  if (!header) throw ModelError(file, why);
  std::span<const std::byte> rest = bytes.subspan(fixed + header_size);
  const Json entries = header->get("tensors");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Json entry = entries.at(i);
    Tensor tensor{shape_of(entry, file), true, values_.size(), 0};
    tensor.size = elements_of(tensor.shape, file);
    if (tensor.size > rest.size() / sizeof(std::uint16_t))
      throw ModelError(file, "values are missing");
    for (std::size_t k = 0; k < tensor.size; ++k) {
      std::uint16_t half = 0;
      std::memcpy(&half, rest.data() + k * sizeof half, sizeof half);
      values_.push_back(from_half(half));
    }
    rest = rest.subspan(tensor.size * sizeof(std::uint16_t));
    tensors_.insert_or_assign(entry.get("name").as_string().value_or(""), std::move(tensor));
  }
  if (!rest.empty()) throw ModelError(file, "more values than the header describes");
}

std::size_t Weights::add_tensors(const Json& entries) {
  const std::string& file = manifest_file_;
  std::size_t total = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Json entry = entries.at(i);
    const std::optional<std::string> name = entry.get("name").as_string();
    const std::string type = entry.get("dtype").as_string().value_or("");
    if (!name || (type != "float32" && type != "int32") || entry.has("quantization")) {
      throw ModelError(file, "a weight of another kind than expected: " + entry.dump());
    }
    Tensor tensor{shape_of(entry, file), type == "float32", total, 0};
    tensor.size = elements_of(tensor.shape, file);
    total += tensor.size;
    if (total > static_cast<std::size_t>(kMaxElements)) throw ModelError(file, "too large");
    if (!tensors_.emplace(*name, std::move(tensor)).second) {
      throw ModelError(file, "weight named twice: " + *name);
    }
  }
  return total;
}

std::span<const float> Weights::tensor(std::string_view name, const Shape& shape) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) throw ModelError(manifest_file_, "no weight " + std::string(name));
  const Tensor& tensor = found->second;
  if (!tensor.is_float || tensor.shape != shape) {
    throw ModelError(manifest_file_, std::string(name) + " is not float32 " + shape_text(shape) +
                                         " but " + (tensor.is_float ? "float32 " : "int32 ") +
                                         shape_text(tensor.shape));
  }
  const auto values = std::span(values_).subspan(tensor.offset, tensor.size);
  if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) {
    throw ModelError(manifest_file_, std::string(name) + " holds a value that is not finite");
  }
  return values;
}

}  // namespace assay::embed
