// SPDX-License-Identifier: Apache-2.0
// Prepares the PostgreSQL server of this machine through psql, as its superuser.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "pipeline/ctl/accounts.hpp"
#include "pipeline/ctl/installed.hpp"
#include "pipeline/ctl/setup/steps.hpp"

namespace assay::ctl::setup {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream source(text);
  for (std::string line; std::getline(source, line);) lines.push_back(line);
  return lines;
}

std::string words_of(const std::string& line) {
  std::istringstream source(line);
  std::string joined;
  for (std::string word; source >> word;) joined += (joined.empty() ? "" : " ") + word;
  return joined;
}

bool has_line(const std::vector<std::string>& lines, const std::string& wanted) {
  for (const std::string& line : lines) {
    if (words_of(line) == words_of(wanted)) return true;
  }
  return false;
}

// Replaces a file of the server and keeps its owner and mode.
void replace_file(const std::string& path, const std::string& text) {
  struct stat before {};
  if (::stat(path.c_str(), &before) != 0) throw IoError(path, errno);
  const std::string draft = path + ".assay";
  {
    const FileDescriptor file(::creat(draft.c_str(), 0600));
    if (!file.open()) throw IoError(draft, errno);
    write_all(file.get(), text);
    if (::fchown(file.get(), before.st_uid, before.st_gid) != 0 ||
        ::fchmod(file.get(), before.st_mode & 07777U) != 0) {
      throw IoError(draft, errno);
    }
    sync_to_disk(file.get());
  }
  if (::rename(draft.c_str(), path.c_str()) != 0) throw IoError(path, errno);
}

// Puts the lines of the file `source` that are missing above all others, as the server reads them
// from the top. Returns whether one was missing.
bool add_lines(const std::string& path, const std::string& source) {
  const std::string before = read_file(path);
  const std::vector<std::string> there = lines_of(before);
  std::string added;
  for (const std::string& line : lines_of(read_file(source))) {
    if (!line.empty() && line.front() != '#' && !has_line(there, line)) added += line + "\n";
  }
  if (added.empty()) return false;
  replace_file(path, "# Assay (" + source + ")\n" + added + "\n" + before);
  return true;
}

std::string file_named_by(const std::string& setting) {
  std::string path = psql({"-d", "postgres", "-c", "SHOW " + setting});
  while (path.ends_with('\n')) path.pop_back();
  return path;
}

bool database_exists() {
  for (const std::string& line : lines_of(psql({"-l"}))) {
    if (line.starts_with("assay|")) return true;
  }
  return false;
}

}  // namespace

void make_database(const Report& report) {
  const bool there = database_exists();
  static_cast<void>(psql(
      {"-d", "postgres", "-f", std::string(kSharedFiles) + "bootstrap.sql"}));  // safe to run again
  report(there ? Done::Exists : Done::Made, "database assay",
         "with the roles assay_owner, assay_api and assay_pipeline");
  const std::string hba = file_named_by("hba_file");
  const std::string ident = file_named_by("ident_file");
  const bool mapped = add_lines(ident, std::string(kSharedFiles) + "pg_ident.conf");
  const bool admitted = add_lines(hba, std::string(kSharedFiles) + "pg_hba.conf");
  if (mapped || admitted) {
    static_cast<void>(psql({"-d", "postgres", "-c", "SELECT pg_reload_conf()"}));
  }
  report(mapped || admitted ? Done::Made : Done::Exists, "sign-in of the services",
         "by their operating system users: " + hba);
}

void make_schema(pg::Connection& connection, const Report& report) {
  // The server may need a moment to read the lines above.
  constexpr int kTries = 50;
  for (int tries = 1;; ++tries) {
    try {
      connection.ensure_connected();
      break;
    } catch (const pg::DbError&) {
      if (tries == kTries) throw;
      ::usleep(100'000);
    }
  }
  const int applied = bring_up_to_date(connection);
  report(applied > 0 ? Done::Made : Done::Exists, "schema",
         applied > 0 ? std::to_string(applied) + " migrations" : "up to date");
}

void make_audit_key(const Config& config, const Report& report) {
  if (config.audit_key_file.empty()) return;
  const bool there = std::filesystem::exists(config.audit_key_file);
  if (!there) {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    const Ended ended = run_program(as_user("assay-pipeline", {self, "audit", "init"}));
    if (ended.status != 0) throw Failure(ErrorCode::Internal, "audit key: " + ended.errors);
  }
  report(there ? Done::Exists : Done::Made, "audit key",
         config.audit_key_file + "; give " + config.audit_key_file + ".pub to your auditors");
}

}  // namespace assay::ctl::setup
