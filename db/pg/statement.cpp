// SPDX-License-Identifier: Apache-2.0
// Joins the parts of a statement, formats array literals and numeric parameters. Reads values from
// a PGresult, and rows from the messages of a binary COPY.
#include "db/pg/statement.hpp"

#include <libpq-fe.h>

#include <array>
#include <charconv>
#include <stdexcept>

#include "core/base/digest.hpp"

namespace assay::pg {
namespace {

// PostgreSQL array literal: every element is quoted, so that none is read as NULL or as syntax.
template <class Items, class Write>
std::string array_literal(const Items& items, Write write) {
  std::string out = "{";
  for (const auto& item : items) {
    if (out.size() > 1) out.push_back(',');
    write(item, out);
  }
  out.push_back('}');
  return out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// bytea_output = hex is the server's default: \x followed by pairs of digits.
std::optional<std::string> bytes_from_hex(std::string_view text) {
  if (!text.starts_with("\\x") || text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 2; i < text.size(); i += 2) {
    const int high = hex_digit(text[i]);
    const int low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return bytes;
}

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
  if (done.ec != std::errc() || done.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

constexpr std::string_view kSignature("PGCOPY\n\xff\r\n\0", 11);

std::string_view take(std::string_view& bytes, std::size_t count) {
  if (bytes.size() < count) throw std::logic_error("a row of COPY is cut off");
  const std::string_view taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

std::int64_t take_integer(std::string_view& bytes, std::size_t width) {
  return network_integer(take(bytes, width));
}

}  // namespace

std::string Sql::text() const {
  std::string all;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i > 0) all += ' ';
    all += parts_.at(i);
  }
  return all;
}

void Params::add(double value) {
  std::array<char, 32> buffer{};
  const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  values_.push_back({std::string(buffer.data(), done.ptr)});
}

void Params::add(const std::vector<std::string>& items) {
  values_.push_back({array_literal(items, [](const std::string& item, std::string& out) {
    out.push_back('"');
    for (const char c : item) {
      if (c == '"' || c == '\\') out.push_back('\\');
      out.push_back(c);
    }
    out.push_back('"');
  })});
}

void Params::add(const std::vector<std::int64_t>& items) {
  values_.push_back({array_literal(
      items, [](std::int64_t item, std::string& out) { out.append(std::to_string(item)); })});
}

void Params::add(const std::vector<Bytes>& items) {
  values_.push_back({array_literal(items, [](const Bytes& item, std::string& out) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(item.value.data());
    out.append(R"("\\x)").append(to_hex({data, item.value.size()})).push_back('"');
  })});
}

void Row::fail(const char* column, const char* issue) {
  throw UnreadableColumn("column " + std::string(column) + ' ' + issue);
}

bool Row::is_null(const char* column) const {
  return PQgetisnull(rows_->result_.get(), index_, rows_->column(column)) != 0;
}

std::string_view Row::view(const char* column) const {
  if (is_null(column)) fail(column, "is null");
  const int number = rows_->column(column);
  return {PQgetvalue(rows_->result_.get(), index_, number),
          static_cast<std::size_t>(PQgetlength(rows_->result_.get(), index_, number))};
}

std::string Row::text(const char* column) const {
  return std::string(view(column));
}

std::int64_t Row::integer(const char* column) const {
  const std::string_view value = view(column);
  if (PQfformat(rows_->result_.get(), rows_->column(column)) == 1) return network_integer(value);
  const auto parsed = number<std::int64_t>(value);
  if (!parsed) fail(column, "is not an integer");
  return *parsed;
}

double Row::real(const char* column) const {
  const auto parsed = number<double>(view(column));
  if (!parsed) fail(column, "is not a number");
  return *parsed;
}

bool Row::boolean(const char* column) const {
  return view(column) == "t";
}

Timestamp Row::timestamp(const char* column) const {
  return from_micros(integer(column));
}

Json Row::json(const char* column) const {
  auto parsed = Json::parse(view(column));
  if (!parsed) fail(column, "is not JSON");
  return std::move(*parsed);
}

Json Row::verbatim_json(const char* column) const {
  return Json::verbatim(view(column));
}

std::string Row::bytes(const char* column) const {
  const std::string_view value = view(column);
  if (PQfformat(rows_->result_.get(), rows_->column(column)) == 1) return std::string(value);
  auto parsed = bytes_from_hex(value);
  if (!parsed) fail(column, "is not bytea");
  return std::move(*parsed);
}

std::optional<std::string> Row::optional_text(const char* column) const {
  if (is_null(column)) return std::nullopt;
  return text(column);
}

std::optional<std::int64_t> Row::optional_integer(const char* column) const {
  if (is_null(column)) return std::nullopt;
  return integer(column);
}

std::optional<double> Row::optional_real(const char* column) const {
  if (is_null(column)) return std::nullopt;
  return real(column);
}

std::optional<Timestamp> Row::optional_timestamp(const char* column) const {
  if (is_null(column)) return std::nullopt;
  return timestamp(column);
}

void Rows::Closer::operator()(pg_result* result) const noexcept {
  PQclear(result);
}

Rows::Rows(pg_result* result) : result_(result) {}
Rows::Rows(Rows&&) noexcept = default;
Rows& Rows::operator=(Rows&&) noexcept = default;
Rows::~Rows() = default;

int Rows::size() const noexcept {
  return PQntuples(result_.get());
}

std::int64_t Rows::affected() const {
  return number<std::int64_t>(PQcmdTuples(result_.get())).value_or(0);
}

std::int64_t total_of(const Rows& rows) {
  return rows[0].integer("total");
}

int Rows::column(const char* name) const {
  const int number = PQfnumber(result_.get(), name);
  if (number < 0) Row::fail(name, "is not in the result");
  return number;
}

std::int64_t network_integer(std::string_view bytes) {
  if (bytes.empty()) throw std::logic_error("an integer without bytes");
  std::uint64_t value = (static_cast<unsigned char>(bytes[0]) & 0x80U) != 0 ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) value = (value << 8U) | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(value);
}

bool CopyRow::read(std::string_view message) {
  if (!begun_) {
    if (take(message, kSignature.size()) != kSignature) {
      throw std::logic_error("not the binary format of COPY");
    }
    static_cast<void>(take(message, 4));  // flags: none that change the row format
    static_cast<void>(take(message, static_cast<std::size_t>(take_integer(message, 4))));
    begun_ = true;
    if (message.empty()) return false;
  }
  const std::int64_t count = take_integer(message, 2);
  if (count < 0) return false;
  fields_.clear();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t length = take_integer(message, 4);
    if (length < 0) {
      fields_.emplace_back(std::nullopt);
    } else {
      fields_.emplace_back(take(message, static_cast<std::size_t>(length)));
    }
  }
  if (!message.empty()) throw std::logic_error("a message of COPY holds more than a row");
  return true;
}

}  // namespace assay::pg
