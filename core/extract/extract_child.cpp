// SPDX-License-Identifier: Apache-2.0
// Starts, watches and reaps the child, reads its frames within the time limits, and decodes them.
#include "core/extract/extract_child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/extract/extract_protocol.hpp"
#include "core/extract/reader_parent.hpp"
#include "core/trace/log.hpp"

// This C library header lacks its own extern "C" (glibc 2.36).
extern "C" {
#include <sys/pidfd.h>
}

namespace assay {
namespace {

constexpr std::chrono::milliseconds kTick{500};

}  // namespace

ExtractChild::ExtractChild(const ReaderCommand& command, int document_fd, Deadline deadline,
                           std::function<void()> tick)
    : deadline_(deadline),
      tick_(std::move(tick)),
      next_tick_(std::chrono::steady_clock::now() + kTick) {
  const FileDescriptor document = open_for_reading("/proc/self/fd/" + std::to_string(document_fd));
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw IoError("pipe2", errno);
  results_ = FileDescriptor(ends[0]);
  const FileDescriptor childs_end(ends[1]);
  if (::fcntl(results_.get(), F_SETFL, O_NONBLOCK) != 0) throw IoError("fcntl", errno);
  const auto forked =
      command.parent == nullptr
          ? std::nullopt
          : command.parent->fork_reader(command.arguments, document.get(), childs_end.get());
  pid_ = forked ? *forked
                : spawn_program(command.arguments,
                                {document.get(), childs_end.get(), open_null().get()});
}

ExtractChild::~ExtractChild() {
  static_cast<void>(kill_and_reap());
}

void ExtractChild::tick() {
  const auto now = std::chrono::steady_clock::now();
  if (!tick_ || now < next_tick_) return;
  next_tick_ = now + kTick;
  tick_();
}

bool ExtractChild::poll_until_deadline(int fd) {
  for (;;) {
    tick();
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd watched{fd, POLLIN, 0};
    const auto wait = static_cast<int>(std::min<std::int64_t>(left.count(), kTick.count()));
    const int ready = ::poll(&watched, 1, wait);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) throw IoError("poll", errno);
  }
}

ExtractChild::Got ExtractChild::read_exactly(std::span<std::byte> buffer) {
  while (!buffer.empty()) {
    // Checked before each read: a child that never stops writing must not outlive its deadline.
    tick();
    if (std::chrono::steady_clock::now() >= deadline_) return Got::TooLate;
    const ssize_t count = ::read(results_.get(), buffer.data(), buffer.size());
    if (count == 0) return Got::EndOfFile;
    if (count > 0) {
      buffer = buffer.subspan(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if (!poll_until_deadline(results_.get())) return Got::TooLate;
    } else if (errno != EINTR) {
      throw IoError("read from assay-extract", errno);
    }
  }
  return Got::All;
}

int ExtractChild::wait_for_end(bool* killed) {
  const FileDescriptor process(::pidfd_open(pid_, 0));
  if (!process.open()) throw IoError("pidfd_open", errno);
  *killed = !poll_until_deadline(process.get());
  if (*killed) return kill_and_reap();
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0) {
    if (errno != EINTR) throw IoError("waitpid", errno);
  }
  // The group may contain more than the child itself.
  static_cast<void>(::kill(-pid_, SIGKILL));
  pid_ = -1;
  return status;
}

int ExtractChild::kill_and_reap() noexcept {
  if (pid_ < 0) return 0;
  static_cast<void>(::kill(-pid_, SIGKILL));
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

}  // namespace assay

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

// limit: rounded up, so that it never says 0. whole: of the document, not of one page or file.
ExtractFailure timed_out(std::chrono::milliseconds limit, bool whole) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limit).count();
  return {ExtractProblem::Timeout,
          std::string(whole ? "Reading the document" : "Reading one page or file of the document") +
              " took longer than the " + std::to_string(seconds) +
              " s that it may take. Split it into smaller files, or upload a simpler copy.",
          {}};
}

ExtractFailure killed_from_outside() {
  return {ExtractProblem::Killed,
          "Assay's reader was stopped several times before it had read the document. The machine "
          "may be short of memory. Try again later; if that fails too, split the document into "
          "smaller files.",
          {}};
}

// Signals that a process causes itself; all others are sent by someone else.
bool own_fault(int signal) {
  constexpr std::array kOwn{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP, SIGPIPE};
  return std::find(kOwn.begin(), kOwn.end(), signal) != kOwn.end();
}

}  // namespace

