// SPDX-License-Identifier: Apache-2.0
// Rows of a result: typed values by column name, with null distinguished. Rows of COPY TO.
#pragma once

#include <cstdint>
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

// What read makes of each row, in order.
template <class Read>
[[nodiscard]] auto all_of(const Rows& rows, Read read) {
  std::vector<std::invoke_result_t<Read, const Row&>> found;
  found.reserve(static_cast<std::size_t>(rows.size()));
  for (const Row row : rows) found.push_back(read(row));
  return found;
}

// What read makes of the first row; nullopt if there is none.
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
