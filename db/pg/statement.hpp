// SPDX-License-Identifier: Apache-2.0
// A named statement with its SQL, the parameters it is run with, and the rows of its result: typed
// values by column name, with null distinguished. Rows of COPY TO.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"
#include "core/json/json.hpp"

struct pg_result;  // PGresult

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

// A member of a value that may be absent; nullopt if it is. For the place after which a page
// starts.
template <class Whole, class Part>
[[nodiscard]] std::optional<Part> part_of(const std::optional<Whole>& whole, Part Whole::*part) {
  return whole ? std::optional<Part>((*whole).*part) : std::nullopt;
}

class Rows;

// A value that does not have the type asked for: a bug of ours, or somebody changed the row.
class UnreadableColumn : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// A view of one row; lives as long as its Rows. A missing column throws std::logic_error; null read
// as a value and text that does not parse throw UnreadableColumn.
class Row {
 public:
  [[nodiscard]] bool is_null(const char* column) const;
  [[nodiscard]] std::string text(const char* column) const;
  [[nodiscard]] std::string_view view(const char* column) const;
  [[nodiscard]] std::int64_t integer(const char* column) const;
  [[nodiscard]] double real(const char* column) const;
  [[nodiscard]] bool boolean(const char* column) const;
  // The column must be selected as micros(column): integer microseconds since 1970 (see 0001).
  [[nodiscard]] Timestamp timestamp(const char* column) const;
  [[nodiscard]] Json json(const char* column) const;
  [[nodiscard]] Json verbatim_json(const char* column) const;  // only for writing, unparsed
  // bytea, from a text or a binary result.
  [[nodiscard]] std::string bytes(const char* column) const;

  [[nodiscard]] std::optional<std::string> optional_text(const char* column) const;
  [[nodiscard]] std::optional<std::int64_t> optional_integer(const char* column) const;
  [[nodiscard]] std::optional<double> optional_real(const char* column) const;
  [[nodiscard]] std::optional<Timestamp> optional_timestamp(const char* column) const;

  template <class IdType>
  [[nodiscard]] IdType id(const char* column) const {
    return IdType{text(column)};
  }
  template <class IdType>
  [[nodiscard]] std::optional<IdType> optional_id(const char* column) const {
    if (is_null(column)) return std::nullopt;
    return IdType{text(column)};
  }
  template <class E>
  [[nodiscard]] E state(const char* column) const {
    const auto value = from_text<E>(view(column));
    if (!value) fail(column, "is not a known state");
    return *value;
  }

 private:
  friend class Rows;
  Row(const Rows& rows, int index) : rows_(&rows), index_(index) {}
  [[noreturn]] static void fail(const char* column, const char* issue);

  const Rows* rows_;
  int index_;
};

class Rows {
 public:
  // Takes ownership of the result.
  explicit Rows(pg_result* result);
  Rows(Rows&&) noexcept;
  Rows& operator=(Rows&&) noexcept;
  ~Rows();

  [[nodiscard]] int size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  // Rows changed by INSERT, UPDATE or DELETE; 0 for anything else.
  [[nodiscard]] std::int64_t affected() const;
  // Precondition: 0 <= index < size().
  [[nodiscard]] Row operator[](int index) const { return {*this, index}; }

  class Iterator {
   public:
    Iterator(const Rows& rows, int index) : rows_(&rows), index_(index) {}
    Row operator*() const { return (*rows_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const Rows* rows_;
    int index_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, size()}; }

 private:
  friend class Row;
  struct Closer {
    void operator()(pg_result* result) const noexcept;
  };
  [[nodiscard]] int column(const char* name) const;
  std::unique_ptr<pg_result, Closer> result_;
};

// Converts each row with read, in order.
template <class Read>
[[nodiscard]] auto all_of(const Rows& rows, Read read) {
  std::vector<std::invoke_result_t<Read, const Row&>> found;
  found.reserve(static_cast<std::size_t>(rows.size()));
  for (const Row row : rows) found.push_back(read(row));
  return found;
}

// Converts the first row with read; nullopt if there is none.
template <class Read>
[[nodiscard]] auto first_of(const Rows& rows, Read read)
    -> std::optional<std::invoke_result_t<Read, const Row&>> {
  if (rows.empty()) return std::nullopt;
  return read(rows[0]);
}

// The ids in column "id", in order.
template <class IdType>
[[nodiscard]] std::vector<IdType> ids_of(const Rows& rows) {
  return all_of(rows, [](const Row& row) { return row.template id<IdType>("id"); });
}

// The result of a count: the integer in column "total" of the only row.
[[nodiscard]] std::int64_t total_of(const Rows& rows);

// Reads the messages of COPY TO in PostgreSQL's binary format (documentation of COPY, "Binary
// Format").
class CopyRow {
 public:
  // Reads the next message; returns true if it held a row. The first message begins with a header,
  // the last is an end mark. Throws std::logic_error for bytes that are not in this format.
  [[nodiscard]] bool read(std::string_view message);
  // The row read last; valid as long as its message.
  [[nodiscard]] std::span<const std::optional<std::string_view>> fields() const { return fields_; }

 private:
  std::vector<std::optional<std::string_view>> fields_;
  bool begun_ = false;
};

// A signed integer in network order, 2, 4 or 8 bytes wide.
[[nodiscard]] std::int64_t network_integer(std::string_view bytes);

}  // namespace assay::pg
