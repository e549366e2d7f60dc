// SPDX-License-Identifier: Apache-2.0
// Collects all that is wrong with a file, so that a person can fix it in one go.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace assay::packs {

class Complaints {
 public:
  // path: where in the file ("line 12, title"). Keeps at most 20.
  void add(std::string_view path, std::string_view issue) {
    if (full()) return;
    fields_.push(Json::object().set("field", path).set("issue", issue));
    message_.append(message_.empty() ? "" : "; ").append(path).append(": ").append(issue);
  }

  [[nodiscard]] bool any() const { return fields_.size() > 0; }
  [[nodiscard]] bool full() const { return fields_.size() >= kMax; }
  // Returns 400 VALIDATION_ERROR with all of them. Precondition: any().
  [[nodiscard]] Error error() const {
    return {ErrorCode::ValidationError, message_, Json::object().set("fields", fields_)};
  }

 private:
  static constexpr std::size_t kMax = 20;
  Json fields_ = Json::array();
  std::string message_;
};

}  // namespace assay::packs
