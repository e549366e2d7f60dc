// SPDX-License-Identifier: Apache-2.0
// assayctl: selects the command, prints JSON on standard output and one line on failure.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <span>

#include "core/base/io.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

struct Command {
  std::string_view words;
  std::string_view arguments;
  int (*run)(const Config&, const Arguments&);
};

constexpr std::array kCommands{
    Command{"migrate", "", migrate},
    Command{"tenant create", "--name NAME", tenant_create},
    Command{"tenant list", "", tenant_list},
    Command{"user create",
            "--tenant ID --email ADDRESS --role ROLE --display-name NAME --password-file FILE|-",
            user_create},
    Command{"user list", "--tenant ID", user_list},
    Command{"user disable", "--tenant ID --email ADDRESS", user_disable},
    Command{"user enable", "--tenant ID --email ADDRESS", user_enable},
    Command{"user set-role", "--tenant ID --email ADDRESS --role ROLE", user_set_role},
    Command{"user set-password", "--tenant ID --email ADDRESS --password-file FILE|-",
            user_set_password},
    Command{"pack import", "FILE [--tenant ID [--bind]] [--name NAME] [--version NAME] [--dry-run]",
            pack_import},
    Command{"pack list", "[--tenant ID]", pack_list},
    Command{"pack export", "--pack ID [--version ID] [--tenant ID]", pack_export},
    Command{"bind",
            "--tenant ID --pack ID [--version ID] [--complete X] [--partial X] [--evaluator NAME]",
            bind},
    Command{"binding list", "--tenant ID", binding_list},
    Command{"documents reread",
            "--tenant ID [--document ID] [--status READY|FAILED] [--failure-code CODE] "
            "[--older-than-reader] [--dry-run]",
            documents_reread},
    Command{"keys rotate", "", keys_rotate},
    Command{"keys retire", "KID", keys_retire},
    Command{"keys list", "", keys_list},
    Command{"calibration fit", "--tenant ID [--force]", calibration_fit},
    Command{"calibration reset", "--tenant ID", calibration_reset},
    Command{"calibration list", "--tenant ID", calibration_list},
    Command{"calibration show", "--tenant ID [--version N]", calibration_show},
    Command{"audit init", "", audit_init},
    Command{"audit checkpoint", "[--new-key]", audit_checkpoint},
    Command{"audit verify",
            "[--tenant ID] [--checkpoints FILE] [--against FILE] [--public-key FILE]",
            audit_verify},
    Command{"audit export", "--tenant ID", audit_export},
    Command{"embed", "< JSON lines {\"text\"}", embed},
    Command{"config", "", show_settings},
};

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

// Options without a value; all others take one.
constexpr std::array<std::string_view, 5> kFlags{"--bind", "--dry-run", "--force", "--new-key",
                                                 "--older-than-reader"};

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      arguments.positional.push_back(words[i]);
    } else if (std::find(kFlags.begin(), kFlags.end(), words[i]) != kFlags.end()) {
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

int run(std::vector<std::string> words) {
  const Command* command = take_command(words);
  if (command == nullptr) return usage();
  const Result<Config> config = load_config_of_process();
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
  std::cout << Json::object().set("settings", rows).dump() << '\n';
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
