// SPDX-License-Identifier: Apache-2.0
// Reading pairs, and the way of a pair through the product.
#include "tests/assess/traps/judge.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/base/ids.hpp"
#include "core/base/io.hpp"
#include "core/base/states.hpp"
#include "core/extract/extract_types.hpp"
#include "core/json/json.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/assess/explain/citations.hpp"
#include "pipeline/assess/support/sub_checks.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/search/index.hpp"
#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::assess::traps {
namespace {

std::string field(const Json& json, std::string_view name, const std::string& where) {
  const auto text = json.get(name).as_string();
  if (!text || text->empty()) {
    throw std::runtime_error(where + ": " + std::string(name) + " is missing");
  }
  return std::string(*text);
}

std::string optional_field(const Json& json, std::string_view name) {
  return std::string(json.get(name).as_string().value_or(""));
}

Pair pair_of(const Json& json, const std::string& file) {
  Pair pair;
  pair.id = field(json, "id", file);
  const std::string where = file + ": " + pair.id;
  pair.kind = field(json, "kind", where);
  pair.criterion = optional_field(json, "criterion");
  pair.requirement = field(json, "requirement", where);
  pair.why = field(json, "why", where);
  pair.injection = optional_field(json, "injection");
  const auto expected = from_text<AssessmentStatus>(field(json, "expected", where));
  if (!expected) throw std::runtime_error(where + ": expected is no status");
  pair.expected = *expected;
  const Json evidence = json.get("evidence");
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const Json& passage = evidence.at(i);
    pair.evidence.push_back({field(passage, "file", where), optional_field(passage, "heading"),
                             field(passage, "text", where)});
  }
  if (pair.evidence.empty()) throw std::runtime_error(where + ": no evidence");
  return pair;
}

// "header: value; header: value": at least two cells, each with its header.
bool is_row(std::string_view line) {
  std::size_t cells = 0;
  for (std::size_t from = 0; from <= line.size(); ++cells) {
    const std::size_t to = std::min(line.find("; ", from), line.size());
    if (line.substr(from, to - from).find(':') == std::string_view::npos) return false;
    from = to + 2;
  }
  return cells >= 2;
}

void add_block(Page& page, BlockKind kind, std::string_view text) {
  const std::size_t start = utf8::length(page.text);
  page.text.append(text).append("\n");
  page.blocks.push_back(
      {kind, kind == BlockKind::Heading ? 1 : 0, start, start + utf8::length(text)});
}

void add_passage(Page& page, const Passage& passage) {
  if (!passage.heading.empty()) add_block(page, BlockKind::Heading, passage.heading);
  const std::string_view text = passage.text;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, to - from);
    if (!line.empty()) {
      add_block(page, is_row(line) ? BlockKind::TableRow : BlockKind::Paragraph, line);
    }
    from = to + 1;
  }
}

// The documents of a pair, in the order in which they are first named.
std::vector<std::pair<std::string, Page>> documents_of(const Pair& pair) {
  std::vector<std::pair<std::string, Page>> documents;
  for (const Passage& passage : pair.evidence) {
    auto found = std::find_if(documents.begin(), documents.end(), [&passage](const auto& known) {
      return known.first == passage.file;
    });
    if (found == documents.end()) {
      found = documents.insert(documents.end(), {passage.file, Page{}});
    }
    add_passage(found->second, passage);
  }
  return documents;
}

std::vector<Candidate> candidates_of(const search::Index& index, const Pair& pair,
                                     const embed::EmbeddedEmbedder& embedder) {
  std::vector<search::Query> queries{search::requirement_query(pair.requirement, "", "")};
  const std::vector<std::string> texts{search::embedded_text(queries.front())};
  queries.front().vector = embedder.embed(texts);
  auto hits = search::retrieve(index, queries, search::kForJudging);
  if (asks_for_thing(pair.requirement)) search::add_openings(index, hits.front());
  std::vector<Candidate> out;
  for (const search::Hit& hit : hits.front()) {
    const search::IndexedChunk& chunk = index.chunk(hit.row);
    out.push_back({chunk.document, chunk.chunk, chunk.file_name, chunk.page_number, chunk.content,
                   chunk.heading_path, hit.score, hit.cosine, hit.bm25, chunk.chunk_index});
  }
  return out;
}

std::vector<search::IndexRow> rows_of(const Pair& pair, const embed::EmbeddedEmbedder& embedder) {
  const auto count = [&embedder](std::string_view text) {
    return embedder.tokenizer().count(embed::collapse_whitespace(text));
  };
  std::vector<search::IndexRow> rows;
  std::vector<std::string> texts;
  for (const auto& [file, page] : documents_of(pair)) {
    const std::string name = pair.id + "/" + file;
    for (text::Chunk& chunk : text::chunk_pages(std::span(&page, 1), count)) {
      texts.push_back(
          jobs::embedded_text(chunk.heading_path, chunk.content, count, embedder.max_tokens()));
      search::IndexRow row;
      row.document.value = named_uuid(name);
      row.chunk.value = named_uuid(name + "/" + std::to_string(chunk.chunk_index));
      row.chunk_index = chunk.chunk_index;
      row.page_number = chunk.page_number;
      row.content = std::move(chunk.content);
      row.heading_path = std::move(chunk.heading_path);
      row.file_name = file;
      rows.push_back(std::move(row));
    }
  }
  const std::vector<float> vectors = embedder.embed(texts);
  const auto width = static_cast<std::ptrdiff_t>(embedder.dimensions());
  auto at = vectors.begin();
  for (search::IndexRow& row : rows) {
    row.vector.assign(at, at + width);
    at += width;
  }
  return rows;
}

}  // namespace

std::vector<Pair> read_pairs(const std::filesystem::path& file) {
  std::string why;
  const auto json = Json::parse(read_file(file), &why);
  if (!json) throw std::runtime_error(file.string() + ": " + why);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < json->size(); ++i) {
    pairs.push_back(pair_of(json->at(i), file.filename().string()));
  }
  return pairs;
}

Judgement judge(const Pair& pair, const embed::EmbeddedEmbedder& embedder) {
  const auto index = search::Index::build(rows_of(pair, embedder));
  const std::vector<Candidate> candidates = candidates_of(index, pair, embedder);
  RequirementText requirement;
  requirement.requirement_id = pair.criterion;
  requirement.title = pair.requirement;
  Verdict verdict =
      BuiltinEvaluator().evaluate(requirement, candidates, Deadline(std::chrono::seconds(90)));
  const Thresholds limits;
  const std::size_t dropped = verify_citations(verdict, candidates, limits);
  if (dropped > 0) throw std::runtime_error(pair.id + ": a citation does not stand in its chunk");
  const AssessmentStatus status = status_for(verdict.confidence, limits);
  return {status, std::move(verdict)};
}

}  // namespace assay::assess::traps
