// SPDX-License-Identifier: Apache-2.0
// Builds a YAML tree from libyaml's events, under the limits of yaml_document.hpp.
#include <yaml.h>
#include <algorithm>
#include <unordered_map>

#include "core/json/utf8.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/yaml_document.hpp"

namespace assay::packs {
namespace {

std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

// Refuses, before the scanner runs, input that would cost it too much.
void check_bytes(std::string_view text) {
  if (text.size() > kMaxYamlBytes) refuse(kFile, "YAML of more than 32 MiB is not read");
  bool bad = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    static_cast<void>(utf8::next(text, at, &bad));
    if (bad) refuse(line_of(text, begin), kFile, "is not UTF-8");
  }
  // libyaml compares each tag directive with all earlier ones; tags are not read anyway.
  for (std::size_t at = text.find("%TAG"); at != std::string_view::npos;
       at = text.find("%TAG", at + 1)) {
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r') {
      refuse(line_of(text, at), kFile, "tag directives are not supported");
    }
  }
}

}  // namespace

class YamlParser {
 public:
  explicit YamlParser(std::string_view text) : text_(text) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    const std::string_view body =
        text.starts_with(utf8::kByteOrderMark) ? text.substr(utf8::kByteOrderMark.size()) : text;
    // libyaml counts bytes as unsigned char; it only reads them.
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const yaml_char_t*>(body.data()),
                                 body.size());
  }
  YamlParser(const YamlParser&) = delete;
  YamlParser& operator=(const YamlParser&) = delete;
  ~YamlParser() { yaml_parser_delete(&parser_); }

  // Precondition: *event is empty.
  void next(yaml_event_t& event) {
    if (yaml_parser_parse(&parser_, &event) != 0) return;
    if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    std::string what = parser_.problem != nullptr ? parser_.problem : "cannot be read";
    if (parser_.error == YAML_READER_ERROR) {
      refuse(line_of(text_, parser_.problem_offset), kFile, "is not YAML: " + what);
    }
    if (parser_.context != nullptr) what = std::string(parser_.context) + " " + what;
    refuse(parser_.problem_mark.line + 1, kFile,
           "is not YAML: " + what + ", column " + std::to_string(parser_.problem_mark.column + 1));
  }

 private:
  std::string_view text_;
  yaml_parser_t parser_{};
};

struct YamlEvent {
  YamlEvent() = default;
  YamlEvent(const YamlEvent&) = delete;
  YamlEvent& operator=(const YamlEvent&) = delete;
  ~YamlEvent() { yaml_event_delete(&value); }
  [[nodiscard]] std::size_t line() const { return value.start_mark.line + 1; }
  yaml_event_t value{};
};

namespace {

std::string_view text_of(const yaml_char_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

std::string name_of(const yaml_char_t* name) {
  return name == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(name));
}

}  // namespace

class YamlBuilder {
 public:
  YamlBuilder(std::string_view text, YamlDocument& document)
      : parser_(text), nodes_(document.nodes_) {}

  void run() {
    int documents = 0;
    for (bool more = true; more;) {
      YamlEvent event;
      parser_.next(event.value);
      const std::size_t line = event.line();
      if (event.value.type == YAML_DOCUMENT_START_EVENT && ++documents > 1) {
        refuse(line, kFile, "a second document begins; only one is read");
      }
      more = event.value.type != YAML_STREAM_END_EVENT;
      take(event.value, line);
    }
    if (nodes_.empty()) refuse(kFile, "is empty");
  }

 private:
  using Kind = YamlDocument::Kind;
  struct Frame {
    std::uint32_t node = 0;
    bool has_key = false;
    std::string key = {};
    std::uint32_t key_line = 0;
  };

  void take(const yaml_event_t& event, std::size_t line) {
    switch (event.type) {
      case YAML_SCALAR_EVENT:
        return scalar(event.data.scalar, line);
      case YAML_ALIAS_EVENT:
        return alias(name_of(event.data.alias.anchor), line);
      case YAML_SEQUENCE_START_EVENT:
        no_tag(event.data.sequence_start.tag, line);
        return open(Kind::List, name_of(event.data.sequence_start.anchor), line);
      case YAML_MAPPING_START_EVENT:
        no_tag(event.data.mapping_start.tag, line);
        return open(Kind::Map, name_of(event.data.mapping_start.anchor), line);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close();
      default:
        return;
    }
  }

  static void no_tag(const yaml_char_t* tag, std::size_t line) {
    if (tag != nullptr) refuse(line, kFile, "tags are not supported: " + quoted(name_of(tag)));
  }

