// SPDX-License-Identifier: Apache-2.0
// Reads typed values from the texts of settings.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/http/ip_network.hpp"
#include "core/trace/log.hpp"

namespace assay {

using SettingValues = std::map<std::string, std::string, std::less<>>;

// Keeps the first complaint; an invalid value reads as some value of its type. Every name asked for
// must be in the values.
class SettingReader {
 public:
  explicit SettingReader(const SettingValues& values) : values_(values) {}

  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::int64_t whole(std::string_view name, std::int64_t least, std::int64_t most);
  [[nodiscard]] double fraction(std::string_view name);  // from 0 to 1
  // Not negative; nullopt if unset.
  [[nodiscard]] std::optional<double> amount(std::string_view name, double most);
  [[nodiscard]] bool flag(std::string_view name);  // on, true, 1; off, false, 0
  [[nodiscard]] std::chrono::seconds seconds(std::string_view name, std::int64_t most);
  // The items between separators, trimmed of blanks; empty items are left out.
  [[nodiscard]] std::vector<std::string> list(std::string_view name, char separator = ',') const;
  // Networks such as 10.0.0.0/8, separated by commas.
  [[nodiscard]] std::vector<IpNetwork> networks(std::string_view name);
  [[nodiscard]] log::Level level(std::string_view name);

  // For checks beyond those above.
  void complain(std::string_view name, const std::string& issue);
  [[nodiscard]] const std::optional<Error>& complaint() const noexcept { return complaint_; }

 private:
  const SettingValues& values_;
  std::optional<Error> complaint_;
};

}  // namespace assay
