// SPDX-License-Identifier: Apache-2.0
// Matches routes. The table is small, so each row is tried in turn.
#include "fcgi/router.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace assay::fcgi {

const std::string& PathParameters::get(std::string_view name) const {
  if (const std::string* value = find(name)) return *value;
  throw std::logic_error("the route has no part {" + std::string(name) + "}");
}

const std::string* PathParameters::find(std::string_view name) const noexcept {
  for (const auto& [key, value] : values_) {
    if (key == name) return &value;
  }
  return nullptr;
}

void Router::add(std::string_view method, std::string_view pattern) {
  Row row{std::string(method), std::string(pattern), {}};
  for (const Row& earlier : rows_) {
    if (earlier.method == method && earlier.pattern == pattern) {
      throw std::logic_error("route given twice: " + row.pattern);
    }
  }
  if (pattern.empty() || pattern.front() != '/') throw std::logic_error("no path: " + row.pattern);
  for (std::size_t start = 1; start <= pattern.size();) {
    const std::size_t slash = std::min(pattern.find('/', start), pattern.size());
    std::string_view text = pattern.substr(start, slash - start);
    const bool parameter = text.size() > 2 && text.front() == '{' && text.back() == '}';
    if (parameter) text = text.substr(1, text.size() - 2);
    if (text.empty() || text.find_first_of("{}") != std::string_view::npos) {
      throw std::logic_error("bad route pattern: " + row.pattern);
    }
    row.parts.push_back({std::string(text), parameter});
    start = slash + 1;
  }
  rows_.push_back(std::move(row));
}

bool Router::fits(const Row& row, const std::vector<std::string>& segments) {
  if (row.parts.size() != segments.size()) return false;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Part& part = row.parts[i];
    if (part.parameter ? segments[i].empty() : segments[i] != part.text) return false;
  }
  return true;
}

const Router::Row* Router::nearest(const std::vector<std::string>& segments) const {
  const auto parameters = [](const Row& row) {
    return std::count_if(row.parts.begin(), row.parts.end(),
                         [](const Part& p) { return p.parameter; });
  };
  const Row* best = nullptr;
  for (const Row& row : rows_) {
    if (!fits(row, segments)) continue;
    if (best == nullptr || parameters(row) < parameters(*best)) best = &row;
  }
  return best;
}

RouteMatch Router::match(std::string_view method, const std::vector<std::string>& segments) const {
  RouteMatch result;
  const Row* named = nearest(segments);
  if (named == nullptr) return result;
  std::set<std::string, std::less<>> allowed;
  std::optional<std::size_t> get_row;
  for (std::size_t i = 0; i < rows_.size() && !result.row; ++i) {
    if (rows_[i].pattern != named->pattern) continue;
    allowed.insert(rows_[i].method);
    if (rows_[i].method == method) result.row = i;
    if (rows_[i].method == "GET" && !get_row) get_row = i;
  }
  if (!result.row && method == "HEAD") result.row = get_row;
  if (!result.row) {
    if (get_row) allowed.insert("HEAD");
    for (const std::string& name : allowed) {
      result.allow.append(result.allow.empty() ? "" : ", ").append(name);
    }
    return result;
  }
  const Row& row = rows_[*result.row];
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (row.parts[i].parameter) result.parameters.add(row.parts[i].text, segments[i]);
  }
  return result;
}

}  // namespace assay::fcgi
