// SPDX-License-Identifier: Apache-2.0
// Reads and checks setting values.
#include "core/settings/setting_reader.hpp"

#include <charconv>
#include <sstream>

#include "core/base/ascii.hpp"

namespace assay {

std::string SettingReader::text(std::string_view name) const {
  return values_.find(name)->second;
}

std::int64_t SettingReader::whole(std::string_view name, std::int64_t least, std::int64_t most) {
  const std::string value = text(name);
  std::int64_t number = 0;
  const auto done = std::from_chars(value.data(), value.data() + value.size(), number);
  if (done.ec != std::errc() || done.ptr != value.data() + value.size() || number < least ||
      number > most) {
    complain(name, "must be a whole number from " + std::to_string(least) + " to " +
                       std::to_string(most));
  }
  return number;
}

double SettingReader::fraction(std::string_view name) {
  const std::string value = text(name);
  double number = 0;
  const auto done = std::from_chars(value.data(), value.data() + value.size(), number);
  if (done.ec != std::errc() || done.ptr != value.data() + value.size() ||
      !(number >= 0 && number <= 1)) {
    complain(name, "must be a number from 0 to 1");
  }
  return number;
}

std::optional<double> SettingReader::amount(std::string_view name, double most) {
  const std::string value = text(name);
  if (value.empty()) return std::nullopt;
  double number = 0;
  const auto done = std::from_chars(value.data(), value.data() + value.size(), number);
  if (done.ec != std::errc() || done.ptr != value.data() + value.size() ||
      !(number >= 0 && number <= most)) {
    complain(name, "must be a number that is not negative, or nothing");
  }
  return number;
}

bool SettingReader::flag(std::string_view name) {
  const std::string value = text(name);
  if (value == "on" || value == "true" || value == "1") return true;
  if (value != "off" && value != "false" && value != "0") complain(name, "must be on or off");
  return false;
}

std::chrono::seconds SettingReader::seconds(std::string_view name, std::int64_t most) {
  return std::chrono::seconds(whole(name, 1, most));
}

std::vector<std::string> SettingReader::list(std::string_view name, char separator) const {
  std::vector<std::string> items;
  std::istringstream parts(text(name));
  for (std::string item; std::getline(parts, item, separator);) {
    const std::string_view kept = trimmed(item, " ");
    if (!kept.empty()) items.emplace_back(kept);
  }
  return items;
}

std::vector<IpNetwork> SettingReader::networks(std::string_view name) {
  std::vector<IpNetwork> networks;
  for (const std::string& item : list(name)) {
    const auto network = IpNetwork::parse(item);
    if (network) {
      networks.push_back(*network);
    } else {
      complain(name, "must list networks such as 10.0.0.0/8 or fd00::/8, not " + item);
    }
  }
  return networks;
}

log::Level SettingReader::level(std::string_view name) {
  const auto parsed = log::level_from_text(text(name));
  if (!parsed) complain(name, "must be debug, info, warning or error");
  return parsed.value_or(log::Level::Info);
}

void SettingReader::complain(std::string_view name, const std::string& issue) {
  if (!complaint_) complaint_ = invalid_field(name, issue);
}

}  // namespace assay
