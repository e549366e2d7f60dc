// SPDX-License-Identifier: Apache-2.0
// Has poppler go through a page once and takes words and lines from it. poppler-cpp gives words
// alone, and copies the whole cross-reference table for each page.
#include "pipeline/extract/pdf/pdf_words.hpp"

#include <poppler/Annot.h>
#include <poppler/Catalog.h>
#include <poppler/PDFDoc.h>
#include <poppler/Stream.h>
#include <poppler/UTF.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/c_handle.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/pdf/page_device.hpp"
#include "pipeline/extract/pdf/pdf_direction.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_tags.hpp"

namespace assay::extract {
namespace {

void append_form(char32_t form, std::string& out) {
  std::u32string codes;
  const std::string letters = letters_of(form);
  for (std::size_t at = 0; at < letters.size();) codes.push_back(utf8::next(letters, at));
  for (const char32_t code : seen_from_left(codes)) utf8::append(code, out);
}

void append_code(Unicode code, std::string& out) {
  const bool bad = code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF);
  utf8::append(bad ? utf8::kReplacement : static_cast<char32_t>(code), out);
}

std::string text_of(const TextWord& word) {
  std::string out;
  for (int i = 0; i < word.getLength(); ++i) {
    const Unicode code = *word.getChar(i);
    if (code == 0xFEFF) continue;
    if (presentation_form(code)) {
      append_form(code, out);
    } else {
      append_code(code, out);
    }
  }
  return out;
}

// What the letters of one font on a page say about its true size.
struct FontUse {
  int weight = kRegular;
  double width = 0;  // of all Latin letters, in sizes of the font
  double letters = 0;

  // Fonts that draw each letter by a program of their own (Type 3) may state any size. No font's
  // letters are narrower than a third of its size on average.
  [[nodiscard]] double true_size(double stated) const {
    constexpr double kNarrowest = 0.32;
    constexpr double kUsual = 0.52;
    const double mean = letters > 0 ? width / letters : 0;
    return letters >= 8 && mean < kNarrowest ? stated * mean / kUsual : stated;
  }
};

class WordReader {
 public:
  WordReader(TextWordList& list, const PageDevice& device)
      : list_(list), device_(device), page_(device.shown()) {
    for (int i = 0; i < list_.getLength(); ++i) {
      const TextWord& word = *list_.get(i);
      if (word.getLength() == 0) continue;
      const auto [found, added] = fonts_.try_emplace(word.getFontInfo(0));
      if (added) {
        const GooString* name = word.getFontName(0);
        if (name != nullptr) found->second.weight = font_weight(name->toStr());
      }
      if (word.getRotation() == 0) count_letters(word, found->second);
    }
  }

  [[nodiscard]] std::vector<PdfWord> words() const {
    std::vector<PdfWord> out;
    out.reserve(static_cast<std::size_t>(list_.getLength()));
    for (int i = 0; i < list_.getLength(); ++i) {
      if (list_.get(i)->getLength() > 0) out.push_back(word_of(*list_.get(i)));
    }
    return out;
  }

 private:
  static void count_letters(const TextWord& word, FontUse& use) {
    for (int i = 0; i < word.getLength(); ++i) {
      const Unicode code = *word.getChar(i);
      const double width = usable(word.getEdge(i + 1)) - usable(word.getEdge(i));
      const double size = usable(word.getFontSize());
      if (code < 'A' || code > 'z' || width <= 0 || size <= 0) continue;
      use.width += width / size;
      ++use.letters;
    }
  }

  [[nodiscard]] PdfWord word_of(const TextWord& box) const {
    PdfWord word;
    word.text = text_of(box);
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
    box.getBBox(&left, &top, &right, &bottom);
    std::tie(word.left, word.right) = std::minmax({usable(left), usable(right)});
    std::tie(word.top, word.bottom) = std::minmax({usable(top), usable(bottom)});
    word.space_after = box.getSpaceAfter();
    word.rotation = box.getRotation();
    const FontUse& use = fonts_.at(box.getFontInfo(0));
    const double stated = usable(box.getFontSize());
    word.size = stated > 0 ? use.true_size(stated) : word.bottom - word.top;
    if (word.rotation == 0) {
      word.tag = device_.tag_of(word.left, word.right, usable(box.getBaseline()));
    }
    word.weight = use.weight;
    word.bold = use.weight >= kBold;
    if (word.size < stated && word.rotation == 0) {
      word.top = usable(box.getBaseline()) - word.size * 0.9;
      word.bottom = word.top + word.size * 1.2;
    }
    if (page_.width > 0 && page_.height > 0) {
      word.shown = {word.left / page_.width, word.top / page_.height, word.right / page_.width,
                    word.bottom / page_.height};
    }
    return word;
  }

  TextWordList& list_;
  const PageDevice& device_;
  ShownPage page_;
  std::map<const TextFontInfo*, FontUse> fonts_;
};

// Of annotations, links draw a frame around text that is there already.
bool shows_text(Annot* annotation, void* /*unused*/) {
  return annotation->getType() != Annot::typeLink;
}

}  // namespace

struct PdfWords::Document {
  explicit Document(std::string_view bytes)
      // The document owns the stream.
      : pdf(new MemStream(bytes.data(), 0, static_cast<Goffset>(bytes.size()), Object(objNull))),
        tags(pdf) {}
  PDFDoc pdf;
  PdfTags tags;
};

PdfWords::PdfWords(std::string_view bytes) : document_(std::make_unique<Document>(bytes)) {}
PdfWords::~PdfWords() = default;

PdfPage PdfWords::page(int index) {
  if (!document_->pdf.isOk()) return {};
  PageDevice device(document_->tags);
  constexpr double kPointsPerInch = 72;
  document_->pdf.displayPage(&device, index + 1, kPointsPerInch, kPointsPerInch, 0, false, false,
                             false, nullptr, nullptr, shows_text);
  const std::unique_ptr<TextWordList> list = device.makeWordList();
  if (!list) return {};
  const ShownPage shown = device.shown();
  PdfPage page{shown.width, shown.height, {}, device.rules(), shown};
  page.lines = lines_of_words(WordReader(*list, device).words(), page.rules);
  return page;
}

std::string PdfWords::label(int index) {
  if (!document_->pdf.isOk()) return {};
  GooString label;
  if (!document_->pdf.getCatalog()->indexToLabel(index, &label)) return {};
  Unicode* codes = nullptr;
  const int count = ::TextStringToUCS4(label.toStr(), &codes);
  const CHandle<Unicode, ::gfree> owner(codes);
  std::string text;
  for (const Unicode code : std::span(codes, static_cast<std::size_t>(std::max(count, 0)))) {
    append_code(code, text);
  }
  return text;
}

}  // namespace assay::extract