  [[nodiscard]] bool wants_key() const {
    return !open_.empty() && nodes_[open_.back().node].kind == Kind::Map && !open_.back().has_key;
  }

  void scalar(const decltype(yaml_event_t::data.scalar)& value, std::size_t line) {
    no_tag(value.tag, line);
    const std::string_view text = text_of(value.value, value.length);
    const bool plain = value.style == YAML_PLAIN_SCALAR_STYLE;
    if (text.find('\0') != std::string_view::npos) refuse(line, kFile, "a string holds a NUL");
    if (wants_key()) {
      if (plain && text == "<<") refuse(line, kFile, "merge keys (<<) are not supported");
      open_.back().has_key = true;
      open_.back().key = text;
      open_.back().key_line = static_cast<std::uint32_t>(line);
      return;
    }
    YamlDocument::Node node{Kind::Text, plain, static_cast<std::uint32_t>(line), 1, text.size()};
    node.text = text;
    const std::uint32_t index = add(std::move(node), line);
    if (value.anchor != nullptr) anchors_[name_of(value.anchor)] = index;
    attach(index);
  }

  void open(Kind kind, const std::string& anchor, std::size_t line) {
    if (wants_key()) refuse(line, kFile, "a key must be a string");
    if (open_.size() == kMaxYamlDepth) refuse(line, kFile, "is nested deeper than 64 levels");
    const std::uint32_t index = add({kind, false, static_cast<std::uint32_t>(line)}, line);
    if (!anchor.empty()) anchors_[anchor] = index;
    attach(index);
    open_.push_back({index});
  }

  void close() {
    YamlDocument::Node& node = nodes_[open_.back().node];
    if (node.kind == Kind::Map) refuse_duplicates(node);
    std::uint32_t nodes = 1;
    for (const YamlDocument::Member& member : node.members) {
      nodes += nodes_[member.value].nodes;
      node.bytes += nodes_[member.value].bytes + member.key.size();
    }
    node.nodes = nodes;
    open_.pop_back();
  }

  void alias(const std::string& name, std::size_t line) {
    if (wants_key()) refuse(line, kFile, "a key must be a string");
    const auto anchor = anchors_.find(name);
    if (anchor == anchors_.end()) refuse(line, kFile, "there is no anchor named " + quoted(name));
    const YamlDocument::Node& node = nodes_[anchor->second];
    if (node.nodes == 0) refuse(line, kFile, quoted(name) + " contains itself");
    count(node.nodes, line);
    aliased_bytes_ += node.bytes;
    if (aliased_bytes_ > kMaxAliasedBytes) {
      refuse(line, kFile, "aliases repeat more than 16 MiB of text");
    }
    attach(anchor->second);
  }

  void count(std::size_t more, std::size_t line) {
    count_ += more;
    if (count_ > kMaxYamlNodes) {
      refuse(line, kFile, "holds more than 1,000,000 values (aliases written out)");
    }
  }

  std::uint32_t add(YamlDocument::Node node, std::size_t line) {
    count(1, line);
    nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  void attach(std::uint32_t index) {
    if (open_.empty()) return;
    Frame& top = open_.back();
    nodes_[top.node].members.push_back({std::move(top.key), top.key_line, index});
    top.key.clear();
    top.has_key = false;
  }

  static void refuse_duplicates(const YamlDocument::Node& map) {
    std::vector<const YamlDocument::Member*> sorted;
    sorted.reserve(map.members.size());
    for (const YamlDocument::Member& member : map.members) sorted.push_back(&member);
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
      return a->key != b->key ? a->key < b->key : a->line < b->line;
    });
    const auto twice =
        std::adjacent_find(sorted.begin(), sorted.end(),
                           [](const auto* a, const auto* b) { return a->key == b->key; });
    if (twice == sorted.end()) return;
    refuse((*std::next(twice))->line, kFile,
           "the key " + quoted((*twice)->key) + " appears twice, first in line " +
               std::to_string((*twice)->line));
  }

  YamlParser parser_;
  std::vector<YamlDocument::Node>& nodes_;
  std::vector<Frame> open_;
  std::unordered_map<std::string, std::uint32_t> anchors_;
  std::size_t count_ = 0;
  std::uint64_t aliased_bytes_ = 0;
};

Result<YamlDocument> YamlDocument::parse(std::string_view text) {
  try {
    check_bytes(text);
    YamlDocument document;
    YamlBuilder(text, document).run();
    return document;
  } catch (const ParseError& refused) {
    return refused.error();
  }
}

}  // namespace assay::packs