ExtractFailure reader_crashed() {
  return {ExtractProblem::Crashed,
          "The document made Assay's reader fail. Open it in the program it was made with, save it "
          "as a new file, and upload that.",
          {}};
}

ExtractFailure over_limit(std::string_view what, std::int64_t allowed, std::int64_t found,
                          std::string_view at_least) {
  return {ExtractProblem::Limit,
          "The document has " + std::string(at_least) + std::to_string(found) + " " +
              std::string(what) + ", and at most " + std::to_string(allowed) +
              " are allowed. Split it into smaller files.",
          {}};
}

Conversation::Conversation(const ReaderCommand& command, TimeLimits limits, int document_fd,
                           std::function<void()> tick)
    : parent_(command.parent),
      step_(limits.step),
      whole_(std::max(limits.step, limits.whole)),
      processor_(limits.processor.count() > 0 ? limits.processor : whole_),
      end_(Clock::now() + whole_),
      child_(command, document_fd, Clock::now() + limits.step, std::move(tick)) {}

void Conversation::progressed() {
  child_.set_deadline(std::min(end_, Clock::now() + step_));
}

Result<Frame, ExtractFailure> Conversation::next() {
  std::array<std::byte, frames::kHeaderBytes> bytes{};
  ExtractChild::Got got = child_.read_exactly(bytes);
  if (got != ExtractChild::Got::All) return why_silent(got);
  const auto header = frames::decode_header(bytes);
  if (!header) return reader_crashed();
  Frame frame{header->type, std::string(header->length, '\0')};
  got = child_.read_exactly(std::as_writable_bytes(std::span(frame.payload)));
  if (got != ExtractChild::Got::All) return why_silent(got);
  if (frame.type == frames::Type::Failure) {
    auto failure = frames::decode_failure(frame.payload);
    if (!failure) return reader_crashed();
    if (failure->problem == ExtractProblem::ReaderFault) {
      log::error("reader_fault", {{"fault", failure->details.get("fault")}});
    }
    return std::move(*failure);
  }
  return frame;
}

ExtractFailure Conversation::why_silent(ExtractChild::Got got) {
  const auto too_late = [this] {
    const bool whole = Clock::now() >= end_ || whole_ <= step_;
    return timed_out(whole ? whole_ : step_, whole);
  };
  if (got == ExtractChild::Got::TooLate) return too_late();
  bool killed = false;
  const int status = child_.wait_for_end(&killed);
  if (killed) return too_late();
  if (WIFEXITED(status) && WEXITSTATUS(status) == frames::kSetupFailed) {
    throw std::runtime_error("assay-extract could not set itself up");
  }
  if (!WIFSIGNALED(status)) return reader_crashed();
  if (WTERMSIG(status) == SIGXCPU) return timed_out(processor_, true);
  if (!own_fault(WTERMSIG(status))) return killed_from_outside();
  if (parent_ != nullptr) parent_->replace();
  return reader_crashed();
}

}  // namespace assay

namespace assay {
namespace {

using frames::Type;

bool word_of(std::string_view text, std::size_t max_bytes, std::string_view also) {
  return !text.empty() && text.size() <= max_bytes &&
         std::all_of(text.begin(), text.end(), [also](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  also.find(c) != std::string_view::npos;
         });
}

}  // namespace

std::optional<Inspection> decode_inspection(const Frame& frame) {
  if (frame.type != Type::Inspection) return std::nullopt;
  const auto json = Json::parse(frame.payload);
  if (!json) return std::nullopt;
  const auto file_type = json->get("fileType").as_string();
  const auto content_type = json->get("contentType").as_string();
  const auto archive = json->get("archive").as_bool();
  if (!file_type || !content_type || !archive) return std::nullopt;
  if (!word_of(*file_type, 16, "") || !word_of(*content_type, 128, "/.-+_")) return std::nullopt;
  return Inspection{*file_type, *content_type, *archive, {}};
}

bool add_member(const Frame& frame, std::vector<ArchiveFile>& files) {
  if (frame.type != Type::Member) return false;
  auto file = frames::decode_member(frame.payload);
  if (!file) return false;
  files.push_back(std::move(*file));
  return files.size() <= static_cast<std::size_t>(frames::kMaxArchiveFiles + frames::kMaxLeftOut);
}

bool done_with(const Frame& frame, std::string_view what, std::uint64_t count) {
  if (frame.type != Type::Done) return false;
  const auto json = Json::parse(frame.payload);
  const auto said = json ? json->get(what).as_integer() : std::nullopt;
  return said && *said >= 0 && static_cast<std::uint64_t>(*said) == count;
}

}  // namespace assay
