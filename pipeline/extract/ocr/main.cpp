// SPDX-License-Identifier: Apache-2.0
// assay-ocr FIRST COUNT LANGUAGES MEMORY_BYTES CPU_SECONDS: recognises the words of pages FIRST
// (from 1) to FIRST + COUNT - 1 of the PDF or picture on descriptor 0, and answers in frames on
// descriptor 1: Progress with the number of pages of the document, then the pages
// (core/extract/extract_protocol.hpp). A program of its own, because what it needs takes a tenth of
// a second to load.
// assay-ocr draw PAGE MEMORY_BYTES CPU_SECONDS: draws a page, and answers with one file, a PNG.
//
// This file is Apache-2.0 as all of Assay; the binary links poppler and is, as a whole, GPL-3.0.
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/ocr/picture.hpp"
#include "pipeline/extract/ocr/scanned_pages.hpp"
#include "pipeline/extract/page/answer.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/sandbox/confine.hpp"

namespace assay::extract {
namespace {

constexpr int kDocument = 0;
constexpr int kResults = 1;

struct Task {
  int first = 0;
  int count = 0;
  std::string languages;
  std::int64_t memory_bytes = 0;
  std::int64_t page_seconds = 0;  // of processor time
};

// Reads a whole number above 0.
template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && number > 0;
}

std::optional<Task> task_of(const std::vector<std::string_view>& arguments) {
  Task task;
  if (arguments.size() != 6 || !read_number(arguments[1], task.first) ||
      !read_number(arguments[2], task.count) || !read_number(arguments[4], task.memory_bytes) ||
      !read_number(arguments[5], task.page_seconds)) {
    return std::nullopt;
  }
  task.languages = arguments[3];
  return task;
}

std::string megabytes(std::int64_t bytes) {
  return std::to_string(bytes / (1024 * 1024)) + " MB";
}

void recognize(const Task& task, Recognizer& recognizer) {
  FrameWriter writer(kResults);
  const std::string out_of_memory =
      "Recognising the text of a page needs more than " + megabytes(task.memory_bytes) +
      " of memory, which is all that it may have. Scan it at 300 dots per inch and upload that.";
  answer(writer, out_of_memory, [&] {
    const Input input(kDocument);
    recognize_pages(input.bytes(), {task.first, task.count}, recognizer, writer);
    writer.done();
  });
}

void send_drawing(int page, FrameWriter& writer) {
  const Input input(kDocument);
  const std::string png = draw_page(input.bytes(), page);
  writer.begin_file("page.png", png.size());
  writer.file_data(std::as_bytes(std::span(png)));
  writer.end_file();
  writer.done();
}

int draw(const std::vector<std::string_view>& arguments) {
  int page = 0;
  ProcessLimits limits;
  if (arguments.size() != 5 || !read_number(arguments[2], page) ||
      !read_number(arguments[3], limits.memory_bytes) ||
      !read_number(arguments[4], limits.cpu_seconds)) {
    return frames::kSetupFailed;
  }
  try {
    Sandbox sandbox = load_all(load_font_settings);
    confine(limits, sandbox);
  } catch (const std::exception&) {
    return frames::kSetupFailed;
  }
  FrameWriter writer(kResults);
  const std::string out_of_memory = "Drawing the page needs more than " +
                                    megabytes(limits.memory_bytes) +
                                    " of memory, which is all that it may have.";
  answer(writer, out_of_memory, [&] { send_drawing(page, writer); });
  return 0;
}

int run(const std::vector<std::string_view>& arguments) {
  if (arguments.size() > 1 && arguments[1] == "draw") return draw(arguments);
  const std::optional<Task> task = task_of(arguments);
  if (!task) return frames::kSetupFailed;
  // Recognising takes long and nobody waits for it as for text.
  constexpr int kNiceness = 5;
  errno = 0;
  if (::nice(kNiceness) == -1 && errno != 0) return frames::kSetupFailed;
  std::unique_ptr<Recognizer> recognizer;
  try {
    Sandbox sandbox = load_all([&] {
      recognizer =
          std::make_unique<Recognizer>(task->languages, std::chrono::seconds(task->page_seconds));
    });
    // Each page watches its own time; this ends what does not.
    constexpr std::int64_t kLoading = 10;
    confine({task->memory_bytes, task->page_seconds * task->count + kLoading}, sandbox);
  } catch (const std::exception&) {
    return frames::kSetupFailed;
  }
  recognize(*task, *recognizer);
  return 0;
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
