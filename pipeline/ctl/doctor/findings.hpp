// SPDX-License-Identifier: Apache-2.0
// The checks of doctor, and their findings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/settings/config.hpp"

namespace assay::ctl::doctor {

enum class Verdict { Ok, Warn, Fail };
[[nodiscard]] std::string_view verdict_name(Verdict verdict);  // "ok", "warn", "fail"

struct Finding {
  Verdict verdict = Verdict::Ok;
  std::string check;  // "disk space"
  std::string found;
  std::string mend;  // what to do; empty if nothing is to be done
};
using Findings = std::vector<Finding>;

// The checks. None changes anything, and none throws for what it finds.

// The server and its settings, the schema, the clock, live pipelines. The first finding says
// whether the server could be reached at all; without it, there is no other.
void check_database(const Config& config, Findings& findings);
// Owners and modes of folders and settings files, against what the package makes. Only where the
// package is installed and its folders are used.
void check_permissions(const Config& config, Findings& findings);
// Whether somebody serves the sockets of API and pipeline, and whether a service of systemd failed.
void check_services(const Config& config, Findings& findings);
// The disks of originals and uploads, and the object store, where an object is written, read and
// removed.
void check_disks(const Config& config, Findings& findings);
// A document is read as an upload would be: sandbox, reader, language data, encoder.
void check_reading(const Config& config, Findings& findings);
// Whether the mail server lets Assay sign in, if one is set.
void check_mail(const Config& config, Findings& findings);
// If the site is enabled: checks its certificate, and whether it answers on port 80; or reports
// that TLS ends at a proxy in front of it.
void check_site(Findings& findings);
// When a backup was last recorded.
void check_backup(const Config& config, Findings& findings);

}  // namespace assay::ctl::doctor
