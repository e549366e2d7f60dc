// SPDX-License-Identifier: Apache-2.0
// Refuses markup that libxml2 would take hours for: it compares each attribute of an element with
// every other one.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::extract {

inline constexpr std::size_t kMaxAttributes = 1000;

enum class Markup {
  Xml,
  Html,  // what <script> and <style> hold is no markup
};

// Throws ReadFailure (Limit) if an element of the XML or HTML has more than kMaxAttributes. Looks
// at bytes: every encoding that contains ASCII will do, and UTF-16.
void require_few_attributes(std::string_view bytes, Markup markup);

}  // namespace assay::extract
