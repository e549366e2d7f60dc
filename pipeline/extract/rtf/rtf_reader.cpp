// SPDX-License-Identifier: Apache-2.0
// Reads RTF: the body, then footnotes and endnotes, then each header and footer once. Interprets
// control words.
#include "pipeline/extract/rtf/rtf_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/rtf/rtf_tokens.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxGroups = 10'000;
constexpr std::size_t kMaxFlows = 16;
constexpr int kMaxUnicodeSkip = 16;

bool has_flow(RtfDestination destination) {
  return destination == RtfDestination::Note || destination == RtfDestination::PageEdge ||
         destination == RtfDestination::Box || destination == RtfDestination::Author ||
         destination == RtfDestination::Comment;
}

}  // namespace

RtfReader::RtfReader(PageBuilder& builder) : builder_(builder) {
  flows_.reserve(kMaxFlows);
  flows_.emplace_back(builder);
}

bool RtfReader::visible() const {
  switch (group_.destination) {
    case RtfDestination::Skipped:
    case RtfDestination::Fonts:
    case RtfDestination::Styles:
    case RtfDestination::Variants:
    case RtfDestination::Properties:
      return false;
    default:
      return !group_.hidden && !group_.deleted;
  }
}

bool RtfReader::in_table() const {
  return group_.paragraph.in_table || group_.paragraph.nesting > 1;
}

int RtfReader::heading_level() const {
  const int outline = group_.paragraph.outline;
  if (outline >= 0) return outline <= 8 ? outline + 1 : 0;
  return styles_.heading_level(group_.paragraph.style);
}

int RtfReader::code_page() const {
  const int font = group_.font >= 0 ? group_.font : default_font_.value_or(-1);
  const int of_font = font >= 0 ? fonts_.code_page_of(font) : 0;
  return of_font > 0 ? of_font : document_page_;
}

void RtfReader::open() {
  to_skip_ = 0;
  first_ = true;
  optional_ = false;
  if (outer_.size() == kMaxGroups) {
    ++beyond_;
  } else {
    outer_.push_back(group_);
  }
}

void RtfReader::end_flow(RtfDestination destination) {
  const std::string text = flow().finish(heading_level());
  flows_.pop_back();
  if (trim(text).empty()) return;
  kept_bytes_ += text.size();
  if (kept_bytes_ > frames::kMaxTextBytes) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The document holds more than 50 MB of text. Split it into smaller files.");
  }
  if (destination == RtfDestination::Author) {
    author_ = text;
  } else if (destination == RtfDestination::Comment) {
    comments_.push_back(comment_line(std::exchange(author_, {}), {}, text));
  } else if (destination == RtfDestination::Box) {
    flow().add({0, false, text}, in_table());
  } else if (destination == RtfDestination::Note) {
    notes_.push_back(text);
  } else if (seen_edges_.insert(text).second) {
    edges_.push_back(text);
  }
}

// Comments follow the paragraph of the body, or the table, that they belong to.
void RtfReader::end_comments() {
  if (flows_.size() > 1) return;
  for (const std::string& comment : std::exchange(comments_, {})) builder_.paragraph(comment);
}

void RtfReader::close() {
  to_skip_ = 0;
  first_ = false;
  optional_ = false;
  if (beyond_ > 0) {
    --beyond_;
    return;
  }
  if (outer_.empty()) return;
  const Group around = outer_.back();
  if (group_.destination == RtfDestination::Styles) styles_.end_style();
  if (group_.destination == RtfDestination::Label && around.destination != RtfDestination::Label) {
    flow().end_label();
  }
  const RtfDestination ended = group_.destination;
  const bool ends_flow = around.flows != group_.flows;
  if (ends_flow) end_flow(ended);
  group_ = around;
  outer_.pop_back();
}

void RtfReader::begin_destination(const RtfToken& token) {
  const RtfDestination before = group_.destination;
  const bool optional = std::exchange(optional_, false);
  first_ = false;
  const RtfDestination now = rtf_destination(token.text, optional, before);
  // Only a group of its own can be a destination.
  if (now == before || outer_.empty() || beyond_ > 0) return;
  group_.destination = now;
  if (now == RtfDestination::Label && visible()) flow().begin_label();
  if (!has_flow(now)) return;
  if (flows_.size() == kMaxFlows || !visible()) return;
  flows_.emplace_back();
  group_.flows = flows_.size();
  group_.paragraph = {};
}

void RtfReader::text_word(const RtfToken& token) {
  if (token.text == "u" && token.has_value) {
    unit(token.value);
  } else if (const std::string_view text = rtf_character(token.text); !text.empty()) {
    if (visible()) flow().characters().text(text);
  }
}

