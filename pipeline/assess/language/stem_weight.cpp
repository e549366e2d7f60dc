// SPDX-License-Identifier: Apache-2.0
// Reading the table of counts once.
#include "pipeline/assess/language/stem_weight.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "pipeline/assess/language/tables.hpp"

namespace assay::assess {
namespace {

constexpr double kLeastWeight = 0.5;
constexpr std::string_view kTexts = "*";  // the table's name for the number of texts

class Counts {
 public:
  Counts() {
    for (std::string_view rest = kStemCounts; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      const std::size_t tab = line.find('\t');
      double count = 0;
      const auto read = std::from_chars(line.data() + tab + 1, line.data() + line.size(), count);
      if (read.ec != std::errc{}) throw std::runtime_error("stem_counts.tsv: " + std::string(line));
      (line.substr(0, tab) == kTexts ? texts_ : counts_[line.substr(0, tab)]) = count;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  [[nodiscard]] double weight(std::string_view stem) const {
    constexpr double kOfRare = 2;  // the table leaves out what fewer than five texts have
    const auto found = counts_.find(stem);
    const double count = found == counts_.end() ? kOfRare : found->second;
    return std::max(kLeastWeight, std::log1p((texts_ - count + 0.5) / (count + 0.5)));
  }

 private:
  double texts_ = 0;
  std::unordered_map<std::string_view, double> counts_;
};

}  // namespace

double stem_weight(std::string_view stem) {
  static const Counts instance;
  return instance.weight(stem);
}

}  // namespace assay::assess
