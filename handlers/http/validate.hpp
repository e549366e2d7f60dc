// SPDX-License-Identifier: Apache-2.0
// Checks query parameters: enums, identifiers, instants. All functions throw Failure 400
// VALIDATION_ERROR naming the parameter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"
#include "core/base/vocabularies.hpp"
#include "fcgi/request.hpp"

namespace assay::handlers {

[[noreturn]] void refuse_field(std::string_view field, std::string_view issue);

// Refuses parameters that are not in known, a list separated by blanks. The error names all of
// them.
void refuse_unknown_parameters(const fcgi::Query& query, std::string_view known);

// Trimmed text of 1 to `most` characters; nullopt when absent.
[[nodiscard]] std::optional<std::string> text_of(const fcgi::Query& query, std::string_view name,
                                                 std::size_t most = 200);
// true or false; nullopt, or false, when absent.
[[nodiscard]] std::optional<bool> flag_if_given(const fcgi::Query& query, std::string_view name);
[[nodiscard]] bool flag_of(const fcgi::Query& query, std::string_view name);
[[nodiscard]] std::optional<Timestamp> instant_of(const fcgi::Query& query, std::string_view name);

// Refuses a word that is not of the vocabulary: "must be one of A, B, C".
void require_word(std::string_view field, std::string_view text, Vocabulary words);
// A word to filter by; nullopt when absent. Unlike an identifier, an unknown word is an error.
[[nodiscard]] std::optional<std::string> word_if_given(const fcgi::Query& query,
                                                       std::string_view name, Vocabulary words);

template <class E>
[[nodiscard]] E state_of(std::string_view field, std::string_view text) {
  require_word(field, text, WireNames<E>::kNames);
  return from_text<E>(text).value();
}

template <class E>
[[nodiscard]] std::optional<E> state_if_given(const fcgi::Query& query, std::string_view name) {
  const auto text = query.get(name);
  if (!text) return std::nullopt;
  return state_of<E>(name, *text);
}

// An identifier to filter by. Identifiers are opaque, so a malformed one is not an error: it
// becomes the nil UUID, which matches nothing, and the list is empty.
template <class IdType>
[[nodiscard]] std::optional<IdType> id_if_given(const fcgi::Query& query, std::string_view name) {
  const auto text = query.get(name);
  if (!text) return std::nullopt;
  return IdType::parse(*text).value_or(IdType{"00000000-0000-0000-0000-000000000000"});
}

}  // namespace assay::handlers
