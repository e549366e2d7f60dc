// SPDX-License-Identifier: Apache-2.0
// What is the document's fault, and what is Assay's.
#include "pipeline/extract/page/answer.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/io.hpp"
#include "pipeline/extract/archive/container.hpp"
#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/xml/xml_document.hpp"
#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::test {
namespace {

// What the program's parent is told when reading throws.
ExtractFailure told(const std::function<void()>& read) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const FileDescriptor out(ends[0]);
  {
    const FileDescriptor in(ends[1]);
    extract::FrameWriter writer(in.get());
    extract::answer(writer, "It needs more memory than it may have.", read);
  }
  std::string bytes(64 * 1024, '\0');
  const ssize_t count = ::read(out.get(), bytes.data(), bytes.size());
  bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  const auto header = frames::decode_header(std::as_bytes(std::span(bytes)));
  EXPECT_TRUE(header && header->type == frames::Type::Failure);
  const auto failure = frames::decode_failure(std::string_view(bytes).substr(frames::kHeaderBytes));
  EXPECT_TRUE(failure);
  return failure.value_or(ExtractFailure{ExtractProblem::Crashed, "", {}});
}

TEST(Answer, DamageThatAParserFindsIsTheDocuments) {
  const std::array<std::function<void()>, 4> damaged{
      [] { throw extract::XmlError("not well-formed"); },
      [] { throw extract::CompoundError("ends before its directory"); },
      [] { throw extract::ZipError("is cut off"); },
      [] { throw extract::ContainerError("is cut off"); },
  };
  for (const auto& read : damaged) {
    const ExtractFailure failure = told(read);
    EXPECT_EQ(failure.problem, ExtractProblem::Broken);
    EXPECT_NE(failure.reason.find("its structure is damaged"), std::string::npos);
  }
  EXPECT_EQ(told([] { throw extract::ReadFailure(ExtractProblem::Encrypted, "Locked."); }).problem,
            ExtractProblem::Encrypted);
}

TEST(Answer, EveryOtherExceptionIsAFaultOfAssay) {
  const std::array<std::function<void()>, 4> faults{
      [] { static_cast<void>(std::string("short").substr(6)); },
      [] { static_cast<void>(std::optional<int>().value()); },
      [] { throw std::logic_error("an unknown problem"); },
      [] { throw std::runtime_error("the direction of a line cannot be found"); },
  };
  for (const auto& read : faults) {
    const ExtractFailure failure = told(read);
    EXPECT_EQ(failure.problem, ExtractProblem::ReaderFault);
    EXPECT_NE(failure.reason.find("The fault is Assay's, not the document's"), std::string::npos);
  }
  EXPECT_EQ(told(faults[2]).details.get("fault").as_string(),
            "std::logic_error: an unknown problem");
}

TEST(Answer, MemoryThatRunsOutIsALimit) {
  const ExtractFailure failure = told([] { throw std::bad_alloc(); });
  EXPECT_EQ(failure.problem, ExtractProblem::Memory);
  EXPECT_EQ(failure.reason, "It needs more memory than it may have.");
}

TEST(Answer, APipeThatIsGoneCannotBeAnswered) {
  extract::FrameWriter nowhere(-1);
  EXPECT_THROW(extract::answer(nowhere, "", [] { throw std::logic_error("x"); }), IoError);
}

}  // namespace
}  // namespace assay::test
