// SPDX-License-Identifier: Apache-2.0
// The rules of an upload on top of the multipart parser.
#include "fcgi/single_file.hpp"

#include <optional>
#include <vector>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "fcgi/multipart.hpp"

namespace assay::fcgi {
namespace {

constexpr std::string_view kPartName = "file";
// Boundaries and headers around the file that do not count as file.
constexpr std::int64_t kEnvelope = std::int64_t{64} << 10U;

[[noreturn]] void refuse_size(std::int64_t limit_bytes) {
  Json details = Json::object();
  details.set("limitBytes", limit_bytes);
  throw Failure(ErrorCode::PayloadTooLarge, "The file is larger than the upload limit", details);
}

class FileSink : public PartSink {
 public:
  FileSink(std::int64_t limit_bytes, const BytesTaker& take) : limit_(limit_bytes), take_(take) {}

  void begin_part(const PartHead& head) override {
    const std::string name = utf8::repair(head.name);
    if (name != kPartName) {
      throw Failure(invalid_field(name, "unknown part; send the file as the part named file"));
    }
    if (filename_) throw Failure(invalid_field(kPartName, "sent more than once"));
    if (!head.filename || head.filename->empty()) {
      throw Failure(invalid_field(kPartName, "has no file name"));
    }
    filename_ = head.filename;
  }

  void part_data(std::span<const std::byte> bytes) override {
    size_ += static_cast<std::int64_t>(bytes.size());
    if (size_ > limit_) refuse_size(limit_);
    take_(bytes);
  }

  void end_part() override {}

  [[nodiscard]] const std::optional<std::string>& filename() const { return filename_; }

 private:
  std::int64_t limit_;
  const BytesTaker& take_;
  std::int64_t size_ = 0;
  std::optional<std::string> filename_;
};

}  // namespace

std::string receive_single_file(Request& request, std::int64_t limit_bytes,
                                const BytesTaker& take) {
  const std::string boundary = multipart_boundary(request.content_type());
  if (request.content_length().value_or(0) > limit_bytes + kEnvelope) refuse_size(limit_bytes);
  FileSink sink(limit_bytes, take);
  MultipartParser parser(boundary, sink);
  std::vector<std::byte> buffer(kBodyStep);
  while (const std::size_t count = request.read_body(buffer)) {
    parser.feed(std::span(buffer).first(count));
  }
  parser.finish();
  if (!sink.filename()) throw Failure(invalid_field(kPartName, "is missing"));
  return *sink.filename();
}

}  // namespace assay::fcgi
