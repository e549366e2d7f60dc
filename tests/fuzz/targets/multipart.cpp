// SPDX-License-Identifier: Apache-2.0
// Fuzzes a Content-Type, NUL, the piece length and a body: the pieces parse like the whole.
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "fcgi/multipart.hpp"
#include "tests/fuzz/targets/target.hpp"

namespace {

class Collector : public assay::fcgi::PartSink {
 public:
  void begin_part(const assay::fcgi::PartHead& head) override {
    all += "<" + head.name + "|" + head.filename.value_or("-") + "|" + head.content_type + ">";
  }
  void part_data(std::span<const std::byte> bytes) override {
    all.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void end_part() override { all += "</>"; }
  std::string all;
};

// The content of the parts, or nothing if the body is refused.
std::optional<std::string> parts(const std::string& boundary, std::string_view body,
                                 std::size_t piece) {
  Collector collector;
  assay::fcgi::MultipartParser parser(boundary, collector);
  try {
    for (std::size_t at = 0; at < body.size(); at += piece) {
      parser.feed(std::as_bytes(std::span(body.substr(at, piece))));
    }
    parser.finish();
  } catch (const assay::Failure&) {
    return std::nullopt;
  }
  return collector.all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  const std::string_view content_type = assay::fuzz::take_part(input);
  const std::size_t piece = 1 + assay::fuzz::take_byte(input) % 64;
  std::string boundary = "XbX";
  try {
    boundary = assay::fcgi::multipart_boundary(content_type);
  } catch (const assay::Failure&) {
  }
  const auto whole = parts(boundary, input, std::max<std::size_t>(input.size(), 1));
  assay::fuzz::require(parts(boundary, input, piece) == whole, "pieces mean what the whole means");
  return 0;
}
