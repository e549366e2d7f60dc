// SPDX-License-Identifier: Apache-2.0
// Has assay-ocr draw a page of a document as a picture.
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_child.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/extract/extractor.hpp"

namespace assay {
namespace {

using frames::Type;

constexpr std::string_view kPngSignature("\x89PNG\r\n\x1A\n", 8);

// Collects the bytes of the one file that the child gives; reports a frame that is out of order or
// exceeds a limit.
class Drawing {
 public:
  [[nodiscard]] bool take(const Frame& frame) {
    if (frame.type == Type::FileBegin) return begin(frame.payload);
    if (frame.type == Type::FileEnd) return whole();
    if (frame.type != Type::FileData || !size_ || frame.payload.size() > *size_ - bytes_.size()) {
      return false;
    }
    bytes_ += frame.payload;
    return true;
  }
  [[nodiscard]] bool whole() const {
    return size_ && bytes_.size() == *size_ && bytes_.starts_with(kPngSignature);
  }
  [[nodiscard]] std::string& bytes() { return bytes_; }

 private:
  bool begin(std::string_view payload) {
    const auto json = Json::parse(payload);
    const std::int64_t size = json ? json->get("size").as_integer().value_or(-1) : -1;
    if (size_ || size < 0 || size > frames::kMaxPictureBytes) return false;
    size_ = static_cast<std::size_t>(size);
    return true;
  }

  std::optional<std::size_t> size_;
  std::string bytes_;
};

}  // namespace

Result<std::string, ExtractFailure> Extractor::draw(int document_fd, int page) const {
  const std::string binary = std::filesystem::path(binary_).replace_filename("assay-ocr").string();
  Conversation conversation(
      {{binary, "draw", std::to_string(page), std::to_string(limits_.memory_bytes),
        std::to_string(kMaxDrawingTime.count())}},
      {kMaxDrawingTime, kMaxDrawingTime}, document_fd, {});
  Drawing drawing;
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      if (!drawing.whole()) return reader_crashed();
      return std::move(drawing.bytes());
    }
    if (!drawing.take(*frame)) return reader_crashed();
  }
}

}  // namespace assay
