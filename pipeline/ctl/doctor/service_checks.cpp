// SPDX-License-Identifier: Apache-2.0
// Checks the database server, the schema, and who works on it; whether the services and the mail
// server answer, the certificate of the site, and when a backup was made.
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>

#include "core/base/io.hpp"
#include "core/base/time.hpp"
#include "core/base/unix_socket.hpp"
#include "core/mail/smtp.hpp"
#include "db/migrate.hpp"
#include "db/store/audit/host_keys.hpp"
#include "db/store/work/figures.hpp"
#include "pipeline/ctl/commands.hpp"
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
                      failed.empty() ? "" : "journalctl -u " + failed.front() + " shows why"});
}

// Whether the site takes TLS connections itself. Behind a proxy that does, it has none of these
// words (nginx/assay.conf).
bool ends_tls(const std::string& site) {
  std::istringstream lines(site);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) {
      if (word == "ssl" || word == "ssl;" || word == "ssl_certificate") return true;
    }
  }
  return false;
}

bool valid_for(std::chrono::seconds time) {
  return run_program({"openssl", "x509", "-in", kCertificate, "-noout", "-checkend",
                      std::to_string(time.count())})
             .status == 0;
}

constexpr std::int64_t kOldestServer = 150000;
constexpr std::int64_t kPoolWithoutSystemd = 8;  // processes of the API, as assay.target starts
// Connections other than those of workers and API processes: other threads of one pipeline,
// commands, and the health processes.
constexpr std::int64_t kOtherConnections = 24;

void check_version(const store::server::State& server, Findings& findings) {
  const bool old = server.version_number < kOldestServer;
  findings.push_back({old ? Verdict::Fail : Verdict::Ok, "PostgreSQL", server.version,
                      old ? "Assay needs PostgreSQL 15 or later: apt install postgresql-15" : ""});
}

void check_schema(pg::Connection& connection, Findings& findings) {
  const std::string mismatch = db::schema_mismatch(connection);
  if (mismatch.empty()) {
    const std::string number = std::to_string(db::migrations().back().number);
    findings.push_back({Verdict::Ok, "schema", number + ", as this version needs", ""});
    return;
  }
  const bool older = mismatch.find("assayctl migrate") != std::string::npos;
  findings.push_back({Verdict::Fail, "schema", mismatch,
                      older ? "systemctl restart assay-migrate"
                            : "install the version of Assay that the database was used with"});
}

void check_clock(const Config& config, const store::server::State& server, Timestamp before,
                 Findings& findings) {
  const auto after = std::chrono::system_clock::now();
  // Any database time between the question and the answer counts as equal.
  auto apart = std::chrono::microseconds::zero();
  using Micros = std::chrono::microseconds;
  if (server.now < before) apart = std::chrono::duration_cast<Micros>(before - server.now);
  if (server.now > after) apart = std::chrono::duration_cast<Micros>(server.now - after);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(apart).count();
  Verdict verdict = seconds < 1 ? Verdict::Ok : Verdict::Warn;
  if (apart > config.clock_leeway) verdict = Verdict::Fail;
  findings.push_back({verdict, "clock",
                      seconds < 1 ? "agrees with the database's"
                                  : std::to_string(seconds) + " s away from the database's",
                      verdict == Verdict::Ok ? "" : "set both by NTP: timedatectl set-ntp true"});
}

// Processes of the API that systemd runs on this host.
std::int64_t pool_size() {
  const auto count = static_cast<std::int64_t>(units_in("active", {"assay-api@*.service"}).size());
  return count > 0 ? count : kPoolWithoutSystemd;
}

void check_settings(const Config& config, const store::server::State& server, Findings& findings) {
  const std::int64_t needed = pool_size() + 2 * config.workers + kOtherConnections;
  const std::int64_t most = server.max_connections - server.reserved_connections;
  findings.push_back(
      {most < needed ? Verdict::Fail : Verdict::Ok, "max_connections",
       std::to_string(most) + " for users; this host needs up to " + std::to_string(needed),
       most < needed
           ? "set max_connections = " + std::to_string(needed + server.reserved_connections) +
                 " in postgresql.conf and restart PostgreSQL"
           : ""});
  findings.push_back(
      {server.keeps_commits ? Verdict::Ok : Verdict::Fail, "durability",
       server.keeps_commits ? "committed data is on disk" : "a crash can lose committed data",
       server.keeps_commits ? ""
                            : "set fsync, full_page_writes and synchronous_commit "
                              "to on in postgresql.conf"});
  const bool unicode = server.encoding == "UTF8";
  findings.push_back({unicode ? Verdict::Ok : Verdict::Fail, "encoding", server.encoding,
                      unicode ? "" : "dump the database and restore it into one with UTF8"});
}

