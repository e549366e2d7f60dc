// SPDX-License-Identifier: Apache-2.0
// Reads the members of a JSON object written by a person, and reports errors by path.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace assay::packs {

// Keeps the first complaint of the whole document; values read after it are meaningless.
class Members {
 public:
  // complaint must outlive this. path: of the object in the document, "" for the document itself.
  Members(Json object, std::string path, std::optional<Error>& complaint)
      : object_(std::move(object)), path_(std::move(path)), complaint_(complaint) {}

  // Complains about members outside this list, or if this is not an object.
  void allow(std::initializer_list<std::string_view> names);

  [[nodiscard]] bool has(std::string_view name) const { return object_.has(name); }
  // A non-empty text.
  [[nodiscard]] std::string text(std::string_view name);
  // nullopt if absent or null.
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view name);
  [[nodiscard]] int positive(std::string_view name);
  // Empty if absent or null.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);
  // The member's elements, each with its own path; complains about fewer than `least`.
  [[nodiscard]] std::vector<Members> objects(std::string_view name, std::size_t least);

  void complain(std::string_view name, std::string_view issue);

 private:
  [[nodiscard]] std::string at(std::string_view name) const;

  Json object_;
  std::string path_;
  std::optional<Error>& complaint_;
};

}  // namespace assay::packs
