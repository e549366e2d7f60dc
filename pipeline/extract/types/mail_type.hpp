// SPDX-License-Identifier: Apache-2.0
// Recognises e-mail messages, mailboxes and saved web pages by their headers.
#pragma once

#include <string_view>

namespace assay::extract {

// "eml", "mbox", "mhtml"; empty for other texts, letters with "From:" lines among them. head: the
// beginning, at least 512 bytes if there are as many. name: lets a message with few headers pass.
[[nodiscard]] std::string_view mail_type(std::string_view head, std::string_view name);
// Whether the text begins with the line between two messages of a mailbox: "From a@b Mon Jun 1
// 10:00:00 2009".
[[nodiscard]] bool is_from_line(std::string_view text);

}  // namespace assay::extract
