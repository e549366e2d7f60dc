// SPDX-License-Identifier: Apache-2.0
// Reads Markdown (CommonMark with GitHub's tables and task lists) with md4c. Removes marks that are
// not words (#, **, |); keeps words, placeholders such as {{name}}, code and link targets.
#include <libxml/HTMLparser.h>
#include <md4c.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <string>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/table/table_rows.hpp"
#include "pipeline/extract/text/text_blocks.hpp"

namespace assay::extract {
namespace {

// Decodes "&amp;", "&#8217;", "&#x2019;"; an unknown entity stays unchanged.
void append_entity(std::string_view entity, std::string& out) {
  const std::string name(entity.substr(1, entity.size() - 2));
  if (!name.starts_with('#')) {
    const htmlEntityDesc* known =
        ::htmlEntityLookup(reinterpret_cast<const xmlChar*>(name.c_str()));
    if (known == nullptr) {
      out += entity;
    } else {
      utf8::append(known->value, out);
    }
    return;
  }
  const bool hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  const char* begin = name.data() + (hex ? 2 : 1);
  std::uint32_t code = 0;
  const auto parsed = std::from_chars(begin, name.data() + name.size(), code, hex ? 16 : 10);
  const bool good =
      parsed.ec == std::errc() && code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  utf8::append(good ? static_cast<char32_t>(code) : utf8::kReplacement, out);
}

struct MarkdownList {
  bool ordered = false;
  unsigned next = 1;
  char delimiter = '.';
};

// Turns md4c's events into blocks.
class MarkdownReader {
 public:
  explicit MarkdownReader(PageBuilder& builder) : builder_(builder) {}

  void enter(MD_BLOCKTYPE type, void* detail);
  void leave(MD_BLOCKTYPE type, void* detail);
  void enter_span(MD_SPANTYPE type, void* detail);
  void leave_span(MD_SPANTYPE type, void* detail);
  void text(MD_TEXTTYPE type, std::string_view piece);

 private:
  void flush(BlockKind kind, int level = 0);
  void enter_item(const MD_BLOCK_LI_DETAIL& item);

  PageBuilder& builder_;
  std::string text_;
  std::string marker_;  // of a list item without text so far
  std::vector<MarkdownList> lists_;
  std::vector<std::size_t> link_starts_;
  std::vector<Row> rows_;
  std::size_t header_rows_ = 0;
  bool in_html_block_ = false;
};

void MarkdownReader::flush(BlockKind kind, int level) {
  if (trim(text_).empty()) {
    text_.clear();
    return;
  }
  if (kind == BlockKind::Heading) {
    builder_.heading(level, text_);
  } else if (!marker_.empty()) {
    builder_.list_item(marker_ + text_);
    marker_.clear();
  } else {
    builder_.paragraph(text_);
  }
  text_.clear();
}

void MarkdownReader::enter_item(const MD_BLOCK_LI_DETAIL& item) {
  marker_ = "- ";
  if (!lists_.empty() && lists_.back().ordered) {
    MarkdownList& list = lists_.back();
    marker_ = std::to_string(list.next++) + list.delimiter + ' ';
  }
  if (item.is_task != 0) marker_ += item.task_mark == ' ' ? "[ ] " : "[x] ";
}

void MarkdownReader::enter(MD_BLOCKTYPE type, void* detail) {
  // A tight list item's text is not in a paragraph: the start of any block ends it.
  const bool cell = type == MD_BLOCK_TH || type == MD_BLOCK_TD;
  if (!cell) flush(BlockKind::Paragraph);
  if (type == MD_BLOCK_UL) {
    lists_.push_back({});
  } else if (type == MD_BLOCK_OL) {
    const auto& list = *static_cast<const MD_BLOCK_OL_DETAIL*>(detail);
    lists_.push_back({true, list.start, list.mark_delimiter});
  } else if (type == MD_BLOCK_LI) {
    enter_item(*static_cast<const MD_BLOCK_LI_DETAIL*>(detail));
  } else if (type == MD_BLOCK_TABLE) {
    rows_.clear();
    header_rows_ = static_cast<const MD_BLOCK_TABLE_DETAIL*>(detail)->head_row_count;
  } else if (type == MD_BLOCK_TR) {
    rows_.emplace_back();
  }
  in_html_block_ = type == MD_BLOCK_HTML;
}

void MarkdownReader::leave(MD_BLOCKTYPE type, void* detail) {
  switch (type) {
    case MD_BLOCK_H:
      return flush(BlockKind::Heading,
                   static_cast<int>(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level));
    case MD_BLOCK_HTML:
      marker_.clear();
      in_html_block_ = false;
      add_html_fragment(text_, builder_);
      return text_.clear();
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      rows_.back().push_back(std::exchange(text_, {}));
      return;
    case MD_BLOCK_TABLE:
      return add_table(rows_, header_rows_, builder_);
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      lists_.pop_back();
      return;
    case MD_BLOCK_LI:
      flush(BlockKind::ListItem);
      return marker_.clear();
    default:
      if (type != MD_BLOCK_TR && type != MD_BLOCK_THEAD && type != MD_BLOCK_TBODY) {
        flush(BlockKind::Paragraph);
      }
  }
}

void MarkdownReader::enter_span(MD_SPANTYPE type, void* /*detail*/) {
  if (type == MD_SPAN_A) link_starts_.push_back(text_.size());
}

void MarkdownReader::leave_span(MD_SPANTYPE type, void* detail) {
  if (type != MD_SPAN_A || link_starts_.empty()) return;
  const MD_ATTRIBUTE& href = static_cast<const MD_SPAN_A_DETAIL*>(detail)->href;
  const std::string_view target(href.text, href.size);
  const std::size_t start = std::exchange(link_starts_.back(), 0);
  link_starts_.pop_back();
  const std::string_view shown = std::string_view(text_).substr(start);
  // Leave out targets that the text already shows, or that only link within the page.
  const bool said = target.empty() || target.starts_with('#') ||
                    shown.find(target) != std::string_view::npos ||
                    target.find(shown) != std::string_view::npos;
  if (said) return;
  text_ += " (";
  text_ += target;
  text_ += ')';
}

void MarkdownReader::text(MD_TEXTTYPE type, std::string_view piece) {
  switch (type) {
    case MD_TEXT_BR:
      text_ += '\n';
      return;
    case MD_TEXT_SOFTBR:
      text_ += ' ';
      return;
    case MD_TEXT_ENTITY:
      return append_entity(piece, text_);
    case MD_TEXT_HTML:
      // Inline tags contain no words; <br> separates lines. Whole blocks keep their tags for
      // add_html_fragment.
      if (in_html_block_) {
        text_ += piece;
      } else if (ascii_lower(piece.substr(0, 3)) == "<br") {
        text_ += '\n';
      }
      return;
    default:
      text_ += piece;
  }
}

// md4c is C: an exception must not pass through it, so it is kept here until md_parse returns.
struct Session {
  MarkdownReader reader;
  std::exception_ptr thrown;

