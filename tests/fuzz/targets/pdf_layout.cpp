// SPDX-License-Identifier: Apache-2.0
// Fuzzes our layout of PDF pages, with words at places from the input: 12 bytes and a text each.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "tests/fuzz/targets/pages.hpp"

namespace {

using assay::fuzz::take_byte;

// Quarter points from -1,024 to 15,359: mostly places on a page, and some beyond it.
double take_place(std::string_view& input) {
  const unsigned high = take_byte(input);
  return (static_cast<double>(high * 256 + take_byte(input)) - 4096) / 4;
}

assay::extract::PdfWord take_word(std::string_view& input, unsigned shape) {
  assay::extract::PdfWord word;
  word.left = take_place(input);
  word.top = take_place(input);
  // Often zero width or height.
  word.right = word.left + take_byte(input) % 128;
  word.bottom = word.top + take_byte(input) % 32;
  word.size = take_byte(input) % 40;
  word.bold = (shape & 1U) != 0;
  word.weight = word.bold ? 700 : 400;
  word.space_after = (shape & 2U) != 0;
  word.rotation = static_cast<int>((shape >> 2U) & 3U);
  const std::size_t wanted = take_byte(input) % 32;
  const std::size_t length = std::min(wanted, input.size());
  word.text = assay::utf8::repair(input.substr(0, length));
  std::erase(word.text, '\0');
  input.remove_prefix(length);
  return word;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  std::vector<assay::extract::PdfPage> pages;
  std::vector<assay::extract::PdfWord> words;
  const auto end_page = [&pages, &words] {
    pages.push_back({612, 792, assay::extract::lines_of_words(words), {}, {612, 792, 0}});
    words.clear();
  };
  while (!input.empty()) {
    const unsigned shape = take_byte(input);
    if (shape >= 0xF0) {
      end_page();
    } else {
      words.push_back(take_word(input, shape));
    }
  }
  end_page();
  assay::fuzz::CheckedPages sink;
  assay::extract::PageBuilder builder(sink);
  const assay::extract::PdfStyle style(pages);
  assay::extract::PdfPages out(style, builder);
  for (const assay::extract::PdfPage& page : pages) out.add(page);
  return 0;
}
