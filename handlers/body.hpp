// SPDX-License-Identifier: Apache-2.0
// JSON bodies of requests: an object of known fields, each checked on reading.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "fcgi/request.hpp"

namespace assay::handlers {

// All functions throw Failure: 415 when the Content-Type is not application/json, 413 when the body
// is larger than 256 KiB, else 400 VALIDATION_ERROR naming the field (or "body").
class Body {
 public:
  // known: the fields allowed, separated by blanks. An empty body is an empty object.
  Body(fcgi::Request& request, std::string_view known);

  [[nodiscard]] bool has(std::string_view field) const { return json_.has(field); }
  [[nodiscard]] bool is_null(std::string_view field) const { return json_.get(field).is_null(); }
  // 1 to most characters, none of them a control character other than a line break or tab.
  [[nodiscard]] std::string text(std::string_view field, std::size_t most) const;
  // nullopt where absent or null.
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view field,
                                                         std::size_t most) const;
  // 1 to most texts, each once, in order; nullopt where absent or null.
  [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view field,
                                                              std::size_t most) const;
  // The same for equal content, whatever the order of fields.
  [[nodiscard]] std::string canonical() const { return json_.canonical(); }

 private:
  Json json_;
};

// For a POST that takes nothing: an empty body or {}.
void require_no_body(fcgi::Request& request);

}  // namespace assay::handlers
