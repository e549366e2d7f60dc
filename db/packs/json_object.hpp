// SPDX-License-Identifier: Apache-2.0
// Reads JSON pack files: parsing under limits, and objects that know their place in the file, so
// that a member of the wrong type is refused by its path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/json/json.hpp"

namespace assay::packs {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMaxJsonValues = 2'000'000;
inline constexpr std::size_t kMaxJsonDepth = 128;

// Parses strict JSON (a byte order mark is allowed) within the limits above, which are checked
// before any memory is allocated. Otherwise 400 with line and column; refuses duplicate members.
[[nodiscard]] Result<Json> read_json(std::string_view text);

// All of these throw Refusal.
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

}  // namespace assay::packs
