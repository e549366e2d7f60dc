// SPDX-License-Identifier: Apache-2.0
// What parsers of packs report about a file: an error that ends parsing, a list of errors that a
// person fixes in one go, and counts of what was merged, guessed or left out.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/packs/pack_content.hpp"

namespace assay::packs {

// How a parser fails: thrown where the fault is found, converted to an Error by the parse function,
// and never seen outside.
class ParseError : public std::exception {
 public:
  explicit ParseError(Error error) : error_(std::move(error)) {}
  [[nodiscard]] const Error& error() const noexcept { return error_; }
  [[nodiscard]] const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

// The place of a fault that concerns the file as a whole.
inline constexpr std::string_view kFile = "file";

// Refuses with 400 naming the place: message "PATH: ISSUE".
[[noreturn]] void refuse(std::string_view path, std::string_view issue);
// The same with a line number: message "line N: PATH: ISSUE".
[[noreturn]] void refuse(std::size_t line, std::string_view path, std::string_view issue);

// A value of the file for use in a message: quoted, and cut if long.
[[nodiscard]] std::string quoted(std::string_view text);

// Maximum bytes of text that one file may expand to. Far above any real framework; it stops files
// that reuse a few long texts again and again.
class OutputBudget {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{128} << 20U;
  // Refuses the file at this place if the budget is spent.
  void spend(std::size_t bytes, std::string_view path);

 private:
  std::size_t spent_ = 0;
};

// Collects everything that is wrong with a file, so that a person can fix it in one go.
class FieldErrors {
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

// Counts what an import merged, guessed or left out, so that each kind is one line of the report.
class Tally {
 public:
  // kind: what happened, in the plural: "requirements have questions, ...".
  void add(std::string_view kind, std::string_view path, std::size_t count = 1);
  // The same for unused parts of the file: "parts have links, which are not kept".
  void leave_out(std::string_view kind, std::string_view path, std::size_t count = 1);
  // In the order in which the kinds first occurred. Left-out kinds are reported as skipped at the
  // first path, with the count in the reason; the others are warnings "KIND: 12 (first: PATH)".
  void write(Report& report) const;

 private:
  struct Entry {
    std::string kind;
    std::string first;
    std::size_t count = 0;
  };
  static void add_to(std::vector<Entry>& entries, std::string_view kind, std::string_view path,
                     std::size_t count);

  std::vector<Entry> entries_;
  std::vector<Entry> left_out_;
};

}  // namespace assay::packs
