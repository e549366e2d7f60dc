// SPDX-License-Identifier: Apache-2.0
// assayctl setup: makes what an installed package needs to run, step by step.
#include <filesystem>
#include <iostream>

#include "pipeline/ctl/commands.hpp"
#include "pipeline/ctl/installed.hpp"
#include "pipeline/ctl/setup/steps.hpp"

namespace assay::ctl {
namespace {

constexpr std::string_view kOwnersUrl = "dbname=assay user=assay_owner";

std::string next_steps() {
  std::string text;
  if (!std::filesystem::exists(kCertificate)) {
    text = std::string("  Put a certificate into ") + kCertificate + " and its key into\n  " +
           kCertificateKey +
           ", or make one for a start, and run setup again:\n"
           "  assayctl setup --self-signed HOST\n";
  }
  return text + "  " + kStartAtBoot +
         " && systemctl reload-or-restart nginx\n"
         "  assayctl pack import FILE    stores a pack of requirements\n"
         "  assayctl doctor              checks everything\n";
}

}  // namespace

int setup_installation(const Config& config, const Arguments& arguments) {
  require_root("setup");
  const setup::Report report = [](setup::Done done, const std::string& what,
                                  const std::string& detail) {
    std::cout << (done == setup::Done::Made ? "made    " : "exists  ") << what << " (" << detail
              << ")\n"
              << std::flush;
  };
  // A server that the settings name is somebody else's: roles and database are there already.
  if (config.database.url == kOwnersUrl) setup::make_database(report);
  pg::Connection connection = connect(config);
  setup::make_schema(connection, report);
  setup::make_audit_key(config, report);
  setup::make_first_tenant(connection, arguments, report);
  setup::enable_site(arguments, report);
  std::cout << "Next:\n" << next_steps();
  return std::cout.flush() ? 0 : 1;
}

}  // namespace assay::ctl
