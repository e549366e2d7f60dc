// SPDX-License-Identifier: Apache-2.0
// Scripts that replace the reader and write frames of the test's choice.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "core/extract/extract_protocol.hpp"
#include "core/extract/extractor.hpp"
#include "tests/extract/temp_files.hpp"

namespace assay::test {

using namespace std::chrono_literals;

// A shell command that writes one frame.
inline std::string frame(frames::Type type, const std::string& payload) {
  std::string bytes =
      frames::encode_header({type, static_cast<std::uint32_t>(payload.size())}) + payload;
  std::string command = "printf '";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    command += '\\';
    for (const unsigned shift : {6U, 3U, 0U})
      command += static_cast<char>('0' + ((byte >> shift) & 7U));
  }
  return command + "'\n";
}

inline const std::string kTyped = frame(
    frames::Type::Inspection, R"({"fileType":"txt","contentType":"text/plain","archive":false})");
inline const std::string kPage =
    frame(frames::Type::Page, frames::encode_page({1, "x\n", {{BlockKind::Paragraph, 0, 0, 1}}}));
inline std::string done(int pages) {
  return frame(frames::Type::Done, R"({"pages":)" + std::to_string(pages) + R"(,"files":0})");
}

inline Result<Extracted, ExtractFailure> read_with(const std::string& commands,
                                                   std::chrono::milliseconds wall = 10s) {
  const Script script(commands);
  const FileDescriptor file = document("x");
  return Extractor(script.path(), {wall, 1 << 30}).read(file.get(), "x.txt");
}

inline void expect_problem(const std::string& commands, ExtractProblem problem) {
  const auto result = read_with(commands);
  ASSERT_FALSE(result.ok()) << commands;
  EXPECT_EQ(result.error().problem, problem) << commands;
  EXPECT_FALSE(result.error().reason.empty());
}

}  // namespace assay::test
