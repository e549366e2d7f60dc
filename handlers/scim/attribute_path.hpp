// SPDX-License-Identifier: Apache-2.0
// Attribute paths and filters of SCIM (RFC 7644, sections 3.4.2.2 and 3.5.2): the part that
// identity providers use, which is comparisons for equality, joined by "and".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"

namespace assay::handlers::scim {

struct Comparison;

// emails[type eq "work"].value: the attribute, the condition on its items, and a part of them.
// Names are in lower case, because SCIM's are case-insensitive. The prefix of the core schemas is
// removed; a name with another prefix keeps it and so matches no known name.
struct AttributePath {
  std::string attribute;
  std::vector<Comparison> where;
  std::string part;  // "" for the whole

  // "emails.value", without the condition.
  [[nodiscard]] std::string dotted() const;
};

// path eq value. value: a text, a number, true, false or null.
struct Comparison {
  AttributePath path;
  Json value;
};

// nullopt for text that is not a path.
[[nodiscard]] std::optional<AttributePath> parse_path(std::string_view text);
// All comparisons must hold. nullopt for text that is not a filter, and for other operators.
[[nodiscard]] std::optional<std::vector<Comparison>> parse_filter(std::string_view text);

// true and false, also as the texts that some providers send ("True"); nullopt for anything else.
[[nodiscard]] std::optional<bool> truth_of(const Json& value);

}  // namespace assay::handlers::scim
