// SPDX-License-Identifier: Apache-2.0
// Logging: one JSON object per line on standard error, for journald and log shippers. Values never
// hold evidence text, tokens or passwords.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/json/json.hpp"

namespace assay::log {

enum class Level { Debug, Info, Warning, Error };

using Field = std::pair<std::string_view, Json>;

// Sets the process name in every line and the lowest level written. Call once, before threads.
void configure(std::string_view service, Level least);
// "debug", "info", "warning", "error".
[[nodiscard]] std::optional<Level> level_from_text(std::string_view text);

// Adds fields to every line of this thread while the Scope lives (requestId, tenantId, runId, ...).
// Scopes nest.
class Scope {
 public:
  Scope(std::initializer_list<Field> fields);
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope();

 private:
  std::size_t count_;
};

void write(Level level, std::string_view event, std::initializer_list<Field> fields = {});
inline void debug(std::string_view event, std::initializer_list<Field> fields = {}) {
  write(Level::Debug, event, fields);
}
inline void info(std::string_view event, std::initializer_list<Field> fields = {}) {
  write(Level::Info, event, fields);
}
inline void warning(std::string_view event, std::initializer_list<Field> fields = {}) {
  write(Level::Warning, event, fields);
}
inline void error(std::string_view event, std::initializer_list<Field> fields = {}) {
  write(Level::Error, event, fields);
}

}  // namespace assay::log
