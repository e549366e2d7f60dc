// SPDX-License-Identifier: Apache-2.0
// The multipart parser: any chunking, look-alike delimiters, refusals, bounded memory.
#include "fcgi/multipart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace assay::fcgi {
namespace {

constexpr const char* kBoundary = "XbX";

struct Part {
  PartHead head;
  std::string data;
  bool ended = false;
};

class Collector : public PartSink {
 public:
  void begin_part(const PartHead& head) override { parts.push_back({head, {}, false}); }
  void part_data(std::span<const std::byte> bytes) override {
    largest = std::max(largest, bytes.size());
    parts.back().data.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void end_part() override { parts.back().ended = true; }

  std::vector<Part> parts;
  std::size_t largest = 0;
};

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Feeds body in pieces of `step` bytes; the first piece has `first` bytes.
std::vector<Part> parse(std::string_view body, std::size_t first, std::size_t step) {
  Collector sink;
  MultipartParser parser(kBoundary, sink);
  std::size_t count = first;
  while (!body.empty()) {
    count = std::min(count, body.size());
    parser.feed(bytes_of(body.substr(0, count)));
    body.remove_prefix(count);
    count = step;
  }
  parser.finish();
  return sink.parts;
}

std::string part(const std::string& data) {
  return "--XbX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
         "Content-Type: text/plain\r\n\r\n" +
         data + "\r\n";
}

std::string issue_of(std::string_view body) {
  try {
    (void)parse(body, body.size(), 1);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.error().code, ErrorCode::ValidationError);
    return failure.error().message;
  }
  return "accepted";
}

TEST(Multipart, EverySplitPositionGivesTheSame) {
  const std::string data = "line\r\n--Xb\r\n--XbXY\r\n-\r\n\r\n--XbX-\r\n--\r\nend\r";
  const std::string body = "preamble\r\n--XbXno\r\n" + part(data) + "--XbX--\r\nepilogue --XbX";
  for (std::size_t first = 0; first <= body.size(); ++first) {
    for (const std::size_t step : {body.size(), std::size_t{1}, std::size_t{3}}) {
      if (first == 0 && step != 1) continue;
      const auto parts = parse(body, std::max<std::size_t>(first, 1), step);
      ASSERT_EQ(parts.size(), 1U) << first << " " << step;
      EXPECT_EQ(parts[0].data, data) << first << " " << step;
      EXPECT_TRUE(parts[0].ended);
      EXPECT_EQ(parts[0].head.filename, "a.txt");
      EXPECT_EQ(parts[0].head.name, "file");
      EXPECT_EQ(parts[0].head.content_type, "text/plain");
    }
  }
}

TEST(Multipart, LookAlikesAreData) {
  for (const std::string data :
       {"\r\n--XbXX", "\r\n--XbX-", "\r\n--XbX--x", "\r\n--XbX \t x", "\n--XbX\r\n", "\r--XbX\r\n",
        "\r\n-XbX\r\n", "\r\n--xbx\r\n", "\r\n--XbX\n", "\r\n\r\n--Xb", "\r\r\n--XbXY\r\n--XbXZ",
        "--XbX", "--XbX--"}) {
    for (const std::size_t step : {1U, 2U, 5U, 1000U}) {
      const auto parts = parse(part(data) + "--XbX--", step, step);
      ASSERT_EQ(parts.size(), 1U) << data;
      EXPECT_EQ(parts[0].data, data) << step;
    }
  }
}

TEST(Multipart, PaddingBehindDelimitersIsAllowed) {
  const auto parts =
      parse("--XbX \t\r\nContent-Disposition: form-data; name=a\r\n\r\nv\r\n--XbX--  \r\n", 1, 1);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].data, "v");
}

TEST(Multipart, EmptyAndSeveralParts) {
  const auto parts = parse(part("") + part("\r\n") + part("x") + "--XbX--\r\n", 4, 4);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].data, "");
  EXPECT_EQ(parts[1].data, "\r\n");
  EXPECT_EQ(parts[2].data, "x");
}

