// SPDX-License-Identifier: Apache-2.0
// assayctl: the table of its commands, from which help, manual page and completion are made, and
// the choice of one. Commands print JSON on standard output, and one line if they fail.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string_view>

#include "core/base/io.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

struct Command {
  std::string_view words;      // one or two
  std::string_view arguments;  // as a manual page shows them
  std::string_view meaning;    // one sentence
  int (*run)(const Config&, const Arguments&);
};

constexpr std::array kCommands{
    Command{"setup",
            "[--tenant NAME] [--email ADDRESS] [--display-name NAME] [--password-file FILE|-] "
            "[--self-signed HOST]",
            "Create database, roles, keys, the first tenant and its administrator, and enable the "
            "site of nginx. Asks for options that are left out. Keeps what exists.",
            setup_installation},
    Command{"doctor", "[--json]",
            "Check the installation, and show how to fix problems. Exits 1 if a check fails.",
            examine},
    Command{"backup", "--to FOLDER --passphrase-file FILE|-",
            "Back up database, stored files and keys into a new folder, while everything runs. "
            "Files that FOLDER has from an earlier backup are not copied again.",
            back_up},
    Command{"restore", "--from FOLDER --passphrase-file FILE|-",
            "Restore a backup into an empty database, and verify rows, stored files and the audit "
            "trail.",
            restore},
    Command{"migrate", "[--citus]",
            "Bring the schema up to date, and create the first key that signs access tokens. With "
            "--citus, spread the tables over the servers of a Citus cluster by tenant.",
            migrate},
    Command{"tenant create", "--name NAME", "Create a tenant, unless one of that name exists.",
            tenant_create},
    Command{"tenant list", "", "List all tenants.", tenant_list},
    Command{"tenant export", "--tenant ID --to FOLDER",
            "Write all data of a tenant into a new folder: rows, stored files and audit trail.",
            tenant_export},
    Command{"tenant erase", "--tenant ID --confirm NAME",
            "Remove a tenant with all its records and files. Backups keep it.", tenant_erase},
    Command{"user create",
            "--tenant ID --email ADDRESS --role ROLE --display-name NAME --password-file FILE|-",
            "Create a user, or set this name, role and password.", user_create},
    Command{"user list", "--tenant ID", "List the users of a tenant.", user_list},
    Command{"user disable", "--tenant ID --email ADDRESS", "Disable a user and end its sessions.",
            user_disable},
    Command{"user enable", "--tenant ID --email ADDRESS", "Enable a disabled user.", user_enable},
    Command{"user set-role", "--tenant ID --email ADDRESS --role ROLE",
            "Set a role: VIEWER, MEMBER, ADMIN or SUPER_ADMIN.", user_set_role},
    Command{"user set-password", "--tenant ID --email ADDRESS --password-file FILE|-",
            "Set a password and end the user's sessions.", user_set_password},
    Command{"pack import", "FILE [--tenant ID [--bind]] [--name NAME] [--version NAME] [--dry-run]",
            "Store the packs of a file, for all tenants or for one.", pack_import},
    Command{"pack list", "[--tenant ID]", "List packs with their versions.", pack_list},
    Command{"pack export", "--pack ID [--version ID] [--tenant ID]",
            "Print a version of a pack as JSON, by default the newest.", pack_export},
    Command{"bind",
            "--tenant ID --pack ID [--version ID] [--complete X] [--partial X] [--evaluator NAME]",
            "Choose the version, the thresholds and the evaluator of a tenant's pack.", bind},
    Command{"binding list", "--tenant ID", "List the packs that a tenant uses.", binding_list},
    Command{"documents reread",
            "--tenant ID [--document ID] [--status READY|FAILED] [--failure-code CODE] "
            "[--older-than-reader] [--dry-run]",
            "Queue documents to be read again.", documents_reread},
    Command{
        "blobs copy", "--to file:///FOLDER|s3+https://HOST/BUCKET/PREFIX?region=R [--verify]",
        "Copy the stored files to another store, except those already there. Exits 1 if a file is "
        "missing or, with --verify, differs in the other store.",
        blobs_copy},
    Command{"keys rotate", "",
            "Sign access tokens with a new key. Earlier tokens stay valid until they expire.",
            keys_rotate},
    Command{"keys retire", "KID", "Refuse all tokens that a key signed, at once.", keys_retire},
    Command{"keys adopt", "audit|events",
            "Make the key in this host's file the one that all hosts must use.", keys_adopt},
    Command{"keys list", "", "List the keys that sign access tokens.", keys_list},
    Command{"mail test", "ADDRESS", "Send a message to test the e-mail settings.", mail_test},
    Command{"calibration fit", "--tenant ID [--force]",
            "Fit the built-in evaluator's confidence to a tenant's reviews.", calibration_fit},
    Command{"calibration reset", "--tenant ID", "Return to uncalibrated confidences.",
            calibration_reset},
    Command{"calibration list", "--tenant ID", "List calibrations.", calibration_list},
    Command{"calibration show", "--tenant ID [--version N]",
            "Show a calibration and what it changes.", calibration_show},
    Command{"audit init", "", "Create the key that signs checkpoints, and print its public half.",
            audit_init},
    Command{"audit checkpoint", "[--new-key]", "Write a checkpoint of the audit trail now.",
            audit_checkpoint},
    Command{
        "audit verify", "[--tenant ID] [--checkpoints FILE] [--against FILE] [--public-key FILE]",
        "Check the audit trail and its signatures. Exits 1 if anything is broken.", audit_verify},
    Command{"audit export", "--tenant ID", "Print a tenant's audit trail as JSON lines.",
            audit_export},
    Command{"embed", "", "Print the vectors of JSON lines {\"text\"} from standard input.", embed},
    Command{"config", "", "Print the settings with their defaults and meanings.", show_settings},
    Command{"help", "[--json]", "Print this list.", show_help},
};

