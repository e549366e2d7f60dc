// SPDX-License-Identifier: Apache-2.0
// sandbox_probe confined|without-landlock|unconfined NUMBER: enters the sandbox as assay-extract
// does, but without its resource limits, and tries one action. Exits with 0 if it succeeded, else
// with the error number.
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "core/extract/landlock.hpp"
#include "pipeline/extract/sandbox/confine.hpp"
#include "pipeline/extract/sandbox/sandbox.hpp"
#include "tests/sandbox/attempts.hpp"

int main(int argc, char** argv) {
  constexpr int kUsage = 200;
  if (argc != 3) return kUsage;
  const std::string_view mode = argv[1];
  try {
    const auto& attempt = assay::test::attempts().at(std::stoul(argv[2]));
    assay::extract::warm_up();
    if (mode != "unconfined") {
      assay::extract::drop_root();
      assay::extract::Sandbox(mode == "confined" ? assay::landlock_version() : 0).enter();
    }
    errno = 0;
    return attempt.act() >= 0 ? 0 : errno;
  } catch (const std::exception& error) {
    std::cerr << "sandbox_probe: " << error.what() << '\n';
    return kUsage;
  }
}
