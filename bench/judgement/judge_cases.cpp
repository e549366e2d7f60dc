// SPDX-License-Identifier: Apache-2.0
// Judges labelled cases with the built-in evaluator as a run does: cuts, embeds and searches the
// documents, then judges the candidates.
//
//   judge_cases [--own-weights] [--support FILE] MODEL_DIR CASES >RESULTS        both JSON, one
//   object a line
//
// CASES: {"document":id,"file":name,"blocks":[[heading level, 0, or -1 for a table row, text],..]}
// and, after the documents it names, {"case":id,"documents":[id,..],"criterion":text,"title":text}.
// Word weights come from all documents of the file, or with --own-weights from those of the case.
// With
// --support, a result is only what the verdict would be judged by, if chunks were read by the
// weights in FILE: {"case":id,"signals":[..]}.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/judgement/model/chunk_reader.hpp"
#include "core/base/states.hpp"
#include "core/base/thresholds.hpp"
#include "core/json/json.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/assess/support/sub_checks.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

namespace {

using namespace assay;

std::string text_in(const Json& json, std::string_view key) {
  return utf8::storable(json.get(key).as_string().value_or(""));
}

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

struct Case {
  Json json;
  std::shared_ptr<const search::Index> index;
};

class Cases {
 public:
  Cases(const std::string& path, const embed::EmbeddedEmbedder& embedder) : embedder_(embedder) {
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
    std::vector<search::IndexRow> all;
    for (const auto& [id, rows] : documents_) all.insert(all.end(), rows.begin(), rows.end());
    whole_ = search::Index::build(std::move(all));
  }
  [[nodiscard]] const std::vector<Case>& all() const { return cases_; }
  [[nodiscard]] const search::Index& whole() const { return whole_; }

 private:
  void add_document(const Json& json) {
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

  void embed_chunks() {
    const auto count = [this](std::string_view text) { return embedder_.tokenizer().count(text); };
    std::vector<search::IndexRow*> rows;
    for (auto& [id, list] : documents_) {
      for (search::IndexRow& row : list) rows.push_back(&row);
    }
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < rows.size(); i = next++) {
        const std::vector<std::string> text{
            text::embedding_text(rows[i]->heading_path, rows[i]->content, count)};
        rows[i]->vector = embedder_.embed(text);
      }
    };
    std::jthread other(work);
    work();
  }

  std::shared_ptr<const search::Index> index_of(const Json& ids) {
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

  const embed::EmbeddedEmbedder& embedder_;
  std::map<std::string, std::vector<search::IndexRow>> documents_;
  std::map<std::string, std::shared_ptr<const search::Index>> indexes_;
  std::vector<Case> cases_;
  search::Index whole_;
};

// The name of the case's document with this number.
std::string name_of(const Json& documents, const DocumentId& wanted) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    std::string name = std::string(documents.at(i).as_string().value());
    if (named_uuid(name) == wanted.value) return name;
  }
  throw std::logic_error("a candidate of no document of the case");
}