void RtfReader::property(const RtfToken& token) {
  const std::string_view name = token.text;
  if (name == "v") group_.hidden = token.on();
  if (name == "deleted") group_.deleted = token.on();
  if (name == "f") group_.font = token.value;
  if (name == "uc") group_.unicode_skip = std::clamp(token.value, 0, kMaxUnicodeSkip);
  if (name == "plain") {
    group_.hidden = false;
    group_.deleted = false;
    group_.font = -1;
  }
  if (name == "pard") group_.paragraph = {};
  if (name == "s") group_.paragraph.style = token.value;
  if (name == "outlinelevel") group_.paragraph.outline = token.value;
  if (name == "intbl") group_.paragraph.in_table = token.on();
  if (name == "itap") group_.paragraph.nesting = token.value;
  if (name == "deff") default_font_ = token.value;
  if (name == "ansicpg" && token.value > 0) document_page_ = token.value;
  if (name == "mac") document_page_ = 10000;
  if (name == "pc") document_page_ = 437;
  if (name == "pca") document_page_ = 850;
}

void RtfReader::structure(const RtfToken& token) {
  const std::string_view name = token.text;
  // Descriptions of inner tables' rows are not those of the outer one.
  if (group_.destination != RtfDestination::Properties) flow().table().describe(token);
  if (!visible() && name != "row" && name != "cell") return;
  if (name == "par" || name == "sect" || name == "page" || name == "column") {
    flow().end_paragraph(heading_level(), in_table());
    if (!in_table()) end_comments();
  } else if (name == "cell") {
    flow().end_cell(heading_level());
  } else if (name == "row") {
    flow().end_row();
  }
}

void RtfReader::word(const RtfToken& token) {
  if (to_skip_ > 0 && token.text != "bin") {
    // Control words count as one character too, except those that end what may be skipped.
    --to_skip_;
    if (!rtf_character(token.text).empty()) return;
  }
  if (first_ || optional_) begin_destination(token);
  switch (group_.destination) {
    case RtfDestination::Skipped:
    case RtfDestination::Variants:
      return;
    case RtfDestination::Fonts:
      if (token.text == "f") fonts_.begin(token.value);
      if (token.text == "fcharset") fonts_.charset(token.value);
      if (token.text == "cpg") fonts_.code_page(token.value);
      return;
    case RtfDestination::Styles:
      return styles_.word(token);
    default:
      break;
  }
  property(token);
  text_word(token);
  structure(token);
}

void RtfReader::unit(int value) {
  to_skip_ = group_.unicode_skip;
  if (visible()) flow().characters().unit(value);
}

void RtfReader::bytes(std::string_view bytes) {
  const std::size_t skipped = std::min(static_cast<std::size_t>(to_skip_), bytes.size());
  to_skip_ -= static_cast<int>(skipped);
  bytes.remove_prefix(skipped);
  if (bytes.empty()) return;
  first_ = false;
  optional_ = false;
  if (group_.destination == RtfDestination::Styles) return styles_.name(bytes);
  if (visible()) flow().characters().bytes(bytes, code_page());
}

void RtfReader::symbol(char c) {
  if (c == '*') {
    optional_ = first_;  // some programs write it inside a group, where it says nothing
    return;
  }
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  if (c == '\n' || c == '\r') return structure({RtfToken::Kind::Word, "par", 0, false});
  if (!visible()) return;
  if (c == '{' || c == '}' || c == '\\') flow().characters().bytes({&c, 1}, code_page());
  if (c == '~') flow().characters().text(" ");
  if (c == '_') flow().characters().text("-");
  if (c == '\t') flow().characters().text("\t");
}

void RtfReader::take(const RtfToken& token) {
  switch (token.kind) {
    case RtfToken::Kind::Open:
      return open();
    case RtfToken::Kind::Close:
      return close();
    case RtfToken::Kind::Word:
      return word(token);
    case RtfToken::Kind::Symbol:
      return symbol(token.text.front());
    case RtfToken::Kind::Byte: {
      const char byte = static_cast<char>(token.value);
      return bytes({&byte, 1});
    }
    case RtfToken::Kind::Text:
      return bytes(token.text);
    case RtfToken::Kind::Binary:
      break;
  }
  to_skip_ = std::max(0, to_skip_ - 1);
}

void RtfReader::finish() {
  beyond_ = 0;
  while (!outer_.empty()) close();
  static_cast<void>(flow().finish(heading_level()));
  end_comments();
  for (const std::string& note : notes_) builder_.paragraph(note);
  for (const std::string& edge : edges_) builder_.paragraph(edge);
}

void read_rtf(std::string_view bytes, PageBuilder& builder) {
  RtfTokens tokens(bytes);
  RtfReader reader(builder);
  while (const auto token = tokens.next()) reader.take(*token);
  reader.finish();
  builder.end_page();
}

}  // namespace assay::extract
