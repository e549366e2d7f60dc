// SPDX-License-Identifier: Apache-2.0
// Starts and stops a cluster with PostgreSQL's own programs.
#include "tests/support/temp_database.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "db/migrate.hpp"

namespace assay::test {
namespace fs = std::filesystem;
namespace {

void shell(const std::string& command) {
  if (std::system(command.c_str()) != 0) {  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
    throw std::runtime_error("failed: " + command);
  }
}

std::string server_programs() {
  const fs::path root = "/usr/lib/postgresql";
  if (fs::exists(root)) {
    for (const auto& version : fs::directory_iterator(root)) {
      if (fs::exists(version.path() / "bin/initdb")) return (version.path() / "bin").string();
    }
  }
  throw std::runtime_error("no PostgreSQL server found: install it, or set ASSAY_TEST_PG");
}

// The server refuses to run as root.
std::string as_server(const std::string& command) {
  return ::geteuid() == 0 ? "runuser -u postgres -- " + command : command;
}

// Tests have no data to lose; a benchmark asks for real durability.
std::string waits_for_disk() {
  const char* given = std::getenv("ASSAY_TEST_FSYNC");  // NOLINT(concurrency-mt-unsafe)
  return given != nullptr ? given : "off";
}

}  // namespace

TempDatabase& TempDatabase::shared() {
  static TempDatabase database;
  return database;
}

TempDatabase::TempDatabase() {
  if (const char* given = std::getenv("ASSAY_TEST_PG")) {
    server_ = given;
    database_ = "assay_test_" + std::to_string(::getpid());
  } else {
    start_cluster();
  }
  shell("sed -e 's/DATABASE assay\\b/DATABASE " + database_ +
        "/g' -e \"s/datname = 'assay'/datname = '" + database_ +
        "'/\" " ASSAY_SOURCE_DIR "/db/bootstrap.sql | psql -X -q -v ON_ERROR_STOP=1 -d '" +
        server_ + " dbname=postgres' -f - >/dev/null");
  pg::Connection owner = connect("assay_owner");
  const auto migrated = db::migrate(owner);
  if (!migrated) throw std::runtime_error(migrated.error().message);
}

void TempDatabase::start_cluster() {
  std::string name = "/tmp/assay-test-pg-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  directory_ = name;
  const std::string programs = server_programs();
  if (::geteuid() == 0) shell("chown postgres " + directory_);
  // If a crash leaves the cluster running, this watcher stops and removes it.
  shell("setsid sh -c 'while kill -0 " + std::to_string(::getpid()) +
        " 2>/dev/null; do sleep 1; done; " +
        as_server(programs + "/pg_ctl -D " + directory_ + "/data -m immediate -s stop") +
        "; rm -rf " + directory_ + "' >/dev/null 2>&1 &");
  shell("cd /tmp && " + as_server(programs + "/initdb -D " + directory_ +
                                  "/data -A trust -U postgres --no-sync >/dev/null"));
  shell("cd /tmp && " + as_server(programs + "/pg_ctl -D " + directory_ + "/data -w -s -l " +
                                  directory_ + "/log -o \"-c listen_addresses= -c fsync=" +
                                  waits_for_disk() + " -k " + directory_ + "\" start"));
  server_ = "host=" + directory_ + " user=postgres";
}

TempDatabase::~TempDatabase() {
  try {
    if (directory_.empty()) {
      shell("psql -X -q -d '" + server_ + " dbname=postgres' -c 'DROP DATABASE " + database_ +
            " WITH (FORCE)'");
    } else {
      shell("cd /tmp && " + as_server(server_programs() + "/pg_ctl -D " + directory_ +
                                      "/data -m immediate -s stop"));
      fs::remove_all(directory_);
    }
  } catch (const std::exception& error) {
    std::cerr << "the test's database was not removed: " << error.what() << '\n';
  }
}

std::string TempDatabase::conninfo(const std::string& role) const {
  // If a key occurs twice, the last one counts.
  return server_ + " dbname=" + database_ + (role == "super" ? "" : " user=" + role);
}

void TempDatabase::drop_connections() const {
  pg::Connection super = connect("super");
  static_cast<void>(
      super.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND usename LIKE 'assay%'"));
}

}  // namespace assay::test
