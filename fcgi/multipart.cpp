// SPDX-License-Identifier: Apache-2.0
// Implements the multipart state machine.
#include "fcgi/multipart.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "fcgi/header_value.hpp"

namespace assay::fcgi {
namespace {

constexpr std::string_view kCrLf = "\r\n";
// Blanks that a sender may put after a delimiter; with more the line counts as data.
constexpr std::size_t kMaxPadding = 256;

[[noreturn]] void refuse(std::string_view issue) {
  throw Failure(invalid_field("body", issue));
}

bool boundary_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

void take_disposition(std::string_view value, PartHead& head, bool& seen) {
  const auto disposition = parse_header_value(value);
  if (!disposition || disposition->value != "form-data" || seen) {
    refuse("a part has a bad Content-Disposition");
  }
  const auto name = disposition->get("name");
  if (!name) refuse("a part has no name");
  head.name = *name;
  head.filename = disposition_filename(*disposition);
  seen = true;
}

PartHead parse_part_head(std::string_view lines) {
  PartHead head;
  bool seen = false;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find(kCrLf), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + kCrLf.size(), lines.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) refuse("a part has a malformed header");
    const std::string_view name = line.substr(0, colon);
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    if (equals_ignoring_case(name, "Content-Disposition")) take_disposition(value, head, seen);
    if (equals_ignoring_case(name, "Content-Type")) head.content_type = value;
    if (equals_ignoring_case(name, "Content-Transfer-Encoding") &&
        !equals_ignoring_case(value, "binary") && !equals_ignoring_case(value, "8bit") &&
        !equals_ignoring_case(value, "7bit")) {
      refuse("a part has a transfer encoding; send plain bytes");
    }
  }
  if (!seen) refuse("a part has no Content-Disposition");
  return head;
}

}  // namespace

std::string multipart_boundary(std::string_view content_type) {
  const auto type = parse_header_value(content_type);
  if (!type || type->value != "multipart/form-data") {
    throw Failure(ErrorCode::UnsupportedMediaType, "Content-Type must be multipart/form-data");
  }
  const auto boundary = type->get("boundary");
  if (!boundary || boundary->empty()) refuse("the Content-Type has no boundary");
  if (boundary->size() > kMaxBoundary || boundary->back() == ' ' ||
      !std::all_of(boundary->begin(), boundary->end(), boundary_character)) {
    refuse("the boundary is not valid");
  }
  return *boundary;
}

MultipartParser::MultipartParser(std::string_view boundary, PartSink& sink)
    : delimiter_(std::string("\r\n--").append(boundary)),
      sink_(&sink),
      pending_(kCrLf) {}  // so that a delimiter at the very start is found like any other

void MultipartParser::feed(std::span<const std::byte> bytes) {
  constexpr std::size_t kStep = std::size_t{64} << 10U;
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kStep);
    if (state_ != State::Epilogue) {
      pending_.append(reinterpret_cast<const char*>(bytes.data()), count);
      while (step()) {
      }
    }
    bytes = bytes.subspan(count);
  }
}

void MultipartParser::finish() {
  ended_ = true;
  while (step()) {
  }
  if (state_ != State::Epilogue) refuse("the multipart body ends before its closing boundary");
}

bool MultipartParser::step() {
  switch (state_) {
    case State::Preamble:
    case State::Data:
      return step_to_delimiter();
    case State::Headers:
      return step_headers();
    case State::Epilogue:
      break;
  }
  pending_.clear();
  return false;
}

// Passes the first count bytes to the current part (a preamble is dropped).
void MultipartParser::emit(std::size_t count) {
  if (state_ == State::Data && count > 0) {
    sink_->part_data(std::as_bytes(std::span(pending_.data(), count)));
  }
  pending_.erase(0, count);
  searched_ -= std::min(searched_, count);
}

bool MultipartParser::step_to_delimiter() {
  const std::size_t at = pending_.find(delimiter_, searched_);
  if (at == std::string::npos) {
    // Keeps bytes that may begin a delimiter until more bytes arrive.
    const std::size_t keep = std::min(pending_.size(), delimiter_.size() - 1);
    emit(pending_.size() - keep);
    return false;
  }
  std::size_t end = 0;
  const Line line = classify(at + delimiter_.size(), &end);
  if (line == Line::Unknown) {
    emit(at);
    return false;
  }
  if (line == Line::NotADelimiter) {
    searched_ = at + kCrLf.size();
    return true;
  }
  emit(at);
  if (state_ == State::Data) sink_->end_part();
  state_ = line == Line::Close ? State::Epilogue : State::Headers;
  // Keeps the line's own break: a part without headers consists of it and an empty line.
  pending_.erase(0, end - at - (line == Line::Part ? kCrLf.size() : 0));
  searched_ = 0;
  return true;
}

MultipartParser::Line MultipartParser::classify(std::size_t at, std::size_t* end) const {
  const std::string_view rest = std::string_view(pending_).substr(at);
  const bool more = !ended_ && rest.size() < kMaxPadding;
  if (rest.size() < 2 && std::string_view("--").starts_with(rest) && more) return Line::Unknown;
  const bool close = rest.starts_with("--");
  const std::size_t text = rest.find_first_not_of(" \t", close ? 2 : 0);
  *end = at + std::min(text, rest.size());
  if (text == std::string_view::npos) {
    if (ended_ && close) return Line::Close;
    return more ? Line::Unknown : Line::NotADelimiter;
  }
  if (text > kMaxPadding) return Line::NotADelimiter;
  const std::string_view tail = rest.substr(text, kCrLf.size());
  if (tail == kCrLf) {
    *end += kCrLf.size();
    return close ? Line::Close : Line::Part;
  }
  return tail == "\r" && !ended_ ? Line::Unknown : Line::NotADelimiter;
}

bool MultipartParser::step_headers() {
  // pending_ begins with the line break of the delimiter.
  constexpr std::string_view kEnd = "\r\n\r\n";
  const std::size_t end = pending_.find(kEnd);
  if (std::min(end, pending_.size()) > kMaxPartHeaders) refuse("a part's headers are too long");
  if (end == std::string::npos) return false;
  const std::size_t start = std::min(kCrLf.size(), end);
  const PartHead head = parse_part_head(std::string_view(pending_).substr(start, end - start));
  pending_.erase(0, end + kEnd.size());
  state_ = State::Data;
  sink_->begin_part(head);
  return true;
}

}  // namespace assay::fcgi
