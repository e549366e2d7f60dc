// SPDX-License-Identifier: Apache-2.0
// Findings that were put right, in their own document and in others.
#include "pipeline/assess/findings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::assess {
namespace {

Candidate paper(int number, std::string heading, std::string content) {
  Candidate out;
  out.document.value = "d" + std::to_string(number);
  out.chunk.value = "c" + std::to_string(number);
  out.file_name = "depot.txt";
  out.heading_path = std::move(heading);
  out.content = std::move(content);
  return out;
}

TEST(Findings, WhatSaysThatTheyArePutRight) {
  for (const char* text :
       {"The lock was replaced; finding closed.", "Fault: gate left open; Status: closed",
        "Corrected the same day.", "Verified and closed 2 December 2024.", "Fault 3 closed."}) {
    EXPECT_TRUE(settles(text)) << text;
  }
  for (const char* text :
       {"The finding is not closed.", "The gate is closed at night.", "The case is to be closed.",
        "Status: Closed - information given", "A timer closes the gate after four hours."}) {
    EXPECT_FALSE(settles(text)) << text;
  }
}

TEST(Findings, AnotherDocumentClosesThoseOfItsNumber) {
  const std::string fault = "The gate was not locked.";
  const std::string closed = "The gate has a new lock. The finding is closed.";
  const auto settled = [&](const std::string& number) {
    const std::vector<Candidate> candidates{paper(1, "Finding 7", fault),
                                            paper(2, "Finding " + number + " closed", closed)};
    return read_passages(candidates).passages.at(0).settled;
  };
  EXPECT_TRUE(settled("7"));
  EXPECT_FALSE(settled("8"));
}

TEST(Findings, WhatClosesThemHasTheirWords) {
  const std::vector<Candidate> one{
      paper(1, "", "The gate was not locked. Corrected on 3 May 2024.")};
  const Reading reading = read_passages(one);
  EXPECT_TRUE(reading.passages.at(0).settled);
  EXPECT_EQ(reading.passages.at(1).settled_here, (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace assay::assess
