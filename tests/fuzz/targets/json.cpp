// SPDX-License-Identifier: Apache-2.0
// Fuzzes JSON text: accepted text is written, read again, and still the same.
#include "core/json/json.hpp"

#include "tests/fuzz/targets/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = assay::Json::parse(assay::fuzz::view(data, size));
  if (!json) return 0;
  const std::string canonical = json->canonical();
  const auto again = assay::Json::parse(json->dump());
  assay::fuzz::require(again.has_value(), "what is written can be read");
  assay::fuzz::require(again->canonical() == canonical, "a value comes back");
  const auto from_canonical = assay::Json::parse(canonical);
  assay::fuzz::require(from_canonical && from_canonical->canonical() == canonical,
                       "the canonical form is canonical");
  return 0;
}
