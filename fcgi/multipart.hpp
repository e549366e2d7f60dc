// SPDX-License-Identifier: Apache-2.0
// Streams multipart/form-data (RFC 7578, RFC 2046 section 5.1): bytes in, parts out to a sink.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::fcgi {

inline constexpr std::size_t kMaxBoundary = 70;
inline constexpr std::size_t kMaxPartHeaders = std::size_t{8} << 10U;

struct PartHead {
  std::string name;
  std::optional<std::string> filename;
  std::string content_type;  // as sent; "" if absent
};

// A sink's exceptions pass through feed() to its caller.
class PartSink {
 public:
  PartSink() = default;
  PartSink(const PartSink&) = delete;
  PartSink& operator=(const PartSink&) = delete;
  virtual ~PartSink() = default;
  virtual void begin_part(const PartHead& head) = 0;
  virtual void part_data(std::span<const std::byte> bytes) = 0;
  virtual void end_part() = 0;
};

// The boundary of a Content-Type. Throws Failure: 415 if it is not multipart/form-data, 400 if the
// boundary is missing or invalid.
[[nodiscard]] std::string multipart_boundary(std::string_view content_type);

// Takes the body in pieces of any size. Keeps at most one piece, one delimiter and one part's
// headers in memory. A line that merely begins like a delimiter is data. Throws Failure 400.
class MultipartParser {
 public:
  // sink must outlive the parser. boundary: as from multipart_boundary.
  MultipartParser(std::string_view boundary, PartSink& sink);
  void feed(std::span<const std::byte> bytes);
  // Call at the end of the body: refuses a body that ends before its closing delimiter.
  void finish();

 private:
  enum class State { Preamble, Headers, Data, Epilogue };
  enum class Line { Part, Close, NotADelimiter, Unknown };

  // Each consumes what it can from pending_; false when more bytes are needed.
  bool step();
  bool step_to_delimiter();
  bool step_headers();
  // Classifies what follows a delimiter at `at`; sets *end after the whole line.
  [[nodiscard]] Line classify(std::size_t at, std::size_t* end) const;
  void emit(std::size_t count);

  std::string delimiter_;  // CR LF "--" boundary
  PartSink* sink_;
  std::string pending_;
  std::size_t searched_ = 0;  // bytes of pending_ known not to contain a delimiter
  State state_ = State::Preamble;
  bool ended_ = false;  // finish() was called: no more bytes will come
};

}  // namespace assay::fcgi
