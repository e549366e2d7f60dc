// SPDX-License-Identifier: Apache-2.0
// Fuzzes the parent's parsing of the reader's answers: the first byte selects the kind of payload.
// An accepted payload can be written again and is read back the same.
#include <array>

#include "core/extract/extract_protocol.hpp"
#include "tests/fuzz/targets/target.hpp"

namespace {

using assay::fuzz::require;
namespace frames = assay::frames;

void header(std::string_view bytes) {
  const auto decoded = frames::decode_header(std::as_bytes(std::span(bytes)));
  if (!decoded) return;
  require(frames::encode_header(*decoded) == bytes.substr(0, frames::kHeaderBytes),
          "headers come back");
}

void page(std::string_view bytes) {
  const auto decoded = frames::decode_page(bytes);
  if (decoded) require(frames::encode_page(*decoded) == bytes, "pages come back");
}

void rows(std::string_view bytes) {
  const auto decoded = frames::decode_rows(bytes);
  if (decoded) require(frames::encode_rows(*decoded) == bytes, "rows come back");
}

void failure(std::string_view bytes) {
  const auto decoded = frames::decode_failure(bytes);
  if (!decoded) return;
  const auto again = frames::decode_failure(frames::encode_failure(*decoded));
  require(again && again->problem == decoded->problem && again->reason == decoded->reason,
          "failures come back");
}

void property(std::string_view bytes) {
  const auto decoded = frames::decode_property(bytes);
  if (!decoded) return;
  const auto again = frames::decode_property(frames::encode_property(*decoded));
  require(again && again->name == decoded->name && again->value == decoded->value,
          "properties come back");
}

void member(std::string_view bytes) {
  const auto decoded = frames::decode_member(bytes);
  if (!decoded) return;
  require(frames::acceptable_path(decoded->path), "paths are acceptable");
  require(decoded->sha256.empty() != decoded->left_out.empty(), "a hash or a reason");
  const auto again = frames::decode_member(frames::encode_member(*decoded));
  require(again && again->path == decoded->path && again->sha256 == decoded->sha256 &&
              again->left_out == decoded->left_out,
          "members come back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array kKinds{header, page, rows, failure, property, member};
  std::string_view input = assay::fuzz::view(data, size);
  const unsigned kind = assay::fuzz::take_byte(input) % kKinds.size();
  if (kind == 0 && input.size() < frames::kHeaderBytes) return 0;
  kKinds.at(kind)(kind == 0 ? input.substr(0, frames::kHeaderBytes) : input);
  static_cast<void>(frames::acceptable_path(input));
  return 0;
}
