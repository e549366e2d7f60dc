// SPDX-License-Identifier: Apache-2.0
// Reading cases, and cutting and embedding their documents.
#include "bench/judgement/labelled_cases.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "core/extract/extract_types.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::bench {
namespace {

std::vector<Page> pages_of(const Json& blocks) {
  Page page;
  std::size_t point = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int level = static_cast<int>(blocks.at(i).at(0).as_integer().value_or(0));
    const std::string text = utf8::storable(blocks.at(i).at(1).as_string().value_or(""));
    const std::size_t length = utf8::length(text);
    const BlockKind kind = level > 0   ? BlockKind::Heading
                           : level < 0 ? BlockKind::TableRow
                                       : BlockKind::Paragraph;
    if (length > 0) page.blocks.push_back({kind, std::max(level, 0), point, point + length});
    page.text += text + "\n";
    point += length + 1;
  }
  return {page};
}

}  // namespace

std::string text_in(const Json& json, std::string_view key) {
  return utf8::storable(json.get(key).as_string().value_or(""));
}

Cases::Cases(const std::string& path, const embed::EmbeddedEmbedder& embedder)
    : embedder_(embedder) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<Json> cases;
  for (std::string line; std::getline(in, line);) {
    const auto json = Json::parse(line);
    if (!json) throw std::runtime_error(path + ": no JSON: " + line.substr(0, 80));
    json->has("case") ? cases.push_back(*json) : add_document(*json);
  }
  embed_chunks();
  for (const Json& json : cases) cases_.push_back({json, index_of(json.get("documents"))});
}
void Cases::add_document(const Json& json) {
  const auto count = [this](std::string_view text) { return embedder_.tokenizer().count(text); };
  const std::string id = text_in(json, "document");
  auto& rows = documents_[id];
  const auto pages = pages_of(json.get("blocks"));
  for (text::Chunk& chunk : text::chunk_pages(pages, count)) {
    search::IndexRow row;
    row.document.value = named_uuid(id);
    row.chunk.value = named_uuid(id + "/" + std::to_string(chunk.chunk_index));
    row.chunk_index = chunk.chunk_index;
    row.content = std::move(chunk.content);
    row.heading_path = std::move(chunk.heading_path);
    row.file_name = text_in(json, "file");
    rows.push_back(std::move(row));
  }
}

void Cases::embed_chunks() {
  const auto count = [this](std::string_view text) { return embedder_.tokenizer().count(text); };
  std::vector<search::IndexRow*> rows;
  for (auto& [id, list] : documents_) {
    for (search::IndexRow& row : list) rows.push_back(&row);
  }
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < rows.size(); i = next++) {
      const std::vector<std::string> text{jobs::embedded_text(
          rows[i]->heading_path, rows[i]->content, count, embedder_.max_tokens())};
      rows[i]->vector = embedder_.embed(text);
    }
  };
  std::jthread other(work);
  work();
}

std::shared_ptr<const search::Index> Cases::index_of(const Json& ids) {
  auto& known = indexes_[ids.dump()];
  if (known) return known;
  std::vector<search::IndexRow> rows;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto& more = documents_.at(ids.at(i).as_string().value());
    rows.insert(rows.end(), more.begin(), more.end());
  }
  known = std::make_shared<search::Index>(search::Index::build(std::move(rows)));
  return known;
}

}  // namespace assay::bench
