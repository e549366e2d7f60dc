// SPDX-License-Identifier: Apache-2.0
// assayctl setup: makes what an installed package needs to run, step by step. Enables the site of
// nginx, and makes a certificate for a start.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <iostream>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
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
           ", or create a self-signed one, and run setup again:\n"
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

namespace assay::ctl::setup {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSite = "/etc/nginx/sites-available/assay.conf";
constexpr const char* kNginx = "/usr/sbin/nginx";

// A host name or an address, as a certificate's subject alternative name.
std::string alternative_name(const std::string& host) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '-' || c == ':';
  };
  if (host.empty() || !std::all_of(host.begin(), host.end(), plain)) {
    throw Failure(invalid_field("--self-signed", "must be a host name or an address"));
  }
  const bool digits = std::all_of(host.begin(), host.end(),
                                  [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  return (digits || host.find(':') != std::string::npos ? "IP:" : "DNS:") + host;
}

// Purging the package removes the certificate if this note is next to it.
void make_certificate(const std::string& host) {
  const std::string name = alternative_name(host);
  const fs::path folder = fs::path(kCertificate).parent_path();
  fs::create_directories(folder);
  fs::permissions(folder, fs::perms::owner_all);
  const Ended ended = run_program(
      {"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
       "-noenc", "-days", "397", "-subj", "/CN=" + host.substr(0, 64), "-addext",
       "subjectAltName=" + name, "-keyout", kCertificateKey, "-out", kCertificate});
  if (ended.status != 0) throw Failure(ErrorCode::Internal, "certificate: " + ended.errors);
  fs::permissions(kCertificateKey, fs::perms::owner_read | fs::perms::owner_write);
  const std::string note = (folder / "made-by-setup").string();
  const FileDescriptor file(::creat(note.c_str(), 0644));
  if (!file.open()) throw IoError(note, errno);
}

}  // namespace

void enable_site(const Arguments& arguments, const Report& report) {
  if (!fs::exists(kNginx) || !fs::exists(kSite)) return;
  const std::string certificate = kCertificate;
  if (fs::exists(certificate)) {
    report(Done::Exists, "certificate", certificate);
  } else if (const auto host = arguments.optional("--self-signed")) {
    make_certificate(*host);
    report(Done::Made, "certificate", "self-signed, for " + *host + ": " + certificate);
  } else {
    return;  // nginx does not start with a site that has no certificate
  }
  const bool there = fs::is_symlink(fs::symlink_status(kEnabledSite)) || fs::exists(kEnabledSite);
  if (!there) fs::create_symlink(kSite, kEnabledSite);
  report(there ? Done::Exists : Done::Made, "site of nginx", kEnabledSite);
}

}  // namespace assay::ctl::setup