TEST(Multipart, NoPartsAtAll) {
  EXPECT_TRUE(parse("--XbX--", 1, 1).empty());
}

TEST(Multipart, RefusesCutOffBodies) {
  const std::string body = part("data") + "--XbX--";
  for (std::size_t length = 0; length + 1 <= body.size(); ++length) {
    EXPECT_NE(issue_of(body.substr(0, length)), "accepted") << length;
  }
  EXPECT_EQ(issue_of(body), "accepted");
}

TEST(Multipart, RefusesBadPartHeaders) {
  const std::string end = "\r\n\r\nx\r\n--XbX--";
  EXPECT_NE(issue_of("--XbX\r\n\r\nx\r\n--XbX--"), "accepted");
  for (const std::string lines :
       {"Content-Type: text/plain", "no colon", "Content-Disposition: attachment; name=file",
        "Content-Disposition: form-data", "Content-Disposition: form-data; name=\"open",
        "Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b",
        "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64"}) {
    EXPECT_NE(issue_of("--XbX\r\n" + lines + end), "accepted") << lines;
  }
}

TEST(Multipart, PartHeadersHaveALimit) {
  const std::string start = "--XbX\r\nContent-Disposition: form-data; name=a\r\nX: ";
  EXPECT_EQ(issue_of(start + std::string(7000, 'x') + "\r\n\r\nv\r\n--XbX--"), "accepted");
  EXPECT_NE(issue_of(start + std::string(9000, 'x') + "\r\n\r\nv\r\n--XbX--"), "accepted");
  // Even if they never end.
  Collector sink;
  MultipartParser parser(kBoundary, sink);
  parser.feed(bytes_of(start));
  const std::string more(1000, 'x');
  EXPECT_THROW(
      {
        for (int i = 0; i < 20; ++i) parser.feed(bytes_of(more));
      },
      Failure);
}

TEST(Multipart, HandsOnInBoundedPieces) {
  Collector sink;
  MultipartParser parser(kBoundary, sink);
  std::string data;
  for (int i = 0; i < 300'000; ++i) data += (i % 5 == 0) ? "\r\n--Xb" : "abc";
  parser.feed(bytes_of(part(data) + "--XbX--"));
  parser.finish();
  ASSERT_EQ(sink.parts.size(), 1U);
  EXPECT_TRUE(sink.parts[0].data == data);
  EXPECT_LE(sink.largest, 64U * 1024U + 512U);
}

TEST(MultipartBoundary, FromTheContentType) {
  EXPECT_EQ(multipart_boundary("multipart/form-data; boundary=abc"), "abc");
  EXPECT_EQ(multipart_boundary("Multipart/Form-Data; charset=x; Boundary=\"a b:c\""), "a b:c");
  EXPECT_EQ(multipart_boundary("multipart/form-data; boundary=" + std::string(70, 'b')).size(),
            70U);
}

TEST(MultipartBoundary, Refusals) {
  const auto code_of = [](const std::string& type) {
    try {
      (void)multipart_boundary(type);
    } catch (const Failure& failure) {
      return failure.error().code;
    }
    return ErrorCode::Internal;
  };
  EXPECT_EQ(code_of(""), ErrorCode::UnsupportedMediaType);
  EXPECT_EQ(code_of("application/json"), ErrorCode::UnsupportedMediaType);
  EXPECT_EQ(code_of("multipart/mixed; boundary=a"), ErrorCode::UnsupportedMediaType);
  EXPECT_EQ(code_of("multipart/form-data"), ErrorCode::ValidationError);
  EXPECT_EQ(code_of("multipart/form-data; boundary="), ErrorCode::ValidationError);
  EXPECT_EQ(code_of("multipart/form-data; boundary=\"a \""), ErrorCode::ValidationError);
  EXPECT_EQ(code_of("multipart/form-data; boundary=a*b"), ErrorCode::ValidationError);
  EXPECT_EQ(code_of("multipart/form-data; boundary=" + std::string(71, 'b')),
            ErrorCode::ValidationError);
}

}  // namespace
}  // namespace assay::fcgi
