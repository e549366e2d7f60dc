// SPDX-License-Identifier: Apache-2.0
// Matches a request's method and path against a table of patterns with {name} parts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::fcgi {

class PathParameters {
 public:
  void add(std::string_view name, std::string value) {
    values_.emplace_back(name, std::move(value));
  }
  // Throws std::logic_error if the route's pattern has no such part: our own bug.
  [[nodiscard]] const std::string& get(std::string_view name) const;
  // nullptr if there is none.
  [[nodiscard]] const std::string* find(std::string_view name) const noexcept;

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

struct RouteMatch {
  // Index of the row in the order of Router::add; nullopt if no row matches.
  std::optional<std::size_t> row;
  PathParameters parameters;
  // If the path matches but not the method: the value of Allow. "" if the path is unknown.
  std::string allow;
};

class Router {
 public:
  // pattern: "/api/runs/{id}/steps". A parameter matches one non-empty segment. If two patterns
  // match, the one with fewer parameters wins for all methods, then the one added first. Throws
  // std::logic_error on a bad or repeated row.
  void add(std::string_view method, std::string_view pattern);
  // HEAD uses GET if the path has no HEAD of its own.
  [[nodiscard]] RouteMatch match(std::string_view method,
                                 const std::vector<std::string>& segments) const;

 private:
  struct Part {
    std::string text;  // the literal, or the parameter's name
    bool parameter = false;
  };
  struct Row {
    std::string method;
    std::string pattern;
    std::vector<Part> parts;
  };
  [[nodiscard]] static bool fits(const Row& row, const std::vector<std::string>& segments);
  // A row of the pattern that the path matches; nullptr if none does.
  [[nodiscard]] const Row* nearest(const std::vector<std::string>& segments) const;
  std::vector<Row> rows_;
};

}  // namespace assay::fcgi
