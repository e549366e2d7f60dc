// SPDX-License-Identifier: Apache-2.0
// assay-extract MODE NAME [MEMORY_BYTES [CPU_SECONDS]]: reads one document from descriptor 0 and
// answers in frames on descriptor 1 (core/extract/extract_protocol.hpp). MODE is inspect, read,
// unpack or tables.
// assay-extract fork: reads nothing itself, but forks a reader, which does the same, for each
// request on descriptor 0.
//
// This file is Apache-2.0 as all of Assay; the binary links poppler and is, as a whole, GPL-3.0.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/archive/archive_walk.hpp"
#include "pipeline/extract/page/answer.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/reading.hpp"
#include "pipeline/extract/sandbox/confine.hpp"
#include "pipeline/extract/sandbox/reader_fork.hpp"

namespace assay::extract {
namespace {

constexpr int kDocument = 0;
constexpr int kResults = 1;

struct Task {
  std::string_view mode;
  std::string_view name;
  std::int64_t memory_bytes = std::int64_t{1} << 30;
  std::int64_t cpu_seconds = 60;
};

// Reads a whole number above 0.
bool read_number(std::string_view text, std::int64_t& number) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && number > 0;
}

std::optional<Task> task_of(const std::vector<std::string_view>& arguments) {
  if (arguments.size() < 3 || arguments.size() > 5) return std::nullopt;
  Task task{arguments[1], arguments[2]};
  constexpr std::array<std::string_view, 4> kModes{"inspect", "read", "unpack", "tables"};
  if (std::find(kModes.begin(), kModes.end(), task.mode) == kModes.end()) return std::nullopt;
  if (arguments.size() > 3 && !read_number(arguments[3], task.memory_bytes)) return std::nullopt;
  if (arguments.size() > 4 && !read_number(arguments[4], task.cpu_seconds)) return std::nullopt;
  return task;
}

void work(const Task& task, const Magic& magic, FrameWriter& writer) {
  const Input input(kDocument);
  if (task.mode == "inspect") {
    writer.inspection(inspect_document(input.bytes(), task.name, magic));
  } else if (task.mode == "read") {
    read_document(input.bytes(), task.name, magic, writer);
  } else if (task.mode == "tables") {
    read_tables(input.bytes(), task.name, magic, writer);
  } else {
    unpack_archive(input.bytes(), {}, writer, task.name);
  }
  writer.done();
}

void answer_task(const Task& task, const Magic& magic) {
  FrameWriter writer(kResults);
  const std::string out_of_memory =
      "Reading the document needs more than " + std::to_string(task.memory_bytes / (1024 * 1024)) +
      " MB of memory, which is all that it may have. Split it into smaller files.";
  answer(writer, out_of_memory, [&] { work(task, magic, writer); });
}

// Reads the document once everything is loaded.
int read_confined(const std::vector<std::string_view>& arguments, const Magic& magic,
                  Sandbox& sandbox) {
  const std::optional<Task> task = task_of(arguments);
  if (!task) return frames::kSetupFailed;
  try {
    confine({task->memory_bytes, task->cpu_seconds}, sandbox);
  } catch (const std::exception&) {
    return frames::kSetupFailed;
  }
  answer_task(*task, magic);
  return 0;
}

// Returns in the first process. A reader ends here: what is loaded is not taken down again.
int fork_forever(const Magic& magic, Sandbox& sandbox) {
  // libmagic compiles its expressions when it first looks at text.
  static_cast<void>(magic.mime_type("Some words.\n"));
  warm_up_pdf();
  const auto arguments = fork_readers();
  if (!arguments) return 0;
  std::_Exit(read_confined({arguments->begin(), arguments->end()}, magic, sandbox));
}

int run(const std::vector<std::string_view>& arguments) {
  std::optional<Magic> magic;
  std::optional<Sandbox> sandbox;
  try {
    sandbox.emplace(load_all([&magic] { magic.emplace(); }));
  } catch (const std::exception&) {
    return frames::kSetupFailed;
  }
  const bool forks = arguments.size() == 2 && arguments[1] == "fork";
  return forks ? fork_forever(*magic, *sandbox) : read_confined(arguments, *magic, *sandbox);
}

}  // namespace
}  // namespace assay::extract

int main(int argc, char** argv) {
  try {
    return assay::extract::run({argv, argv + argc});
  } catch (const std::exception&) {
    return 1;
  }
}
