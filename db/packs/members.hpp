// SPDX-License-Identifier: Apache-2.0
// Reading the members of a JSON object that a person wrote, with the path of whatever is wrong.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace assay::packs {

// Keeps the first complaint of the whole document; what is read after one is of no use.
class Members {
 public:
  // complaint must outlive this. path: of the object in the document, "" for the document itself.
  Members(Json object, std::string path, std::optional<Error>& complaint)
      : object_(std::move(object)), path_(std::move(path)), complaint_(complaint) {}

  // Complains of members outside this list, and when it is no object at all.
  void allow(std::initializer_list<std::string_view> names);

  [[nodiscard]] bool has(std::string_view name) const { return object_.has(name); }
  // A text that is not empty.
  [[nodiscard]] std::string text(std::string_view name);
  // nullopt where absent or null.
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view name);
  [[nodiscard]] int positive(std::string_view name);
  // Empty where absent or null.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);
  // The member's elements, each with its own path; at least so many.
  [[nodiscard]] std::vector<Members> objects(std::string_view name, std::size_t least);

  void complain(std::string_view name, std::string_view issue);

 private:
  [[nodiscard]] std::string at(std::string_view name) const;

  Json object_;
  std::string path_;
  std::optional<Error>& complaint_;
};

}  // namespace assay::packs
