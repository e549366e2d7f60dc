// SPDX-License-Identifier: Apache-2.0
// Lets an unordered map of strings be searched by string_view without a copy; use with
// std::equal_to<>.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace assay {

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>{}(text);
  }
};

}  // namespace assay
