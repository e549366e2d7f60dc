// SPDX-License-Identifier: Apache-2.0
// JSON bodies of requests: an object of known fields, each checked when it is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"
#include "fcgi/request.hpp"

namespace assay::handlers {

// All functions throw Failure: 415 when the Content-Type is not application/json, 413 when the body
// is larger than 256 KiB (nginx already refuses it then), else 400 VALIDATION_ERROR naming the
// field (or "body").
class Body {
 public:
  // known: the fields allowed, separated by blanks. An empty body is an empty object.
  Body(fcgi::Request& request, std::string_view known);
  // Fields that came in another way, such as a form. Precondition: an object of known fields.
  explicit Body(Json fields) : json_(std::move(fields)) {}

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
