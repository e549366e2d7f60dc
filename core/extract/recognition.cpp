// SPDX-License-Identifier: Apache-2.0
// Has assay-ocr recognise the pages of a document that are pictures, a few at a time. Has assay-ocr
// draw a page of a document as a picture.
#include "core/extract/extractor.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extract/extract_child.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/extract/page_words.hpp"
#include "core/trace/log.hpp"

namespace assay {
namespace {

using frames::Type;

struct Batch {
  int first = 1;
  int count = 1;
};

struct Found {
  std::int64_t total = 0;  // pages of the document
  std::vector<Page> pages;
};

// pages: how many the document has, as far as is known.
Result<Found, ExtractFailure> recognize(const Extractor::Recognition& recognition,
                                        std::int64_t memory_bytes, Batch batch, std::int64_t pages,
                                        int document_fd, const ExtractWatch& watch) {
  // A busy machine lets the process wait, so only its processor time is measured closely. The clock
  // on the wall ends one that hangs.
  constexpr int kBusy = 5;
  constexpr std::chrono::seconds kLeast{60};
  const auto processor = recognition.page * batch.count;
  const auto wall = std::max<std::chrono::seconds>(processor * kBusy, kLeast);
  Conversation conversation(
      {{recognition.binary, std::to_string(batch.first), std::to_string(batch.count),
        recognition.languages, std::to_string(memory_bytes),
        std::to_string(recognition.page.count())}},
      {wall, wall, processor}, document_fd, watch.tick);
  Found found;
  for (;;) {
    if (watch.progress) {
      watch.progress(batch.first - 1 + static_cast<std::int64_t>(found.pages.size()),
                     std::max(pages, found.total));
    }
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) return found;
    if (frame->type == Type::Progress) {
      const auto json = Json::parse(frame->payload);
      found.total = json ? json->get("total").as_integer().value_or(0) : 0;
      continue;
    }
    auto page = frame->type == Type::Page ? frames::decode_page(frame->payload) : std::nullopt;
    const int expected = batch.first + static_cast<int>(found.pages.size());
    if (!page || page->number != expected || expected >= batch.first + batch.count) {
      return reader_crashed();
    }
    found.pages.push_back(std::move(*page));
  }
}

// The next pages to recognise from index on: neighbours that are pictures.
Batch next_batch(const std::vector<Page>& pages, std::size_t index, int at_most) {
  Batch batch{static_cast<int>(index) + 1, 0};
  while (index < pages.size() && batch.count < at_most &&
         pages[index].source == PageSource::Picture) {
    ++batch.count;
    ++index;
  }
  return batch;
}

// Takes what was recognised, unless the page's own text says nearly as much: that is exact, and
// what is drawn around it is no text.
void take(Page recognized, Page& page) {
  if (page.text.empty() || recognized.text.size() * 2 > page.text.size() * 3) {
    recognized.label = std::move(page.label);  // only the document's reader knows it
    page = std::move(recognized);
  } else {
    page.source = PageSource::Text;
  }
}

bool any_text(const std::vector<Page>& pages) {
  return std::any_of(pages.begin(), pages.end(),
                     [](const Page& page) { return !page.text.empty(); });
}

ExtractFailure no_text(bool looked) {
  return {ExtractProblem::NoText,
          looked
              ? "The pages are pictures, and no words were recognised in them. Scan the document "
                "again at 300 dots per inch, or upload a copy with a text layer."
              : "The pages are pictures, and recognising words in pictures (OCR) is switched off "
                "here. Upload a copy with a text layer.",
          {}};
}

bool installed(const std::string& language) {
  const std::string data = kTessdataFolder + ("/" + language + ".traineddata");
  if (::access(data.c_str(), R_OK) == 0) return true;
  log::warning("ocr_language_missing",
               {{"language", language}, {"package", "tesseract-ocr-" + language}});
  return false;
}

using frames::Type;

constexpr std::string_view kPngSignature("\x89PNG\r\n\x1A\n", 8);

// Collects the bytes of the one file that the child gives; reports a frame that is out of order or
// exceeds a limit.
class Drawing {
 public:
  [[nodiscard]] bool take(const Frame& frame) {
    if (frame.type == Type::FileBegin) return begin(frame.payload);
    if (frame.type == Type::FileEnd) return whole();
    if (frame.type != Type::FileData || !size_ || frame.payload.size() > *size_ - bytes_.size()) {
      return false;
    }
    bytes_ += frame.payload;
    return true;
  }
  [[nodiscard]] bool whole() const {
    return size_ && bytes_.size() == *size_ && bytes_.starts_with(kPngSignature);
  }
  [[nodiscard]] std::string& bytes() { return bytes_; }

