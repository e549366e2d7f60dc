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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array kKinds{header, page, rows, failure};
  std::string_view input = assay::fuzz::view(data, size);
  const unsigned kind = assay::fuzz::take_byte(input) % kKinds.size();
  if (kind == 0 && input.size() < frames::kHeaderBytes) return 0;
  kKinds.at(kind)(kind == 0 ? input.substr(0, frames::kHeaderBytes) : input);
  static_cast<void>(frames::acceptable_path(input));
  return 0;
}
