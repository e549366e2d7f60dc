// SPDX-License-Identifier: Apache-2.0
// The model's judgement: the schema it must follow, and a strict reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/json/json.hpp"

namespace assay::llm {

// Words that the model claims are in a chunk. Not verified yet.
struct Quote {
  std::string chunk_id;
  std::string text;
};

// What the model says about one part, from worst to best.
enum class PartVerdict { Contradicted, Not, Partly, Met };
[[nodiscard]] std::string_view to_text(PartVerdict verdict);

// A part of the requirement that needs its own evidence.
struct SubCheck {
  std::string label;
  std::string text;
  PartVerdict verdict = PartVerdict::Not;
  double probability = 0;  // 0 to 1: probability that the part is met
  std::vector<Quote> citations;
  std::vector<std::string> missing;
};

struct Contradiction {
  Quote quote;
  std::string why;
};

struct Reply {
  double confidence = 0;  // 0 to 1, as the model wrote it; the verdict's own is computed
  std::string reasoning;
  std::vector<SubCheck> subchecks;
  std::vector<Contradiction> contradictions;
};

// Why an answer is rejected, in fixed words and member names: nothing the model wrote.
struct Complaint {
  std::string text;
};

// JSON schema of the answer, in the subset that strict structured output supports: every member
// required, no others allowed.
[[nodiscard]] Json reply_schema();

// Accepts the object alone, in one code fence, or after the model's <think> section. Any member
// that is missing, unknown, of another type, out of range or too long is a complaint; nothing is
// repaired. A part of the older form, with "met" and "confidence" instead of "verdict" and
// "probability", is read as met or not met.
[[nodiscard]] Result<Reply, Complaint> read_reply(std::string_view text);

// The same for the answer to a question for phrases (expansion.hpp): {"phrases": [text]}.
[[nodiscard]] Json phrases_schema();

// Maximum number of phrases, and the length of each in characters.
inline constexpr std::size_t kMaxPhrases = 12;
inline constexpr std::size_t kMinPhrasePoints = 2;
inline constexpr std::size_t kMaxPhrasePoints = 80;

// Accepts the object or its list alone, as read_reply() does. White space is collapsed and
// repetitions are dropped, whatever their letter case. Complains about anything other than a list
// of texts, about too many, and about one that is too short, too long, or not usable as a name.
[[nodiscard]] Result<std::vector<std::string>, Complaint> read_phrases(std::string_view text);

}  // namespace assay::llm
