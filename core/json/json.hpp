// SPDX-License-Identifier: Apache-2.0
// JSON values: a counted reference to a jansson node, with checked getters and two writers.
#pragma once

#include <jansson.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

template <class T>
concept JsonInteger = std::integral<T> && !std::same_as<T, bool>;

// Copies share the node (as in jansson), so build a value once and then only read it. A
// default-constructed Json is JSON null.
class Json {
 public:
  Json() noexcept : node_(json_null()) {}
  Json(std::nullptr_t) noexcept : Json() {}  // NOLINT(google-explicit-constructor)
  // Text that is not UTF-8 is repaired: each bad byte becomes U+FFFD.
  Json(std::string_view text);                                     // NOLINT
  Json(const char* text) : Json(std::string_view(text)) {}         // NOLINT
  Json(const std::string& text) : Json(std::string_view(text)) {}  // NOLINT
  template <std::same_as<bool> B>
  Json(B value) noexcept : node_(json_boolean(value)) {}  // NOLINT
  template <JsonInteger I>
  Json(I value) : Json(make_integer(static_cast<std::int64_t>(value))) {}  // NOLINT
  Json(double value);  // NOLINT  throws std::invalid_argument on NaN and infinity
  template <class T>
  Json(const std::optional<T>& value) : Json() {  // NOLINT
    if (value) *this = Json(*value);
  }
  Json(const Json& other) noexcept : node_(json_incref(other.node_)) {}
  Json(Json&& other) noexcept : node_(std::exchange(other.node_, json_null())) {}
  Json& operator=(Json other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~Json() { json_decref(node_); }

  [[nodiscard]] static Json object();
  [[nodiscard]] static Json array();
  // Takes over one reference; nullptr becomes JSON null.
  [[nodiscard]] static Json adopt(json_t* node) noexcept;
  // Parses strict RFC 8259; refuses duplicate members and nesting deeper than 2,048. An integer
  // beyond 64 bits becomes a real: the writers give 1e19 its digits (RFC 8785). On failure returns
  // nullopt, and *why (if given) says what and where.
  [[nodiscard]] static std::optional<Json> parse(std::string_view text, std::string* why = nullptr);
  // Wraps text that is already JSON, for dump() to write unchanged: large stored values are written
  // without parsing them. No other call is allowed on it; canonical() throws std::logic_error.
  // Precondition: text is valid JSON in UTF-8, as PostgreSQL's jsonb is.
  [[nodiscard]] static Json verbatim(std::string_view text);

  // Precondition: is_object() / is_array(). Both return *this for chaining.
  Json& set(std::string_view key, const Json& value);
  Json& push(const Json& value);

  [[nodiscard]] bool is_null() const noexcept { return json_is_null(node_); }
  [[nodiscard]] bool is_object() const noexcept { return json_is_object(node_); }
  [[nodiscard]] bool is_array() const noexcept { return json_is_array(node_); }
  [[nodiscard]] bool is_string() const noexcept { return json_is_string(node_); }
  [[nodiscard]] bool is_number() const noexcept { return json_is_number(node_); }
  [[nodiscard]] bool is_integer() const noexcept { return json_is_integer(node_); }
  [[nodiscard]] bool is_bool() const noexcept { return json_is_boolean(node_); }

  // Return nullopt if the value is absent or of another type.
  [[nodiscard]] std::optional<std::string> as_string() const;
  [[nodiscard]] std::optional<std::int64_t> as_integer() const;
  [[nodiscard]] std::optional<double> as_number() const;  // integers count
  [[nodiscard]] std::optional<bool> as_bool() const;

  [[nodiscard]] bool has(std::string_view key) const;
  // Member of an object or element of an array; JSON null if there is none.
  [[nodiscard]] Json get(std::string_view key) const;
  [[nodiscard]] Json at(std::size_t index) const;
  // Elements of an array or members of an object; 0 for anything else.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] std::vector<std::string> keys() const;  // in order of insertion

  // Compact text, members in order of insertion, numbers in their shortest exact form.
  [[nodiscard]] std::string dump() const;
  // RFC 8785 canonical form: members sorted by UTF-16 units; the same value gives the same bytes.
  [[nodiscard]] std::string canonical() const;

  [[nodiscard]] const json_t* node() const noexcept { return node_; }

  // First byte of a node made by verbatim(). No other string has it: it never occurs in UTF-8.
  static constexpr char kVerbatimMark = '\xFF';

 private:
  [[nodiscard]] static Json make_integer(std::int64_t value);
  json_t* node_;
};

}  // namespace assay
