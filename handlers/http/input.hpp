// SPDX-License-Identifier: Apache-2.0
// Reads and checks the input of requests. Query parameters: enums, identifiers, instants. All
// functions throw Failure 400 VALIDATION_ERROR naming the parameter. JSON bodies: an object of
// known fields.
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
#include "core/json/json.hpp"
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
// A whole number; nullopt when absent.
[[nodiscard]] std::optional<std::int64_t> number_if_given(const fcgi::Query& query,
                                                          std::string_view name);
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

// All functions throw Failure: 415 when the Content-Type is not application/json, 413 when the body
// is larger than 256 KiB (nginx already refuses it then), else 400 VALIDATION_ERROR naming the
// field (or "body").
class Body {
 public:
  // known: the fields allowed, separated by blanks. An empty body is an empty object.
  Body(fcgi::Request& request, std::string_view known);
  // Fields that came in another way, such as a form. Precondition: an object of known fields.
  explicit Body(Json fields) : json_(std::move(fields)) {}
  // The fields of an item of a list. Errors name them as if the item were the whole body.
  [[nodiscard]] static Body of_item(const Json& item, std::string_view known);

  [[nodiscard]] bool has(std::string_view field) const { return json_.has(field); }
  [[nodiscard]] bool is_null(std::string_view field) const { return json_.get(field).is_null(); }
  // 1 to `most` characters of a name (utf8::fault_in_name).
  [[nodiscard]] std::string text(std::string_view field, std::size_t most) const;
  // nullopt where absent or null.
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view field,
                                                         std::size_t most) const;
  // Prose on any number of lines, in any script (utf8::fault_in_prose).
  [[nodiscard]] std::optional<std::string> optional_lines(std::string_view field,
                                                          std::size_t most) const;
  // 1 to `most` characters, not all blanks: what is compared and never shown.
  [[nodiscard]] std::string secret(std::string_view field, std::size_t most) const;
  // 1 to `most` distinct texts, in order; nullopt where absent or null.
  [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view field,
                                                              std::size_t most) const;
  // nullopt where absent or null.
  [[nodiscard]] std::optional<bool> optional_flag(std::string_view field) const;
  // A number from `least` to `most`, both included; nullopt where absent or null.
  [[nodiscard]] std::optional<double> optional_number(std::string_view field, double least,
                                                      double most) const;
  // A field that is itself an object of known fields. Errors name its fields "field.member".
  // nullopt where absent or null.
  [[nodiscard]] std::optional<Body> optional_object(std::string_view field,
                                                    std::string_view known) const;
  // `least` to `most` objects of known fields. Errors name their fields "field[0].member".
  [[nodiscard]] std::vector<Body> objects(std::string_view field, std::string_view known,
                                          std::size_t most, std::size_t least = 1) const;
  // The field as errors name it: "field" or "outer.field".
  [[nodiscard]] std::string full_name(std::string_view field) const {
    return prefix_ + std::string(field);
  }
  // The unchecked value, for the caller to check; null where absent.
  [[nodiscard]] Json value(std::string_view field) const { return json_.get(field); }
  // The same text for equal content, whatever the order of fields.
  [[nodiscard]] std::string canonical() const { return json_.canonical(); }

 private:
  Body(Json object, std::string prefix) : json_(std::move(object)), prefix_(std::move(prefix)) {}
  Json json_;
  std::string prefix_;  // "", "outer." or "outer[0]."
};

// For a request without input: accepts an empty body or {}.
void require_no_body(fcgi::Request& request);

}  // namespace assay::handlers
