// SPDX-License-Identifier: Apache-2.0
// Walks from tag to tag and counts the names in each, in time linear in the bytes.
#include "pipeline/extract/xml/xml_document.hpp"

#include <array>
#include <string>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

constexpr auto kNone = std::string_view::npos;

// In small letters.
struct Skipped {
  std::string_view begin;
  std::string_view end;
};
constexpr std::array kNoMarkup{Skipped{"<!--", "-->"}, Skipped{"<![cdata[", "]]>"},
                               Skipped{"<?", "?>"}};
constexpr std::array kRawText{Skipped{"<script", "</script"}, Skipped{"<style", "</style"}};

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '/';
}

// The end of a tag, and how many names it has, its own among them.
struct Tag {
  std::size_t end = 0;
  std::size_t names = 0;
};

// at: after its "<". A quote begins a value only after "=": elsewhere it is part of a name.
Tag tag_at(std::string_view bytes, std::size_t at) {
  Tag tag;
  bool in_name = false;
  bool value_next = false;
  for (; at < bytes.size() && bytes[at] != '>'; ++at) {
    const char c = bytes[at];
    if (c == '\0') continue;  // half of a character in UTF-16
    if (is_blank(c) || c == '=') {
      value_next = value_next || c == '=';
      in_name = false;
    } else if (value_next) {
      const bool quoted = c == '"' || c == '\'';
      at = quoted ? bytes.find(c, at + 1) : bytes.find_first_of(" \t\n\r>", at);
      value_next = false;
      if (at == kNone) break;
      if (!quoted) --at;
    } else if (!in_name) {
      ++tag.names;
      in_name = true;
    }
  }
  tag.end = at == kNone ? bytes.size() : at;
  return tag;
}

// Where what the table's row begins at `at` ends; kNone if no row does.
template <std::size_t N>
std::size_t end_of(const std::array<Skipped, N>& table, std::string_view bytes, std::size_t at) {
  for (const Skipped& row : table) {
    if (ascii_lower(bytes.substr(at, row.begin.size())) != row.begin) continue;
    for (std::size_t end = at; (end = bytes.find(row.end.front(), end)) != kNone; ++end) {
      if (ascii_lower(bytes.substr(end, row.end.size())) == row.end) return end;
    }
    return bytes.size();
  }
  return kNone;
}

}  // namespace

void require_few_attributes(std::string_view bytes, Markup markup) {
  for (std::size_t at = 0; (at = bytes.find('<', at)) < bytes.size();) {
    if (const std::size_t end = end_of(kNoMarkup, bytes, at); end != kNone) {
      at = end;
      continue;
    }
    const bool wide = bytes.substr(at + 1).starts_with('\0');  // UTF-16
    const std::size_t name = at + (wide ? 2 : 1);
    if (name >= bytes.size() || !begins_name(bytes[name])) {
      ++at;
      continue;
    }
    const Tag tag = tag_at(bytes, name);
    if (tag.names > kMaxAttributes + 1) {
      throw ReadFailure(ExtractProblem::Limit,
                        "An element of the file has more than " + std::to_string(kMaxAttributes) +
                            " attributes, which Assay does not read. Save its content in another "
                            "way, as a table for instance, and upload that.");
    }
    const bool html = markup == Markup::Html;
    const std::size_t raw = html ? end_of(kRawText, bytes, at) : kNone;
    at = raw == kNone ? tag.end : raw;
  }
}

}  // namespace assay::extract
