// SPDX-License-Identifier: Apache-2.0
// Writes words as differences to the word before: most of them fit one byte.
#include "core/extract/page_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace assay {
namespace {

constexpr unsigned kForm = 1;
constexpr std::int64_t kUnits = 16'384;  // of a page's width or height
constexpr double kPartsOfPoint = 100;
constexpr double kMaxPoints = 1e6;
constexpr std::int64_t kConfidenceUnits = 100;
constexpr int kQuarter = 90;

void put_number(std::uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7U) {
    out.push_back(static_cast<char>(static_cast<unsigned char>((value & 0x7FU) | 0x80U)));
  }
  out.push_back(static_cast<char>(static_cast<unsigned char>(value)));
}

// Small numbers of either sign become small ones.
void put_signed(std::int64_t value, std::string& out) {
  const auto twice = static_cast<std::uint64_t>(value) << 1U;
  put_number(value < 0 ? ~twice : twice, out);
}

class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : rest_(bytes) {}

  // At most `most`; anything else makes the reader permanently bad.
  [[nodiscard]] std::int64_t number(std::int64_t most) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 56; shift += 7) {
      if (rest_.empty()) return fail();
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) {
        return value <= static_cast<std::uint64_t>(most) ? static_cast<std::int64_t>(value)
                                                         : fail();
      }
    }
    return fail();
  }
  [[nodiscard]] std::int64_t signed_number(std::int64_t most) {
    const auto twice = static_cast<std::uint64_t>(number(2 * most));
    const auto half = static_cast<std::int64_t>(twice >> 1U);
    return (twice & 1U) != 0 ? -half - 1 : half;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

 private:
  std::int64_t fail() {
    good_ = false;
    return 0;
  }
  std::string_view rest_;
  bool good_ = true;
};

// A box in units of the page.
struct Box {
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t right = 0;
  std::int64_t bottom = 0;
};

std::int64_t unit(double part) {
  return std::isfinite(part) ? std::llround(std::clamp(part, 0.0, 1.0) * kUnits) : 0;
}

Box box_of(const PageWord& word) {
  const Box box{unit(word.x), unit(word.y), unit(word.x + word.width), unit(word.y + word.height)};
  return {box.left, box.top, std::max(box.left, box.right), std::max(box.top, box.bottom)};
}

double part(std::int64_t units) {
  return static_cast<double>(units) / kUnits;
}

std::uint64_t parts_of_points(double points) {
  if (!std::isfinite(points) || points <= 0 || points > kMaxPoints) return 0;
  return static_cast<std::uint64_t>(std::llround(points * kPartsOfPoint));
}

void put_word(const PageWord& word, std::size_t behind, bool confidences, Box& before,
              std::string& out) {
  const Box box = box_of(word);
  put_number(word.start - behind, out);
  put_number(word.end - word.start, out);
  put_signed(box.left - before.right, out);
  put_signed(box.top - before.top, out);
  put_number(static_cast<std::uint64_t>(box.right - box.left), out);
  put_signed(box.bottom - box.top - (before.bottom - before.top), out);
  if (confidences) {
    const double sure = std::clamp(word.confidence.value_or(0), 0.0, 1.0);
    put_number(static_cast<std::uint64_t>(std::llround(sure * kConfidenceUnits)), out);
  }
  before = box;
}

std::optional<PageWord> take_word(Numbers& numbers, std::size_t behind, std::size_t text_length,
                                  bool confidences, Box& before) {
  const auto most = static_cast<std::int64_t>(text_length);
  PageWord word;
  word.start = behind + static_cast<std::size_t>(numbers.number(most));
  word.end = word.start + static_cast<std::size_t>(numbers.number(most));
  Box box;
  box.left = before.right + numbers.signed_number(kUnits);
  box.top = before.top + numbers.signed_number(kUnits);
  box.right = box.left + numbers.number(kUnits);
  box.bottom = box.top + (before.bottom - before.top) + numbers.signed_number(kUnits);
  if (confidences) {
    word.confidence = static_cast<double>(numbers.number(kConfidenceUnits)) / kConfidenceUnits;
  }
  const bool placed = word.start < word.end && word.end <= text_length;
  const bool inside = box.left >= 0 && box.top >= 0 && box.bottom >= box.top &&
                      box.right <= kUnits && box.bottom <= kUnits;
  if (!numbers.good() || !placed || !inside) return std::nullopt;
  word.x = part(box.left);
  word.y = part(box.top);
  word.width = part(box.right - box.left);
  word.height = part(box.bottom - box.top);
  before = box;
  return word;
}

}  // namespace

std::string encode_words(const PageWords& words) {
  const bool confidences = !words.words.empty() && words.words.front().confidence.has_value();
  std::string out;
  put_number(kForm, out);
  put_number(static_cast<std::uint64_t>(words.rotation / kQuarter % 4), out);
  put_number(parts_of_points(words.page_width), out);
  put_number(parts_of_points(words.page_height), out);
  put_number(confidences ? 1 : 0, out);
  put_number(words.words.size(), out);
  std::size_t behind = 0;
  Box before;
  for (const PageWord& word : words.words) {
    put_word(word, behind, confidences, before, out);
    behind = word.end;
  }
  return out;
}

std::optional<PageWords> decode_words(std::string_view bytes, std::size_t text_length) {
  constexpr auto kMaxParts = static_cast<std::int64_t>(kMaxPoints * kPartsOfPoint);
  Numbers numbers(bytes);
  PageWords found;
  if (numbers.number(kForm) != kForm) return std::nullopt;
  found.rotation = static_cast<int>(numbers.number(3)) * kQuarter;
  found.page_width = static_cast<double>(numbers.number(kMaxParts)) / kPartsOfPoint;
  found.page_height = static_cast<double>(numbers.number(kMaxParts)) / kPartsOfPoint;
  const bool confidences = numbers.number(1) == 1;
  const auto count =
      static_cast<std::size_t>(numbers.number(static_cast<std::int64_t>(text_length)));
  if (!numbers.good() || count > numbers.left()) return std::nullopt;
  found.words.reserve(count);
  std::size_t behind = 0;
  Box before;
  for (std::size_t i = 0; i < count; ++i) {
    const auto word = take_word(numbers, behind, text_length, confidences, before);
    if (!word) return std::nullopt;
    behind = word->end;
    found.words.push_back(*word);
  }
  if (!numbers.at_end()) return std::nullopt;
  return found;
}

}  // namespace assay
