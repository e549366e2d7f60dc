// SPDX-License-Identifier: Apache-2.0
// The names under which parts of messages become documents.
#pragma once

#include <gmime/gmime.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::extract {

// A name without folders, of at most 200 bytes, that an archive's member may have. Made of the
// number and the type if the part states none: "part 2.pdf".
[[nodiscard]] std::string mail_member_name(GMimeObject* part, std::size_t number);
// "007 Re: Backups.eml", for the messages of a mailbox.
[[nodiscard]] std::string mailbox_member_name(std::size_t number, std::string_view subject);

}  // namespace assay::extract
