// SPDX-License-Identifier: Apache-2.0
// Times the importers on a catalogue of the size of NIST SP 800-53, compared with Python's readers
// of the same files, which only parse.
//
//   [ASSAY_TEST_DATA=DIR] bench_packs     uses the real files if there are any, else generated ones
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "core/packs/import_file.hpp"

namespace {

namespace fs = std::filesystem;
using assay::Result;
using assay::packs::Import;

constexpr int kRequirements = 1189;
constexpr int kRounds = 5;
constexpr const char* kSentence =
    "The organisation reviews the records of this control at the intervals that it has defined. ";

std::string text_of(int sentences) {
  std::string text;
  for (int i = 0; i < sentences; ++i) text += kSentence;
  return text;
}

std::string made_up_library() {
  std::string text =
      "urn: urn:bench:risk:library:x\nname: Bench\nversion: 1\nobjects:\n  framework:\n"
      "    urn: urn:bench:risk:framework:x\n    name: Bench\n    requirement_nodes:\n"
      "    - urn: urn:bench:risk:req_node:x:g\n      assessable: false\n      name: Group\n";
  for (int i = 0; i < kRequirements; ++i) {
    const std::string label = "AC-" + std::to_string(i);
    text +=
        "    - urn: urn:bench:risk:req_node:x:" + label + "\n      assessable: true\n" +
        "      depth: 2\n      parent_urn: urn:bench:risk:req_node:x:g\n      ref_id: " + label +
        "\n      name: Requirement " + label + "\n      description: '" + text_of(4) +
        "'\n      annotation: '" + text_of(8) + "'\n";
  }
  return text;
}

std::string made_up_catalog() {
  std::string text = R"({"catalog":{"uuid":"u","metadata":{"title":"Bench","version":"1"},)"
                     R"("groups":[{"id":"g","title":"Group","controls":[)";
  for (int i = 0; i < kRequirements / 4; ++i) {
    const std::string id = "ac-" + std::to_string(i);
    text += (i > 0 ? R"(,{"id":")" : R"({"id":")") + id + R"(","title":"Control","parts":[)" +
            R"({"name":"statement","prose":")" + text_of(6) + R"("},{"name":"guidance","prose":")" +
            text_of(12) + "\"}";
    for (int k = 0; k < 4; ++k) {
      text += R"(,{"name":"assessment-objective","id":")" + id + "_obj." + std::to_string(k) +
              R"(","prose":")" + text_of(2) + "\"}";
    }
    text += "]}";
  }
  return text + "]}]}}";
}

// The largest file with this extension below the folder of frameworks, or "".
fs::path largest(const std::string& ending) {
  const char* data = std::getenv("ASSAY_TEST_DATA");
  fs::path found;
  std::error_code absent;
  if (data == nullptr || !fs::is_directory(fs::path(data) / "frameworks", absent)) return found;
  std::uintmax_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / "frameworks")) {
    if (!entry.path().filename().string().ends_with(ending) || entry.file_size() <= size) continue;
    size = entry.file_size();
    found = entry.path();
  }
  return found;
}

// A file that is removed on destruction.
class ScratchFile {
 public:
  ScratchFile(const std::string& name, const std::string& text)
      : path_(fs::temp_directory_path() / (std::to_string(getpid()) + name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// The output of peer.py: the reader's name and seconds.
std::pair<std::string, double> peer(const fs::path& file) {
  const std::string command =
      "python3 " ASSAY_SOURCE_DIR "/bench/packs/peer.py '" + file.string() + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 64> name{};
  double seconds = 0;
  if (!pipe || std::fscanf(pipe.get(), "%63s %lf", name.data(), &seconds) != 2) return {"none", 0};
  return {name.data(), seconds};
}

template <class Parse>
int measure(const fs::path& file, const char* what, Parse parse) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  double best = 1e9;
  std::size_t requirements = 0;
  for (int round = 0; round < kRounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<Import> import = parse(text);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (!import.ok()) {
      std::fprintf(stderr, "bench_packs: %s\n", import.error().message.c_str());
      return 1;
    }
    best = std::min(best, taken.count());
    requirements = import.value().packs.front().requirements.size();
  }
  const auto [name, seconds] = peer(file);
  std::printf("%s: %zu requirements of %zu bytes in %.0f us", what, requirements, text.size(),
              best * 1e6);
  if (seconds > 0) {
    std::printf("; %s alone %.0f us: ratio %.2f", name.c_str(), seconds * 1e6, best / seconds);
  }
  std::printf("\n");
  return 0;
}

}  // namespace

int main() {
  const ScratchFile library("-bench.yaml", made_up_library());
  const ScratchFile catalog("-bench.json", made_up_catalog());
  const fs::path real_library = largest("nist-sp-800-53-rev5.yaml");
  const fs::path real_catalog = largest("resolved-profile_catalog-min.json");
  const int bad = measure(real_library.empty() ? library.path() : real_library,
                          "CISO Assistant library", assay::packs::parse_ciso_library);
  return bad + measure(real_catalog.empty() ? catalog.path() : real_catalog, "OSCAL catalog",
                       assay::packs::parse_oscal);
}
