// SPDX-License-Identifier: Apache-2.0
// A named statement with its SQL, and the parameters it is run with.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"
#include "core/json/json.hpp"

namespace assay::pg {

// Parts are joined by a space, such as {"SELECT", kColumns, "FROM run WHERE id = $1"}. They are not
// copied, so each must live as long as the statement: a literal or a constant.
class Sql {
 public:
  static constexpr std::size_t kMaxParts = 6;

  constexpr Sql(const char* sql) : parts_{sql}, count_(1) {}  // NOLINT(google-explicit-constructor)
  // More parts than kMaxParts are an error of the compiler in a constant.
  constexpr Sql(std::initializer_list<std::string_view> parts) : count_(parts.size()) {
    if (count_ > kMaxParts) throw std::length_error("SQL of too many parts");
    std::copy(parts.begin(), parts.end(), parts_.begin());
  }
  [[nodiscard]] std::string text() const;

 private:
  std::array<std::string_view, kMaxParts> parts_{};
  std::size_t count_;
};

// Constant SQL with $n parameters, identified by its name. Binary results are for bytea in bulk;
// everything else is simpler to read as text.
struct Statement {
  const char* name;  // unique in the program; seen in logs and in pg_prepared_statements
  Sql sql;
  bool binary_results = false;
};

// bytea, sent in binary.
struct Bytes {
  std::string_view value;
};

template <class E>
concept WireEnum = requires {
  WireNames<E>::kNames;
};

// One parameter list: Params(tenant, "text", 12, std::nullopt, ...).
class Params {
 public:
  template <class... Args>
  explicit Params(const Args&... args) {
    values_.reserve(sizeof...(args));
    (add(args), ...);
  }

  struct Value {
    std::string text;
    bool null = false;
    bool binary = false;
  };
  [[nodiscard]] const std::vector<Value>& values() const noexcept { return values_; }

 private:
  void add(std::string_view text) { values_.push_back({std::string(text)}); }
  void add(const std::string& text) { values_.push_back({text}); }
  void add(const char* text) { values_.push_back({text}); }
  void add(std::nullopt_t /*null*/) { values_.push_back({{}, true}); }
  void add(bool value) { values_.push_back({value ? "t" : "f"}); }
  template <std::integral I>
  requires(!std::same_as<I, bool>) void add(I value) { values_.push_back({std::to_string(value)}); }
  void add(double value);  // shortest exact form
  void add(Bytes bytes) { values_.push_back({std::string(bytes.value), false, true}); }
  void add(const Json& json) { values_.push_back({json.dump()}); }
  // As integer microseconds: write from_micros($n) in the statement (see 0001).
  void add(Timestamp at) { add(to_micros(at)); }
  template <class Kind>
  void add(const Id<Kind>& id) {
    values_.push_back({id.value});
  }
  template <WireEnum E>
  void add(E state) {
    values_.push_back({std::string(to_text(state))});
  }
  template <class T>
  void add(const std::optional<T>& value) {
    value ? add(*value) : add(std::nullopt);
  }
  // Arrays: text[] (uuid[] by a cast in the statement), bigint[], bytea[].
  void add(const std::vector<std::string>& items);
  void add(const std::vector<std::int64_t>& items);
  void add(const std::vector<Bytes>& items);
  template <class Kind>
  void add(const std::vector<Id<Kind>>& ids) {
    std::vector<std::string> items;
    items.reserve(ids.size());
    for (const auto& id : ids) items.push_back(id.value);
    add(items);
  }

  std::vector<Value> values_;
};

// A member of a value that may be absent; nullopt if it is: for the place after which a page
// starts.
template <class Whole, class Part>
[[nodiscard]] std::optional<Part> part_of(const std::optional<Whole>& whole, Part Whole::*part) {
  return whole ? std::optional<Part>((*whole).*part) : std::nullopt;
}

}  // namespace assay::pg
