// SPDX-License-Identifier: Apache-2.0
// Cuts a mailbox (RFC 4155) into its messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::extract {

// The source of a message in UTF-8 if it was stored in UTF-16, and without a "From " line.
[[nodiscard]] std::string mail_source(std::string_view bytes);

// Goes through the messages of a mailbox.
class Mailbox {
 public:
  // bytes must outlive the mailbox.
  explicit Mailbox(std::string_view bytes) : bytes_(bytes) {}
  // The next message without its "From " line; false at the end.
  [[nodiscard]] bool next(std::string& message);

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace assay::extract
