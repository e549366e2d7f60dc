// SPDX-License-Identifier: Apache-2.0
// Builds labels and buckets, and guards the map of figures with a mutex.
#include "core/trace/counters.hpp"

#include <algorithm>

#include "core/trace/prometheus.hpp"

namespace assay {

std::string label(std::string_view name, std::string_view value) {
  const bool plain =
      !value.empty() && value.size() <= 64 && std::all_of(value.begin(), value.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '_' || c == '.' || c == '-';
      });
  return std::string(name) + "=\"" + std::string(plain ? value : "other") + "\"";
}

void add_observation(Figures& figures, const std::string& metric, const std::string& labels,
                     double seconds) {
  const std::string comma = labels.empty() ? "" : ",";
  const auto bucket = [&](const std::string& bound, bool in) {
    figures[{metric + "_bucket", labels + comma + "le=\"" + bound + "\""}] += in ? 1 : 0;
  };
  for (const double bound : kSecondBounds) {
    bucket(prometheus::number(bound), seconds <= bound);
  }
  bucket("+Inf", true);
  figures[{metric + "_sum", labels}] += seconds;
  figures[{metric + "_count", labels}] += 1;
}

void Counters::add(const std::string& metric, const std::string& labels, double amount) {
  const std::lock_guard lock(mutex_);
  figures_[{metric, labels}] += amount;
}

void Counters::observe(const std::string& metric, const std::string& labels, double seconds) {
  const std::lock_guard lock(mutex_);
  add_observation(figures_, metric, labels, seconds);
}

Figures Counters::collect() {
  const std::lock_guard lock(mutex_);
  return std::exchange(figures_, {});
}

void Counters::put_back(const Figures& figures) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, amount] : figures) figures_[key] += amount;
}

}  // namespace assay
