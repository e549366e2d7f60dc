// SPDX-License-Identifier: Apache-2.0
// Receives a form with many files.
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/json/utf8.hpp"
#include "fcgi/multipart.hpp"

namespace assay::fcgi {
namespace {

constexpr std::string_view kFile = "file";
// Boundaries and headers of one file, which do not count towards its size.
constexpr std::int64_t kFrame = std::int64_t{8} << 10U;

class FilesSink : public PartSink {
 public:
  FilesSink(std::size_t most, const FileBeginner& begin, const BytesTaker& take)
      : most_(most), begin_(begin), take_(take) {}

  void begin_part(const PartHead& head) override {
    if (head.name != kFile) {
      throw Failure(invalid_field(utf8::repair(head.name),
                                  "unknown part; send each file as a part named file"));
    }
    if (++count_ > most_) {
      throw Failure(invalid_field(kFile, "sent more than " + std::to_string(most_) + " times"));
    }
    begin_(head.filename.value_or(""));
  }
  void part_data(std::span<const std::byte> bytes) override { take_(bytes); }
  void end_part() override {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  std::size_t most_;
  const FileBeginner& begin_;
  const BytesTaker& take_;
  std::size_t count_ = 0;
};

[[noreturn]] void refuse_whole(std::int64_t limit_bytes) {
  throw Failure(ErrorCode::PayloadTooLarge,
                "The files together are larger than the upload limit of " +
                    std::to_string(limit_bytes) + " bytes",
                Json::object().set("limitBytes", limit_bytes));
}

}  // namespace

void receive_files(Request& request, std::int64_t limit_bytes, std::size_t most,
                   const FileBeginner& begin, const BytesTaker& take) {
  const std::string boundary = multipart_boundary(request.content_type());
  const std::int64_t longest = limit_bytes + static_cast<std::int64_t>(most) * kFrame;
  if (request.content_length().value_or(0) > longest) refuse_whole(limit_bytes);
  FilesSink sink(most, begin, take);
  MultipartParser parser(boundary, sink);
  std::vector<std::byte> buffer(kBodyStep);
  std::int64_t received = 0;
  while (const std::size_t count = request.read_body(buffer)) {
    received += static_cast<std::int64_t>(count);
    if (received > longest) refuse_whole(limit_bytes);
    parser.feed(std::span(buffer).first(count));
  }
  parser.finish();
  if (sink.count() == 0) throw Failure(invalid_field(kFile, "is missing"));
}

}  // namespace assay::fcgi