  template <class F>
  int guard(F&& act) noexcept {
    try {
      act(reader);
      return 0;
    } catch (...) {
      thrown = std::current_exception();
      return -1;
    }
  }
};

Session& session_of(void* data) {
  return *static_cast<Session*>(data);
}

void parse(std::string_view text, PageBuilder& builder) {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_TASKLISTS | MD_FLAG_STRIKETHROUGH |
                 MD_FLAG_PERMISSIVEATXHEADERS | MD_FLAG_NOINDENTEDCODEBLOCKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    return session_of(data).guard([&](MarkdownReader& r) { r.enter(type, detail); });
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    return session_of(data).guard([&](MarkdownReader& r) { r.leave(type, detail); });
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
    return session_of(data).guard([&](MarkdownReader& r) { r.enter_span(type, detail); });
  };
  parser.leave_span = [](MD_SPANTYPE type, void* detail, void* data) {
    return session_of(data).guard([&](MarkdownReader& r) { r.leave_span(type, detail); });
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* piece, MD_SIZE size, void* data) {
    return session_of(data).guard([&](MarkdownReader& r) { r.text(type, {piece, size}); });
  };
  Session session{MarkdownReader(builder), nullptr};
  const int result = ::md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &session);
  if (session.thrown) std::rethrow_exception(session.thrown);
  if (result != 0) throw std::bad_alloc();
}

// Removes "---" ... "---" from the top; its lines are metadata such as title, owner and version.
std::string_view take_front_matter(std::string_view text, PageBuilder& builder) {
  if (!text.starts_with("---\n") && !text.starts_with("---\r\n")) return text;
  const std::size_t begin = text.find('\n') + 1;
  std::size_t end = text.find("\n---", begin - 1);
  if (end == std::string_view::npos) return text;
  const std::size_t after = end + 4;
  const bool closed = after == text.size() || text[after] == '\n' || text[after] == '\r';
  if (!closed) return text;
  if (end >= begin) builder.paragraph(text.substr(begin, end - begin));
  return text.substr(after);
}

}  // namespace

void read_markdown(std::string_view bytes, PageBuilder& builder) {
  const std::string text = to_utf8(bytes);
  parse(take_front_matter(text, builder), builder);
  builder.end_page();
}

}  // namespace assay::extract
