// SPDX-License-Identifier: Apache-2.0
// One running assay-extract and the conversation with it, and decoders for answers that several
// conversations share.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/extract/extract_types.hpp"
#include "core/extract/extractor.hpp"
#include "core/extract/reader_parent.hpp"

namespace assay {

struct ReaderCommand {
  std::vector<std::string> arguments;  // the program first
  ReaderParent* parent = nullptr;      // to fork the reader from; null: it is started
};

// One running assay-extract. It starts with nothing but its document and a pipe, runs against a
// deadline, and is always killed and reaped in the end.
class ExtractChild {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  // The child gets document_fd's file, reopened read-only. tick is called about twice a second
  // while waiting; the caller gets what it throws. Throws IoError when the child cannot be started.
  ExtractChild(const ReaderCommand& command, int document_fd, Deadline deadline,
               std::function<void()> tick = {});
  ExtractChild(const ExtractChild&) = delete;
  ExtractChild& operator=(const ExtractChild&) = delete;
  ~ExtractChild();

  void set_deadline(Deadline deadline) noexcept { deadline_ = deadline; }

  enum class Got { All, EndOfFile, TooLate };
  // Fills all of buffer unless the pipe ends or the deadline passes first.
  [[nodiscard]] Got read_exactly(std::span<std::byte> buffer);

  // Call once, after the child's pipe has ended. Returns the child's wait status; *killed says
  // whether it was killed at the deadline.
  [[nodiscard]] int wait_for_end(bool* killed);

 private:
  [[nodiscard]] bool poll_until_deadline(int fd);
  void tick();
  int kill_and_reap() noexcept;

  pid_t pid_ = -1;
  FileDescriptor results_;
  Deadline deadline_;
  std::function<void()> tick_;
  Deadline next_tick_;
};

// One conversation with assay-extract: reads its frames one by one within the time limits, and
// determines what it means when a child ends without an answer.
struct Frame {
  frames::Type type = frames::Type::Failure;
  std::string payload;
};

// The child violated the protocol, or ended by its own fault.
[[nodiscard]] ExtractFailure reader_crashed();
// The failure Limit: the document has `found` items of a kind ("pages"), and `allowed` are
// permitted. at_least: "at least " if it may have more.
[[nodiscard]] ExtractFailure over_limit(std::string_view what, std::int64_t allowed,
                                        std::int64_t found, std::string_view at_least = "");

struct TimeLimits {
  std::chrono::milliseconds step{0};  // without progress
  std::chrono::milliseconds whole{0};
  std::chrono::milliseconds processor{0};  // limit given to the child; 0: the whole
};

class Conversation {
 public:
  Conversation(const ReaderCommand& command, TimeLimits limits, int document_fd,
               std::function<void()> tick);

  // Returns the next frame, or why there is none. Throws std::runtime_error when the child could
  // not set itself up.
  [[nodiscard]] Result<Frame, ExtractFailure> next();

  // A step of the work is done: restarts the limit for one step, within the limit for the whole.
  void progressed();

 private:
  [[nodiscard]] ExtractFailure why_silent(ExtractChild::Got got);

  ReaderParent* const parent_;
  const std::chrono::milliseconds step_;
  const std::chrono::milliseconds whole_;
  const std::chrono::milliseconds processor_;
  const ExtractChild::Deadline end_;
  ExtractChild child_;
};

// The type of a document; nullopt if the frame does not state it.
[[nodiscard]] std::optional<Inspection> decode_inspection(const Frame& frame);
// Adds a file of an archive; false when the frame does not decode to one or there are too many.
[[nodiscard]] bool add_member(const Frame& frame, std::vector<ArchiveFile>& files);
// Whether the frame ends the answer and its count matches what was received: pages, files and so
// on.
[[nodiscard]] bool done_with(const Frame& frame, std::string_view what, std::uint64_t count);

}  // namespace assay