constexpr std::array<std::string_view, 8> kFlags{
    "--bind", "--citus",   "--dry-run",           "--force",
    "--json", "--new-key", "--older-than-reader", "--verify"};

// The options that take no value; all others take one.
bool is_flag(std::string_view option) {
  return std::find(kFlags.begin(), kFlags.end(), option) != kFlags.end();
}

constexpr std::string_view kServicesUrl = "dbname=assay user=assay_api";  // the default

int usage() {
  std::cerr << "usage: assayctl COMMAND\n";
  for (const Command& command : kCommands) {
    std::cerr << "  " << command.words << ' ' << command.arguments << '\n';
  }
  return 2;
}

// Finds the command that the list starts with, and removes its words from the list.
const Command* take_command(std::vector<std::string>& words) {
  for (const Command& command : kCommands) {
    const std::size_t space = command.words.find(' ');
    const std::size_t count = space == std::string_view::npos ? 1 : 2;
    if (words.size() < count || words[0] != command.words.substr(0, space)) continue;
    if (count == 2 && words[1] != command.words.substr(space + 1)) continue;
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    return &command;
  }
  return nullptr;
}

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      arguments.positional.push_back(words[i]);
    } else if (is_flag(words[i])) {
      arguments.options[words[i]] = "on";
    } else if (i + 1 < words.size()) {
      arguments.options[words[i]] = words[i + 1];
      ++i;
    } else {
      throw Failure(invalid_field(words[i], "needs a value"));
    }
  }
  return arguments;
}

// The settings of the process. Where Assay is installed and no other file is named, those of its
// services. Commands connect as the owner of the schema unless a setting says otherwise.
Result<Config> load_settings() {
  constexpr const char* kInstalled = "/etc/assay/assay.env";
  if (std::getenv("ASSAY_CONFIG") == nullptr && ::access(kInstalled, R_OK) == 0 &&
      ::setenv("ASSAY_CONFIG", kInstalled, 1) != 0) {
    throw IoError("setenv", errno);
  }
  Result<Config> config = load_config_of_process();
  if (config && config->database.url == kServicesUrl) {
    config->database = "dbname=assay user=assay_owner";
  }
  return config;
}

int run(std::vector<std::string> words) {
  const Command* command = take_command(words);
  if (command == nullptr) return usage();
  const Result<Config> config = load_settings();
  if (!config) throw Failure(config.error());
  log::configure("assayctl", config->log_level);
  return command->run(*config, parse(words));
}

}  // namespace

int show_settings(const Config& /*config*/, const Arguments& /*arguments*/) {
  Json rows = Json::array();
  for (const Setting& setting : settings()) {
    rows.push(Json::object()
                  .set("name", setting.name)
                  .set("default", setting.default_value)
                  .set("meaning", setting.meaning));
  }
  print(Json::object().set("settings", rows));
  return 0;
}

int show_help(const Config& /*config*/, const Arguments& arguments) {
  if (!arguments.flag("--json")) {
    std::cout << "usage: assayctl COMMAND\n";
    for (const Command& command : kCommands) {
      std::cout << "  " << command.words << ' ' << command.arguments << "\n      "
                << command.meaning << '\n';
    }
    return std::cout.flush() ? 0 : 1;
  }
  Json rows = Json::array();
  for (const Command& command : kCommands) {
    rows.push(Json::object()
                  .set("command", command.words)
                  .set("arguments", command.arguments)
                  .set("meaning", command.meaning));
  }
  print(Json::object().set("commands", rows));
  return 0;
}

}  // namespace assay::ctl

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  try {
    return assay::ctl::run({words.begin() + 1, words.end()});
  } catch (const std::exception& error) {
    std::cerr << "assayctl: " << error.what() << '\n';
    return 1;
  }
}
