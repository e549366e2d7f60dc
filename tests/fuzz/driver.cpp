// SPDX-License-Identifier: Apache-2.0
// fuzz_TARGET RUNS FILE…: for builds without libFuzzer. Tries each file unchanged, then RUNS
// mutations of it, the same ones every time.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "core/base/io.hpp"
#include "tests/fuzz/targets/target.hpp"

namespace {

void try_one(const std::string& input) {
  // A copy of exactly this size, so that memory checkers detect reads past its end.
  const std::basic_string<std::uint8_t> exact(input.begin(), input.end());
  static_cast<void>(LLVMFuzzerTestOneInput(exact.data(), exact.size()));
}

// A few bytes changed, dropped, doubled or added.
std::string mutated(std::string input, std::mt19937& random) {
  const auto below = [&random](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(input.size());
    const std::size_t length = std::min(1 + below(16), input.size() - at);
    switch (below(4)) {
      case 0:
        if (!input.empty()) input[at] = static_cast<char>(random());
        break;
      case 1:
        input.erase(at, length);
        break;
      case 2:
        input.insert(below(input.size()), input.substr(at, length));
        break;
      default:
        input.insert(at, 1, static_cast<char>(random()));
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  int runs = 0;
  const std::string_view count = argc > 1 ? argv[1] : "";
  if (std::from_chars(count.data(), count.data() + count.size(), runs).ec != std::errc()) return 2;
  for (int i = 2; i < argc; ++i) {
    const std::string input = assay::read_file(argv[i]);
    try_one(input);
    std::mt19937 random(static_cast<unsigned>(i));
    for (int run = 0; run < runs; ++run) try_one(mutated(input, random));
  }
  std::cout << argc - 2 << " files, " << (argc - 2) * (runs + 1) << " inputs\n";
  return 0;
}
