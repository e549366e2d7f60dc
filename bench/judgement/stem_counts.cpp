// SPDX-License-Identifier: Apache-2.0
// Counts of each stem the texts that have it: makes pipeline/assess/language/stem_counts.tsv
// (bench/judgement/train/stem_counts.py feeds it).
//
//   stem_counts LEAST <TEXTS >COUNTS
//
// TEXTS: a JSON string a line. COUNTS: "*" with the number of texts, then each stem that at least
// LEAST of them have, sorted.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "core/json/json.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace {

using namespace assay;

int run(int least) {
  std::map<std::string, int> counts;
  int texts = 0;
  for (std::string line; std::getline(std::cin, line); ++texts) {
    const auto text = Json::parse(line);
    if (!text || !text->as_string()) throw std::runtime_error("no JSON string: " + line);
    std::set<std::string> stems;
    for (const text::Term& term : text::terms(utf8::storable(*text->as_string()))) {
      if (!term.stop && !term.number && term.word.size() > 1) stems.insert(term.stem);
    }
    for (const std::string& stem : stems) ++counts[stem];
  }
  std::printf("*\t%d\n", texts);
  for (const auto& [stem, count] : counts) {
    if (count >= least && stem.find_first_of("_ ") == std::string::npos) {
      std::printf("%s\t%d\n", stem.c_str(), count);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fputs("stem_counts LEAST <TEXTS\n", stderr);
    return 2;
  }
  return run(std::atoi(argv[1]));
} catch (const std::exception& error) {
  std::fprintf(stderr, "stem_counts: %s\n", error.what());
  return 1;
}
