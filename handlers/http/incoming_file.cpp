// SPDX-License-Identifier: Apache-2.0
// Cleans names of uploaded files, and detects their type with the document reader.
#include "handlers/http/incoming_file.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

#include "core/base/io.hpp"
#include "core/json/utf8.hpp"
#include "core/trace/log.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMaxNameBytes = 255;

// Whether the file may be a ZIP, which inspection inflates completely (APPNOTE.TXT, section 4.3.6).
bool may_be_zip(const FileDescriptor& file) {
  std::array<char, 2> first{};
  const ssize_t count = ::pread(file.get(), first.data(), first.size(), 0);
  if (count < 0) throw IoError("pread", errno);
  return count == 2 && first[0] == 'P' && first[1] == 'K';
}

}  // namespace

std::string stored_name(const std::string& sent) {
  std::string name;
  const std::size_t slash = sent.find_last_of("/\\");
  for (const char c : sent.substr(slash == std::string::npos ? 0 : slash + 1)) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) name.push_back(c);
  }
  name = utf8::prefix(utf8::repair(name), kMaxNameBytes);
  const bool dots = name.find_first_not_of(" .") == std::string::npos;
  if (dots || !utf8::visible(name)) refuse_field("file", "has no file name");
  return name;
}

Inspection inspect(const Context& context, const IncomingBlob& blob, const std::string& name) {
  const Services& services = context.services;
  constexpr std::int64_t kRetryAfterSeconds = 30;
  const FileDescriptor file = open_for_reading(blob.path().string());
  // Other files are inspected in milliseconds, and many of them arrive at once.
  std::optional<Slots::Slot> slot;
  if (may_be_zip(file)) slot.emplace(services.slots.inspections.take(context.tenant.value));
  const auto result = services.extractor.inspect(file.get(), name);
  if (result) return *result;
  const ExtractFailure& failure = result.error();
  switch (failure.problem) {
    case ExtractProblem::ArchiveLimit:
      throw Failure(ErrorCode::ArchiveLimitExceeded, failure.reason, failure.details);
    case ExtractProblem::ArchiveUnsafe:
      throw Failure(ErrorCode::ArchiveUnsafe, failure.reason, failure.details);
    case ExtractProblem::Timeout:
      throw Failure(ErrorCode::Unavailable, "Checking the file took too long; try again later",
                    Json::object().set("retryAfterSeconds", kRetryAfterSeconds));
    case ExtractProblem::Empty:
      refuse_field("file", failure.reason);
    default:
      log::warning("inspection_failed", {{"problem", extract_problem_name(failure.problem)},
                                         {"reason", failure.reason}});
      return {"bin", "application/octet-stream", false};
  }
}

}  // namespace assay::handlers
