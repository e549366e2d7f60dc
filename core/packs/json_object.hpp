// SPDX-License-Identifier: Apache-2.0
// Reads JSON pack files: parsing under limits, and objects that know their place in the file, so
// that a member of the wrong type is refused by its path.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/json/json.hpp"

namespace assay::packs {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMaxJsonValues = 2'000'000;
inline constexpr std::size_t kMaxJsonDepth = 128;

// Parses strict JSON (a byte order mark is allowed) within the limits above, which are checked
// before any memory is allocated. Otherwise 400 with line and column; refuses duplicate members.
[[nodiscard]] Result<Json> read_json(std::string_view text);

// All of these throw ParseError.
class JsonObject {
 public:
  // Refuses a value that is not an object.
  JsonObject(Json value, std::string path);

  [[nodiscard]] const Json& value() const { return value_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string path_of(std::string_view key) const;

  // A text without blanks at its ends; "" if absent.
  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] std::string required_text(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  [[nodiscard]] JsonObject object(std::string_view key) const;                // required
  [[nodiscard]] std::vector<JsonObject> objects(std::string_view key) const;  // absent: empty

 private:
  Json value_;
  std::string path_;
};

// Reads the members of a JSON object written by a person, and reports errors by path.
// Keeps the first error of the whole document; values read after it are meaningless.
class Members {
 public:
  // error must outlive this. path: of the object in the document, "" for the document itself.
  Members(Json object, std::string path, std::optional<Error>& error)
      : object_(std::move(object)), path_(std::move(path)), error_(error) {}

  // Reports members outside this list, or if this is not an object.
  void allow(std::initializer_list<std::string_view> names);

  [[nodiscard]] bool has(std::string_view name) const { return object_.has(name); }
  // A non-empty text.
  [[nodiscard]] std::string text(std::string_view name);
  // nullopt if absent or null.
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view name);
  [[nodiscard]] int positive(std::string_view name);
  // Empty if absent or null.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);
  // The member's elements, each with its own path; reports fewer than `least`.
  [[nodiscard]] std::vector<Members> objects(std::string_view name, std::size_t least);

  void add_error(std::string_view name, std::string_view issue);

 private:
  [[nodiscard]] std::string at(std::string_view name) const;

  Json object_;
  std::string path_;
  std::optional<Error>& error_;
};

}  // namespace assay::packs
