// SPDX-License-Identifier: Apache-2.0
// Checks single members.
#include "db/packs/members.hpp"

#include <algorithm>

namespace assay::packs {

void Members::allow(std::initializer_list<std::string_view> names) {
  if (!object_.is_object()) return complain("", "must be an object");
  for (const std::string& key : object_.keys()) {
    if (std::find(names.begin(), names.end(), key) == names.end()) {
      complain(key, "is not a known member");
    }
  }
}

std::string Members::text(std::string_view name) {
  auto value = object_.get(name).as_string();
  if (!value || value->empty()) complain(name, "must be a string that is not empty");
  if (value && value->find('\0') != std::string::npos) complain(name, "must not hold a zero byte");
  return std::move(value).value_or("");
}

std::optional<std::string> Members::optional_text(std::string_view name) {
  if (object_.get(name).is_null()) return std::nullopt;
  return text(name);
}

int Members::positive(std::string_view name) {
  const std::int64_t value = object_.get(name).as_integer().value_or(0);
  if (value < 1 || value > 1'000'000) complain(name, "must be a whole number from 1");
  return static_cast<int>(value);
}

std::vector<std::string> Members::texts(std::string_view name) {
  std::vector<std::string> items;
  const Json array = object_.get(name);
  if (!array.is_null() && !array.is_array()) complain(name, "must be an array of strings");
  for (std::size_t i = 0; i < array.size(); ++i) {
    auto item = array.at(i).as_string();
    if (!item) complain(name, "must be an array of strings");
    items.push_back(std::move(item).value_or(""));
  }
  return items;
}

std::vector<Members> Members::objects(std::string_view name, std::size_t least) {
  std::vector<Members> items;
  const Json array = object_.get(name);
  if (!array.is_array() || array.size() < least) {
    complain(name, least == 0 ? "must be an array" : "must be an array with at least one element");
    return items;
  }
  for (std::size_t i = 0; i < array.size(); ++i) {
    items.emplace_back(array.at(i), at(name) + '[' + std::to_string(i) + ']', complaint_);
  }
  return items;
}

void Members::complain(std::string_view name, std::string_view issue) {
  if (!complaint_) complaint_ = invalid_field(at(name), issue);
}

std::string Members::at(std::string_view name) const {
  if (path_.empty() || name.empty()) return path_ + std::string(name);
  return path_ + '.' + std::string(name);
}

}  // namespace assay::packs