void check_pipelines(pg::Connection& connection, const Config& config, Findings& findings) {
  pg::Tx tx(connection, pg::Access::ReadOnly);
  const std::int64_t live = store::metrics::live_workers(tx, config.lease.count());
  tx.commit();
  findings.push_back({live > 0 ? Verdict::Ok : Verdict::Fail, "pipelines",
                      std::to_string(live) + " at work on this database",
                      live > 0 ? ""
                               : std::string(kStartPipeline) +
                                     "; its log shows why it ended: journalctl -u assay-pipeline"});
}

void check_host_keys(pg::Connection& connection, const Config& config, Findings& findings) {
  for (const auto& key : store::host_keys::of(config)) {
    const std::string why =
        store::host_keys::problem(connection, key, store::host_keys::Make::Never);
    findings.push_back({why.empty() ? Verdict::Ok : Verdict::Fail, "key of " + key.name,
                        why.empty() ? "the same as on other hosts" : why,
                        why.empty() ? "" : "then restart assay-pipeline"});
  }
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
                        "set ASSAY_SMTP_PASSWORD_FILE to a file that assay-pipeline can read"});
  }
}

void check_site(Findings& findings) {
  if (!fs::exists(kEnabledSite)) return;
  try {
    if (!ends_tls(read_file(kEnabledSite))) {
      findings.push_back({Verdict::Ok, "certificate", "TLS ends at a proxy in front", ""});
      return;
    }
  } catch (const IoError& error) {
    findings.push_back({Verdict::Fail, "certificate", error.what(), "run doctor as root"});
    return;
  }
  if (fs::exists(kDefaultSite)) {
    findings.push_back({Verdict::Warn, "http",
                        "Debian's default site answers on port 80, so http does not lead to https",
                        "rm " + std::string(kDefaultSite) + " && systemctl reload nginx"});
  }
  const Ended shown = run_program({"openssl", "x509", "-in", kCertificate, "-noout", "-enddate"});
  if (shown.status != 0) {
    findings.push_back(
        {Verdict::Fail, "certificate", shown.errors,
         "put a certificate there, or create one: assayctl setup --self-signed HOST"});
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
    findings.push_back({Verdict::Warn, "backup", "none is recorded: there is no " + note, mend});
    return;
  }
  const auto age = std::chrono::system_clock::now() -
                   std::chrono::system_clock::from_time_t(there.st_mtim.tv_sec);
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(age).count();
  const bool old = age > kBackupWithin;
  findings.push_back({old ? Verdict::Warn : Verdict::Ok, "backup",
                      "the last one is " + std::to_string(hours) + " hours old", old ? mend : ""});
}

void check_database(const Config& config, Findings& findings) {
  pg::Connection connection(config.database, "assayctl doctor", std::chrono::seconds(10));
  try {
    connection.ensure_connected();
    check_schema(connection, findings);
    if (findings.back().verdict != Verdict::Ok) return;  // the rest reads tables
    const Timestamp before =
        std::chrono::time_point_cast<Timestamp::duration>(std::chrono::system_clock::now());
    pg::Tx tx(connection, pg::Access::ReadOnly);
    const store::server::State server = store::server::state(tx);
    tx.commit();
    check_version(server, findings);
    check_settings(config, server, findings);
    check_clock(config, server, before, findings);
    check_pipelines(connection, config, findings);
    check_host_keys(connection, config, findings);
  } catch (const pg::DbError& error) {
    findings.push_back({Verdict::Fail, "database", error.what(),
                        "start it (systemctl start postgresql) and create roles and database: "
                        "assayctl setup"});
  }
}

}  // namespace assay::ctl::doctor
