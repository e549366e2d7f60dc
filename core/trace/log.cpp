// SPDX-License-Identifier: Apache-2.0
// Writes log lines. Each is built whole and written with one write(2), so threads never mix them.
#include "core/trace/log.hpp"

#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "core/base/time.hpp"

namespace assay::log {
namespace {

constexpr std::array<std::string_view, 4> kLevels{"debug", "info", "warning", "error"};

struct Settings {
  std::string service = "assay";
  Level least = Level::Info;
};

Settings& settings() {
  static Settings instance;
  return instance;
}

std::vector<std::pair<std::string, Json>>& thread_fields() {
  thread_local std::vector<std::pair<std::string, Json>> fields;
  return fields;
}

}  // namespace

void configure(std::string_view service, Level least) {
  settings().service = service;
  settings().least = least;
}

std::optional<Level> level_from_text(std::string_view text) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (kLevels[i] == text) return static_cast<Level>(i);
  }
  return std::nullopt;
}

Scope::Scope(std::initializer_list<Field> fields) : count_(fields.size()) {
  for (const auto& [key, value] : fields) thread_fields().emplace_back(key, value);
}

Scope::~Scope() {
  thread_fields().resize(thread_fields().size() - count_);
}

void write(Level level, std::string_view event, std::initializer_list<Field> fields) {
  if (level < settings().least) return;
  Json line = Json::object();
  line.set("time", to_iso8601(now()))
      .set("level", kLevels.at(static_cast<std::size_t>(level)))
      .set("service", settings().service)
      .set("event", event);
  for (const auto& [key, value] : thread_fields()) line.set(key, value);
  for (const auto& [key, value] : fields) line.set(key, value);
  std::string text = line.dump();
  text.push_back('\n');
  // A failing log must not stop the work that is being logged.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace assay::log
