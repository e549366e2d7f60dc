// SPDX-License-Identifier: Apache-2.0
// Reads frames off the pipe and finds out why a child ended without an answer.
#include "core/extract/extract_conversation.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <span>
#include <stdexcept>
#include <utility>

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

ExtractFailure timed_out() {
  return {ExtractProblem::Timeout,
          "Reading the document took longer than Assay allows. Split it into smaller files, or "
          "upload a simpler copy.",
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

Conversation::Conversation(const std::vector<std::string>& command, TimeLimits limits,
                           int document_fd, std::function<void()> tick)
    : step_(limits.step),
      end_(Clock::now() + std::max(limits.step, limits.whole)),
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
    return failure ? std::move(*failure) : reader_crashed();
  }
  return frame;
}

ExtractFailure Conversation::why_silent(ExtractChild::Got got) {
  if (got == ExtractChild::Got::TooLate) return timed_out();
  bool killed = false;
  const int status = child_.wait_for_end(&killed);
  if (killed) return timed_out();
  if (WIFEXITED(status) && WEXITSTATUS(status) == frames::kSetupFailed) {
    throw std::runtime_error("assay-extract could not set itself up");
  }
  if (!WIFSIGNALED(status)) return reader_crashed();
  if (WTERMSIG(status) == SIGXCPU) return timed_out();
  return own_fault(WTERMSIG(status)) ? reader_crashed() : killed_from_outside();
}

}  // namespace assay
