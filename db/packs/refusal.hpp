// SPDX-License-Identifier: Apache-2.0
// How a reader of pack files fails: thrown where the fault is found, converted to an Error by the
// parse function, and never seen outside.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace assay::packs {

class Refusal : public std::exception {
 public:
  explicit Refusal(Error error) : error_(std::move(error)) {}
  [[nodiscard]] const Error& error() const noexcept { return error_; }
  [[nodiscard]] const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

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

}  // namespace assay::packs
