// SPDX-License-Identifier: Apache-2.0
// Parses attribute paths and filters.
#include "handlers/scim/attribute_path.hpp"

#include <algorithm>
#include <array>

#include "core/base/ascii.hpp"

namespace assay::handlers::scim {
namespace {

constexpr std::array<std::string_view, 2> kCorePrefixes{
    "urn:ietf:params:scim:schemas:core:2.0:user:", "urn:ietf:params:scim:schemas:core:2.0:group:"};
constexpr std::size_t kMaxComparisons = 10;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '$';
}

// Reads from the front of a text. Each function returns false, or nullopt, where the text has
// something else.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  std::optional<AttributePath> path(bool with_condition) {
    AttributePath read;
    const std::string prefix = take_prefix();
    auto attribute = name();
    if (!attribute) return std::nullopt;
    read.attribute = prefix + *attribute;
    if (with_condition && take('[')) {
      auto where = filter(false);
      if (!where || !take(']')) return std::nullopt;
      read.where = std::move(*where);
    }
    if (!take('.')) return read;
    auto part = name();
    if (!part) return std::nullopt;
    read.part = std::move(*part);
    return read;
  }

  std::optional<std::vector<Comparison>> filter(bool with_conditions) {
    std::vector<Comparison> all;
    do {
      blanks();
      auto path = this->path(with_conditions);
      if (!path || !word("eq")) return std::nullopt;
      auto value = this->value();
      if (!value || all.size() == kMaxComparisons) return std::nullopt;
      all.push_back({std::move(*path), std::move(*value)});
    } while (word("and"));
    blanks();
    return all;
  }

 private:
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  // A word in any case between blanks.
  bool word(std::string_view wanted) {
    const std::string_view before = rest_;
    blanks();
    const bool apart = rest_.size() < before.size();
    const bool same = ascii_lower(rest_.substr(0, wanted.size())) == wanted;
    const std::string_view after = rest_.substr(std::min(wanted.size(), rest_.size()));
    if (apart && same && after.starts_with(' ')) {
      rest_ = after;
      blanks();
      return true;
    }
    rest_ = before;
    return false;
  }

  std::optional<std::string> name() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(),
                                      [](char c) { return is_name_character(ascii_lower(c)); });
    const auto length = static_cast<std::size_t>(end - rest_.begin());
    if (length == 0) return std::nullopt;
    std::string taken = ascii_lower(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return taken;
  }

  // A schema before the name; "" for ours and for none.
  std::string take_prefix() {
    const std::string lower = ascii_lower(rest_.substr(0, rest_.find_first_of("[ \"")));
    const std::size_t colon = lower.rfind(':');
    if (!lower.starts_with("urn:") || colon == std::string::npos) return {};
    std::string prefix = lower.substr(0, colon + 1);
    rest_.remove_prefix(prefix.size());
    const bool ours =
        std::find(kCorePrefixes.begin(), kCorePrefixes.end(), prefix) != kCorePrefixes.end();
    return ours ? std::string() : prefix;
  }

  // A JSON value that is neither an array nor an object.
  std::optional<Json> value() {
    std::size_t end = 0;
    if (rest_.starts_with('"')) {
      end = 1;
      while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
      ++end;
    } else {
      end = std::min(rest_.find_first_of(" ]"), rest_.size());
    }
    if (end > rest_.size()) return std::nullopt;
    const auto read = Json::parse("[" + std::string(rest_.substr(0, end)) + "]");
    if (!read || read->size() != 1) return std::nullopt;
    Json only = read->at(0);
    if (only.is_array() || only.is_object()) return std::nullopt;
    rest_.remove_prefix(end);
    return only;
  }

  std::string_view rest_;
};

}  // namespace

std::string AttributePath::dotted() const {
  return part.empty() ? attribute : attribute + "." + part;
}

std::optional<AttributePath> parse_path(std::string_view text) {
  Reader reader(text);
  auto path = reader.path(true);
  if (!path || !reader.at_end()) return std::nullopt;
  return path;
}

std::optional<std::vector<Comparison>> parse_filter(std::string_view text) {
  Reader reader(text);
  auto filter = reader.filter(true);
  if (!filter || !reader.at_end()) return std::nullopt;
  return filter;
}

std::optional<bool> truth_of(const Json& value) {
  if (const auto flag = value.as_bool()) return flag;
  const auto text = value.as_string();
  if (!text) return std::nullopt;
  const std::string lower = ascii_lower(*text);
  if (lower == "true") return true;
  if (lower == "false") return false;
  return std::nullopt;
}

}  // namespace assay::handlers::scim