 private:
  bool begin(std::string_view payload) {
    const auto json = Json::parse(payload);
    const std::int64_t size = json ? json->get("size").as_integer().value_or(-1) : -1;
    if (size_ || size < 0 || size > frames::kMaxPictureBytes) return false;
    size_ = static_cast<std::size_t>(size);
    return true;
  }

  std::optional<std::size_t> size_;
  std::string bytes_;
};

}  // namespace

Extractor::Recognition recognition_of(const std::string& extract_binary,
                                      const std::string& languages, std::chrono::seconds page) {
  Extractor::Recognition recognition;
  recognition.binary = std::filesystem::path(extract_binary).replace_filename("assay-ocr").string();
  recognition.page = page;
  for (std::size_t at = 0; at < languages.size();) {
    const std::size_t end = std::min(languages.find('+', at), languages.size());
    const std::string language = languages.substr(at, end - at);
    at = end + 1;
    if (language.empty() || !installed(language)) continue;
    recognition.languages += (recognition.languages.empty() ? "" : "+") + language;
  }
  return recognition;
}

std::optional<ExtractFailure> Extractor::recognize_pictures(Extracted& document, int document_fd,
                                                            const ExtractWatch& watch) const {
  std::vector<Page>& pages = document.pages;
  const bool on = !recognition_.languages.empty();
  std::int64_t text_bytes = 0;
  for (const Page& page : pages) text_bytes += static_cast<std::int64_t>(page.text.size());
  std::optional<ExtractFailure> failed;
  std::size_t alone_until = 0;  // pages before this one are recognised one by one
  for (std::size_t i = 0; on && i < pages.size();) {
    const Batch batch = next_batch(pages, i, i < alone_until ? 1 : recognition_.pages_at_once);
    if (batch.count == 0) {
      ++i;
      continue;
    }
    auto found = recognize(recognition_, limits_.memory_bytes, batch,
                           static_cast<std::int64_t>(pages.size()), document_fd, watch);
    if (!found && found.error().problem == ExtractProblem::Killed) return found.error();
    if (!found && batch.count > 1) {
      // Which page it was shows one by one.
      alone_until = i + static_cast<std::size_t>(batch.count);
      continue;
    }
    if (!found || found->pages.empty()) {
      if (!found) failed = found.error();
      ++i;  // remains a picture without text
      continue;
    }
    // Only now the pages of a picture are counted.
    if (found->total > limits_.max_pages) {
      return over_limit("pages", limits_.max_pages, found->total);
    }
    while (static_cast<std::int64_t>(pages.size()) < found->total) {
      pages.push_back(
          {static_cast<int>(pages.size()) + 1, {}, {}, PageSource::Picture, 1, encode_words({})});
    }
    for (Page& page : found->pages) {
      text_bytes += static_cast<std::int64_t>(page.text.size());
      take(std::move(page), pages.at(i++));
    }
    if (text_bytes > limits_.max_text_bytes) {
      return over_limit("bytes of text", limits_.max_text_bytes, text_bytes, "at least ");
    }
  }
  for (Page& page : pages) {
    if (page.source == PageSource::Picture && !page.text.empty()) page.source = PageSource::Text;
  }
  if (any_text(pages)) return std::nullopt;
  return failed ? failed : no_text(on);
}

Result<std::string, ExtractFailure> Extractor::draw(int document_fd, int page) const {
  const std::string binary = std::filesystem::path(binary_).replace_filename("assay-ocr").string();
  Conversation conversation(
      {{binary, "draw", std::to_string(page), std::to_string(limits_.memory_bytes),
        std::to_string(kMaxDrawingTime.count())}},
      {kMaxDrawingTime, kMaxDrawingTime}, document_fd, {});
  Drawing drawing;
  for (;;) {
    const auto frame = conversation.next();
    if (!frame) return frame.error();
    if (frame->type == Type::Done) {
      if (!drawing.whole()) return reader_crashed();
      return std::move(drawing.bytes());
    }
    if (!drawing.take(*frame)) return reader_crashed();
  }
}

}  // namespace assay