Json judged(const Case& one, const embed::EmbeddedEmbedder& embedder,
            const search::Index& weights_of, std::shared_ptr<assess::WordVectors> words,
            const assess::SupportModel* support) {
  const std::string title = text_in(one.json, "title");
  std::vector<search::Query> queries{
      search::requirement_query(title, text_in(one.json, "criterion"), "")};
  const std::vector<std::string> text{search::embedded_text(queries.front())};
  queries.front().vector = embedder.embed(text);
  std::vector<assess::Candidate> candidates;
  auto hits = search::retrieve(*one.index, queries, {});
  if (assess::asks_for_thing(title)) search::add_openings(*one.index, hits.front());
  double cosine = 0;
  for (const search::Hit& hit : hits.front()) {
    const search::IndexedChunk& chunk = one.index->chunk(hit.row);
    candidates.push_back({chunk.document, chunk.chunk, chunk.file_name, chunk.page_number,
                          chunk.content, chunk.heading_path, hit.score, hit.cosine, hit.bm25,
                          chunk.chunk_index});
    cosine = std::max(cosine, hit.cosine);
  }
  const assess::StemWeight weight = [&weights_of](std::string_view stem) {
    return weights_of.idf(stem);
  };
  const assess::BuiltinEvaluator evaluator(weight, std::move(words));
  assess::RequirementText requirement;
  requirement.title = title;
  requirement.criterion_title = text_in(one.json, "criterion");
  if (support != nullptr) {
    Json signals = Json::array();
    for (const double value :
         assess::read_chunks(requirement, candidates, evaluator, weight, *support)) {
      signals.push(value);
    }
    return Json::object().set("case", one.json.get("case")).set("signals", signals);
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto verdict =
      evaluator.evaluate(requirement, candidates, Deadline(std::chrono::seconds(90)));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  const Json documents = one.json.get("documents");
  Json citations = Json::array();
  Json cited = Json::array();
  for (const assess::Citation& citation : verdict.citations) {
    citations.push(citation.text);
    cited.push(name_of(documents, citation.document));
  }
  Json measured = Json::object();
  for (const auto& [name, value] :
       assess::named_values(evaluator.measure(requirement, candidates))) {
    measured.set(name, value);
  }
  // By the fitted models, where there is something to read.
  const assess::VerdictModel& model = assess::VerdictModel::shipped();
  const double read =
      candidates.empty()
          ? 0
          : model.confidence(model.of(assess::read_chunks(
                requirement, candidates, evaluator, weight, assess::SupportModel::shipped())));
  Json checks = Json::array();
  for (const assess::MeasuredCheck& check : evaluator.measure_checks(requirement, candidates)) {
    Json values = Json::object();
    for (const auto& [name, value] : assess::named_values(check.measured)) {
      if (name.starts_with("practises.")) values.set(name, value);
    }
    checks.push(Json::object()
                    .set("check", static_cast<std::int64_t>(check.check))
                    .set("document", name_of(documents, check.document))
                    .set("values", values));
  }
  return Json::object()
      .set("checks", checks)
      .set("case", one.json.get("case"))
      .set("confidence", verdict.confidence)
      .set("status", std::string(to_text(status_for(verdict.confidence, Thresholds{}))))
      .set("citations", citations)
      .set("cited", cited)
      .set("details", verdict.details)
      .set("read", read)
      .set("values", measured)
      .set("cosine", cosine)
      .set("ms", took.count());
}

std::optional<assess::SupportModel> support_in(const std::string& path) {
  if (path.empty()) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return assess::SupportModel(std::as_bytes(std::span(bytes)));
}

int run(const std::string& model, const std::string& path, bool own_weights,
        const std::string& support_path) {
  const auto support = support_in(support_path);
  const embed::EmbeddedEmbedder embedder{std::filesystem::path(model)};
  const Cases cases(path, embedder);
  const auto words = std::make_shared<assess::WordVectors>(
      [&embedder](std::span<const std::string> texts) { return embedder.embed_words(texts); });
  std::vector<std::string> results(cases.all().size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < results.size(); i = next++) {
      const Case& one = cases.all()[i];
      results[i] = judged(one, embedder, own_weights ? *one.index : cases.whole(), words,
                          support ? &*support : nullptr)
                       .dump();
    }
  };
  {
    const std::jthread other(work);
    work();
  }
  for (const std::string& line : results) std::puts(line.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> words(argv + 1, argv + argc);
  bool own_weights = false;
  std::string support;
  while (words.size() > 2) {
    if (words.front() == "--own-weights") {
      own_weights = true;
    } else if (words.front() == "--support" && words.size() > 3) {
      words.erase(words.begin());
      support = words.front();
    } else {
      break;
    }
    words.erase(words.begin());
  }
  if (words.size() != 2) {
    std::fputs("judge_cases [--own-weights] [--support FILE] MODEL_DIR CASES\n", stderr);
    return 2;
  }
  return run(words[0], words[1], own_weights, support);
} catch (const std::exception& error) {
  std::fprintf(stderr, "judge_cases: %s\n", error.what());
  return 1;
}
