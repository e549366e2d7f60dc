// SPDX-License-Identifier: Apache-2.0
// Comparing the letters that are left when form is taken away.
#include "pipeline/llm/quotes.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <vector>

#include "core/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::llm {
namespace {

constexpr std::ptrdiff_t kLeastTelling = 3;

bool is_hyphen(char32_t c) {
  return c == U'-' || c == 0xAD || c == 0x2010 || c == 0x2011;
}

bool is_telling(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO &&
         category != UTF8PROC_CATEGORY_MN && category != UTF8PROC_CATEGORY_MC &&
         category != UTF8PROC_CATEGORY_ME;
}

// A character that counts, and the bytes it stood on.
struct Mark {
  char32_t letter = 0;  // lower case
  std::size_t start = 0;
  std::size_t end = 0;
};

std::vector<Mark> marks_of(std::string_view text) {
  std::vector<Mark> marks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t c = utf8::next(text, at);
    if (text::is_space(c) || is_hyphen(c)) continue;
    const auto lower = utf8proc_tolower(static_cast<utf8proc_int32_t>(c));
    marks.push_back({static_cast<char32_t>(lower), start, at});
  }
  return marks;
}

// Whether a word goes on across the border between two neighbouring marks.
bool cuts_word(const Mark& before, const Mark& after) {
  return before.end == after.start && is_telling(before.letter) && is_telling(after.letter);
}

}  // namespace

std::optional<Found> find_quote(std::string_view content, std::string_view quote) {
  const auto wanted = marks_of(quote);
  const auto telling =
      std::ranges::count_if(wanted, [](const Mark& mark) { return is_telling(mark.letter); });
  if (telling < kLeastTelling) return std::nullopt;
  const std::size_t exact = content.find(quote);
  if (exact != std::string_view::npos) return Found{exact, exact + quote.size(), false};
  const auto marks = marks_of(content);
  const auto same = [](const Mark& a, const Mark& b) { return a.letter == b.letter; };
  for (auto from = marks.begin();; ++from) {
    from = std::search(from, marks.end(), wanted.begin(), wanted.end(), same);
    if (from == marks.end()) return std::nullopt;
    const auto last = from + static_cast<std::ptrdiff_t>(wanted.size()) - 1;
    const bool cut = (from != marks.begin() && cuts_word(*(from - 1), *from)) ||
                     (last + 1 != marks.end() && cuts_word(*last, *(last + 1)));
    if (!cut) return Found{from->start, last->end, true};
  }
}

}  // namespace assay::llm
