// SPDX-License-Identifier: Apache-2.0
// Applies the rules of an upload to the output of the multipart parser.
#include "fcgi/multipart.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/json/utf8.hpp"

namespace assay::fcgi {
namespace {

constexpr std::string_view kPartName = "file";
// Boundaries and headers around the file, which do not count towards its size.
constexpr std::int64_t kEnvelope = std::int64_t{64} << 10U;
constexpr std::size_t kMaxFieldBytes = std::size_t{8} << 10U;

bool stands_in(std::string_view known, std::string_view name) {
  while (!known.empty()) {
    const std::size_t end = std::min(known.find(' '), known.size());
    if (known.substr(0, end) == name) return true;
    known.remove_prefix(std::min(end + 1, known.size()));
  }
  return false;
}

class FormSink : public PartSink {
 public:
  FormSink(std::int64_t limit_bytes, std::string_view known, const BytesTaker& take)
      : limit_(limit_bytes), known_(known), take_(take) {}

  void begin_part(const PartHead& head) override {
    const std::string name = utf8::repair(head.name);
    field_ = nullptr;
    if (name == kPartName) return begin_file(head);
    if (!stands_in(known_, name)) {
      throw Failure(invalid_field(name, "unknown part; send the file as the part named file"));
    }
    if (head.filename) throw Failure(invalid_field(name, "must be a text, not a file"));
    const auto [entry, fresh] = form_.fields.try_emplace(name);
    if (!fresh) throw Failure(invalid_field(name, "sent more than once"));
    field_ = &*entry;
  }

  void part_data(std::span<const std::byte> bytes) override {
    if (field_ != nullptr) return add_to_field(bytes);
    size_ += static_cast<std::int64_t>(bytes.size());
    if (size_ > limit_) refuse_large_file(limit_);
    take_(bytes);
  }

  void end_part() override {
    if (field_ != nullptr && !utf8::valid(field_->second)) {
      throw Failure(invalid_field(field_->first, "is not valid UTF-8"));
    }
  }

  // Returns the whole form, once the body has ended.
  [[nodiscard]] UploadForm take_form() {
    if (!has_file_) throw Failure(invalid_field(kPartName, "is missing"));
    return std::move(form_);
  }

 private:
  void begin_file(const PartHead& head) {
    if (has_file_) throw Failure(invalid_field(kPartName, "sent more than once"));
    if (!head.filename || head.filename->empty()) {
      throw Failure(invalid_field(kPartName, "has no file name"));
    }
    form_.filename = *head.filename;
    has_file_ = true;
  }

  void add_to_field(std::span<const std::byte> bytes) {
    if (field_->second.size() + bytes.size() > kMaxFieldBytes) {
      throw Failure(invalid_field(
          field_->first, "must have at most " + std::to_string(kMaxFieldBytes) + " bytes"));
    }
    field_->second.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  std::int64_t limit_;
  std::string_view known_;
  const BytesTaker& take_;
  std::int64_t size_ = 0;
  bool has_file_ = false;
  UploadForm form_;
  std::pair<const std::string, std::string>* field_ = nullptr;  // of form_; null: the file's part
};

}  // namespace

void refuse_large_file(std::int64_t limit_bytes) {
  Json details = Json::object();
  details.set("limitBytes", limit_bytes);
  throw Failure(
      ErrorCode::PayloadTooLarge,
      "The file is larger than the upload limit of " + std::to_string(limit_bytes) + " bytes",
      details);
}

std::string receive_single_file(Request& request, std::int64_t limit_bytes,
                                const BytesTaker& take) {
  return receive_file_with_fields(request, limit_bytes, {}, take).filename;
}

UploadForm receive_file_with_fields(Request& request, std::int64_t limit_bytes,
                                    std::string_view known, const BytesTaker& take) {
  const std::string boundary = multipart_boundary(request.content_type());
  if (request.content_length().value_or(0) > limit_bytes + kEnvelope)
    refuse_large_file(limit_bytes);
  FormSink sink(limit_bytes, known, take);
  MultipartParser parser(boundary, sink);
  std::vector<std::byte> buffer(kBodyStep);
  while (const std::size_t count = request.read_body(buffer)) {
    parser.feed(std::span(buffer).first(count));
  }
  parser.finish();
  return sink.take_form();
}

}  // namespace assay::fcgi
