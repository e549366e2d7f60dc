// SPDX-License-Identifier: Apache-2.0
// Streams multipart/form-data (RFC 7578, RFC 2046 section 5.1): bytes in, parts out to a sink.
// Receives an upload: the one file of a multipart request, streamed to a consumer, and the short
// text fields that may come with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fcgi/request.hpp"

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

using BytesTaker = std::function<void(std::span<const std::byte>)>;

// Reads the whole body: exactly one part, named "file", with a file name. Returns that name as
// sent. Throws Failure: 400 for missing, unknown or repeated parts and broken or truncated bodies,
// 413 {limitBytes} as soon as the file exceeds the limit, 415 for another Content-Type; and
// whatever take throws.
[[nodiscard]] std::string receive_single_file(Request& request, std::int64_t limit_bytes,
                                              const BytesTaker& take);

struct UploadForm {
  std::string filename;  // as sent
  std::map<std::string, std::string, std::less<>> fields;
};
// The same with text fields in addition to the file, each at most once, in any order, valid UTF-8
// of at most 8 KiB. known: the allowed fields, separated by blanks.
[[nodiscard]] UploadForm receive_file_with_fields(Request& request, std::int64_t limit_bytes,
                                                  std::string_view known, const BytesTaker& take);

using FileBeginner = std::function<void(const std::string& filename)>;
// Reads the whole body: 1 to `most` parts, all named "file". Calls begin with the file name of
// each, as sent or "", and then take with its bytes. limit_bytes is of all files together; a single
// one may be a little larger than that. Throws Failure: 400 for other parts, too many or none, and
// for broken or truncated bodies, 413 {limitBytes}, 415 for another Content-Type; and whatever
// begin and take throw.
void receive_files(Request& request, std::int64_t limit_bytes, std::size_t most,
                   const FileBeginner& begin, const BytesTaker& take);

// Throws Failure 413, naming this many bytes as the limit of a file.
[[noreturn]] void refuse_large_file(std::int64_t limit_bytes);

}  // namespace assay::fcgi
