// SPDX-License-Identifier: Apache-2.0
// The words of e-mail: a subject and paragraphs for each kind of message.
#pragma once

#include <string>
#include <vector>

#include "db/store/events/emails.hpp"

namespace assay::jobs {

struct EmailText {
  std::string subject;
  std::string text;  // see mail::Message
};

// The recipient of a message, and the site that its links lead to.
struct EmailReader {
  std::string site;  // without a slash at its end
  std::string name;
  std::string address;
  std::string tenant;  // name
};

// The page on which users choose which messages they get.
[[nodiscard]] std::string settings_page(const EmailReader& reader);

// by: who assigned them. Precondition: there is a task.
[[nodiscard]] EmailText assigned_text(const EmailReader& reader, const std::string& by,
                                      const std::vector<store::email_facts::Task>& tasks);
[[nodiscard]] EmailText run_ended_text(const EmailReader& reader,
                                       const store::email_facts::Run& run);
[[nodiscard]] EmailText digest_text(const EmailReader& reader,
                                    const store::email_facts::Digest& digest);
// by: who invites.
[[nodiscard]] EmailText invitation_text(const EmailReader& reader, const std::string& by);

}  // namespace assay::jobs
