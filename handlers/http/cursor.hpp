// SPDX-License-Identifier: Apache-2.0
// Positions in lists as opaque text for clients. A list refuses the cursor of another list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace assay::handlers::cursor {

// The position after the item with this time and id, in a list ordered by both.
struct Keyset {
  Timestamp at;
  std::string id;  // UUID text
};

[[nodiscard]] std::string encode(std::string_view list, const Keyset& place);
[[nodiscard]] std::optional<Keyset> decode(std::string_view list, std::string_view text);

// The position after the item with this number, in a numbered list.
[[nodiscard]] std::string encode_number(std::string_view list, std::int64_t number);
// Never negative.
[[nodiscard]] std::optional<std::int64_t> decode_number(std::string_view list,
                                                        std::string_view text);

}  // namespace assay::handlers::cursor
