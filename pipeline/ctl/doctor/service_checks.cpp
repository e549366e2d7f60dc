// SPDX-License-Identifier: Apache-2.0
// Checks whether the services and the mail server answer, the certificate of the site, and when a
// backup was made.
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <filesystem>

#include "core/base/unix_socket.hpp"
#include "core/mail/smtp.hpp"
#include "pipeline/ctl/child_program.hpp"
#include "pipeline/ctl/doctor/findings.hpp"
#include "pipeline/ctl/installed.hpp"

namespace assay::ctl::doctor {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultSite = "/etc/nginx/sites-enabled/default";
constexpr std::chrono::hours kRenewWithin{30 * 24};
constexpr std::chrono::hours kBackupWithin{7 * 24};

// Empty if somebody accepts connections at the unix socket, otherwise why not.
std::string refusal_of(const std::string& path) {
  constexpr std::chrono::seconds kPatience{5};
  try {
    static_cast<void>(connect_to(path, Deadline(kPatience)));
    return {};
  } catch (const IoError& error) {
    return std::strerror(error.error_number());  // NOLINT(concurrency-mt-unsafe): one thread
  }
}

void check_socket(const std::string& name, const std::string& path, const std::string& mend,
                  Findings& findings) {
  const std::string refusal = refusal_of(path);
  findings.push_back({refusal.empty() ? Verdict::Ok : Verdict::Fail, name,
                      path + (refusal.empty() ? " answers" : ": " + refusal),
                      refusal.empty() ? "" : mend});
}

void check_units(Findings& findings) {
  if (!fs::exists("/run/systemd/system")) return;
  const std::vector<std::string> failed = units_in("failed", {"assay*", "nginx*", "postgresql*"});
  findings.push_back({failed.empty() ? Verdict::Ok : Verdict::Fail, "units",
                      failed.empty() ? "none has failed" : failed.front() + " has failed",
                      failed.empty() ? "" : "journalctl -u " + failed.front() + " says why"});
}

bool valid_for(std::chrono::seconds time) {
  return run_program({"openssl", "x509", "-in", kCertificate, "-noout", "-checkend",
                      std::to_string(time.count())})
             .status == 0;
}

}  // namespace

void check_services(const Config& config, Findings& findings) {
  check_units(findings);
  check_socket("API", config.api_socket, kStartApi, findings);
  check_socket("pipeline", config.pipeline_socket, kStartPipeline, findings);
}

void check_mail(const Config& config, Findings& findings) {
  constexpr const char* kCheck = "e-mail";
  if (!config.mail.enabled()) {
    findings.push_back({Verdict::Ok, kCheck, "off (ASSAY_SMTP_URL)", ""});
    return;
  }
  try {
    mail::Client client(config.mail.server());
    const auto answer = client.probe();
    findings.push_back({answer ? Verdict::Ok : Verdict::Fail, kCheck,
                        answer ? config.mail.url + " answers" : answer.error().reason,
                        answer ? ""
                               : "check the settings ASSAY_SMTP_…, and that the network lets this "
                                 "host through; then: assayctl mail test ADDRESS"});
  } catch (const IoError& error) {
    findings.push_back({Verdict::Fail, kCheck, error.what(),
                        "let ASSAY_SMTP_PASSWORD_FILE name a file that assay-pipeline can read"});
  }
}

void check_site(Findings& findings) {
  if (!fs::exists(kEnabledSite)) return;
  if (fs::exists(kDefaultSite)) {
    findings.push_back({Verdict::Warn, "http",
                        "Debian's default site answers on port 80, so http does not lead to https",
                        "rm " + std::string(kDefaultSite) + " && systemctl reload nginx"});
  }
  const Ended shown = run_program({"openssl", "x509", "-in", kCertificate, "-noout", "-enddate"});
  if (shown.status != 0) {
    findings.push_back({Verdict::Fail, "certificate", shown.errors,
                        "put a certificate there, or make one: assayctl setup --self-signed HOST"});
    return;
  }
  Verdict verdict = valid_for(kRenewWithin) ? Verdict::Ok : Verdict::Warn;
  if (!valid_for(std::chrono::seconds(0))) verdict = Verdict::Fail;
  const std::string until = shown.output.substr(shown.output.find('=') + 1);
  findings.push_back({verdict, "certificate", "valid until " + until.substr(0, until.find('\n')),
                      verdict == Verdict::Ok ? ""
                                             : "renew " + std::string(kCertificate) +
                                                   ", then systemctl reload nginx"});
}

void check_backup(const Config& config, Findings& findings) {
  const std::string note = (fs::path(config.blob_dir).parent_path() / "last-backup").string();
  const std::string mend =
      "assayctl backup --to FOLDER --passphrase-file FILE; a job of your own ends with: touch " +
      note;
  struct stat there {};
  if (::stat(note.c_str(), &there) != 0) {
    findings.push_back({Verdict::Warn, "backup", "none is known of: there is no " + note, mend});
    return;
  }
  const auto age = std::chrono::system_clock::now() -
                   std::chrono::system_clock::from_time_t(there.st_mtim.tv_sec);
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(age).count();
  const bool old = age > kBackupWithin;
  findings.push_back({old ? Verdict::Warn : Verdict::Ok, "backup",
                      "the last one is " + std::to_string(hours) + " hours old", old ? mend : ""});
}

}  // namespace assay::ctl::doctor
