// SPDX-License-Identifier: Apache-2.0
// How a reader of pack files gives up: thrown where the fault is found, turned into the parse
// function's Error at its end, and never seen outside.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace assay::packs {

class Refusal : public std::exception {
 public:
  explicit Refusal(Error error) : error_(std::move(error)) {}
  [[nodiscard]] const Error& error() const noexcept { return error_; }
  [[nodiscard]] const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

// 400 naming the place: message "PATH: ISSUE".
[[noreturn]] void refuse(std::string_view path, std::string_view issue);
// The same where lines are known: message "line N: PATH: ISSUE".
[[noreturn]] void refuse(std::size_t line, std::string_view path, std::string_view issue);

// A value of the file as it may stand in a message: quoted, and cut when it is long.
[[nodiscard]] std::string quoted(std::string_view text);

// Bytes of text that one file may become. Far above any real framework; it ends files in which a
// few long texts are used again and again.
class OutputBudget {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{128} << 20U;
  // Refuses the file at this place when it is spent.
  void spend(std::size_t bytes, std::string_view path);

 private:
  std::size_t spent_ = 0;
};

}  // namespace assay::packs
