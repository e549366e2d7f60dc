// SPDX-License-Identifier: Apache-2.0
// assayctl: selects the command, prints JSON on standard output and one line on failure.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <span>

#include "core/base/io.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/ctl/command_table.hpp"

namespace assay::ctl {
namespace {

constexpr std::string_view kServicesUrl = "dbname=assay user=assay_api";  // the default

int usage() {
  std::cerr << "usage: assayctl COMMAND\n";
  for (const Command& command : commands()) {
    std::cerr << "  " << command.words << ' ' << command.arguments << '\n';
  }
  return 2;
}

// Finds the command that the list starts with, and removes its words from the list.
const Command* take_command(std::vector<std::string>& words) {
  for (const Command& command : commands()) {
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
  if (config && config->database_url == kServicesUrl) {
    config->database_url = "dbname=assay user=assay_owner";
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
