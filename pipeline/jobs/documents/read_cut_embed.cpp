// SPDX-License-Identifier: Apache-2.0
// Reads, cuts and embeds.
#include "pipeline/jobs/documents/document_stages.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/extract/extract_types.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::jobs {
namespace content = store::content;
namespace {

// How often the pages read so far are stored.
constexpr std::chrono::seconds kProgressEvery{1};
constexpr std::size_t kTextsPerCall = 64;

[[noreturn]] void refuse(ExtractProblem problem, std::string reason) {
  throw JobFailure(std::string(extract_problem_name(problem)), std::move(reason));
}

// A chunk without a word cannot be searched for and is no evidence.
void drop_wordless(std::vector<text::Chunk>& chunks) {
  std::erase_if(chunks, [](const text::Chunk& one) { return text::terms(one.content).empty(); });
  for (std::size_t i = 0; i < chunks.size(); ++i) chunks[i].chunk_index = static_cast<int>(i);
}

std::vector<Page> stored_pages(const JobContext& context, const DocumentId& document,
                               std::int64_t reading) {
  std::vector<Page> pages;
  for (content::StoredPage& stored : context.reading(
           [&](pg::Tx& tx) { return content::pages(tx, context.tenant(), document, reading); })) {
    pages.push_back(std::move(stored.page));
  }
  return pages;
}

ChunkId chunk_id(const DocumentId& document, std::int64_t reading, int index) {
  // Chunks of first readings have had these names since before there were others.
  const std::string of = reading == 1 ? "" : std::to_string(reading) + "/";
  return ChunkId{named_uuid(document.value + "/" + of + std::to_string(index))};
}

content::Chunk to_record(const DocumentId& document, std::int64_t reading, const text::Chunk& cut) {
  content::Chunk chunk;
  chunk.id = chunk_id(document, reading, cut.chunk_index);
  chunk.document = document;
  chunk.chunk_index = cut.chunk_index;
  chunk.page_number = cut.page_number;
  chunk.start_offset = static_cast<std::int64_t>(cut.start_offset);
  chunk.end_offset = static_cast<std::int64_t>(cut.end_offset);
  chunk.token_count = static_cast<int>(cut.token_count);
  chunk.heading_path = cut.heading_path;
  chunk.content = cut.content;
  return chunk;
}

}  // namespace

Result<Extracted, ExtractFailure> read_original(
    const JobContext& context, const store::documents::Document& document,
    const std::function<void(std::int64_t done, std::int64_t total)>& progress) {
  const FileDescriptor file = open_original(context, document);
  ExtractWatch watch = watch_of(context);
  auto next = std::chrono::steady_clock::now() + kProgressEvery;
  watch.progress = [&](std::int64_t done, std::int64_t total) {
    const auto now = std::chrono::steady_clock::now();
    if (!progress || now < next) return;
    next = now + kProgressEvery;
    progress(done, total);
  };
  const bool recognizes = context.claim().lane == store::work::Lane::Scan;
  auto read = [&] {
    try {
      return context.services().extractor.read(
          file.get(), document.original_filename, watch,
          recognizes ? Extractor::Pictures::Recognize : Extractor::Pictures::Leave);
    } catch (const std::runtime_error& error) {
      throw NotNow(error.what());  // the reader did not start: not the document's fault
    }
  }();
  if (read && read->pictures_left) {
    context.fenced([&](pg::Tx& tx) { context.move(tx, store::work::Lane::Scan); });
    throw Moved();
  }
  return read;
}

bool leave_scans(const JobContext& context, pg::Tx& tx) {
  if (context.claim().lane != store::work::Lane::Scan) return false;
  context.move(tx, store::work::Lane::Short);
  return true;
}

std::vector<content::Chunk> chunks_of(const JobContext& context, const DocumentId& document,
                                      std::int64_t reading) {
  return chunks_of(context, document, reading, stored_pages(context, document, reading));
}

std::vector<content::Chunk> chunks_of(const JobContext& context, const DocumentId& document,
                                      std::int64_t reading, const std::vector<Page>& pages) {
  const auto pieces = cut(context, pages);
  std::vector<content::Chunk> chunks;
  chunks.reserve(pieces.size());
  for (const text::Chunk& one : pieces) chunks.push_back(to_record(document, reading, one));
  return chunks;
}

std::vector<float> vectors_of(const JobContext& context,
                              const std::vector<content::Chunk>& chunks) {
  std::vector<std::string> texts;
  texts.reserve(chunks.size());
  for (const content::Chunk& chunk : chunks) {
    texts.push_back(text_to_embed(context.services(), chunk.heading_path, chunk.content));
  }
  return embed(context, texts);
}

void store_vectors(const JobContext& context, pg::Tx& tx, const std::vector<content::Chunk>& chunks,
                   const std::vector<float>& vectors) {
  std::vector<ChunkId> ids;
  ids.reserve(chunks.size());
  for (const content::Chunk& chunk : chunks) ids.push_back(chunk.id);
  content::put_vectors(tx, context.tenant(), std::string(context.services().embedder.model_id()),
                       ids, vectors);
}

std::int64_t embed_rest(const JobContext& context, const DocumentId& document, std::int64_t reading,
                        const std::function<void(pg::Tx& tx, std::int64_t done)>& stored) {
  const std::string model(context.services().embedder.model_id());
  std::int64_t done = context.reading([&](pg::Tx& tx) {
    return content::vector_count(tx, context.tenant(), document, model, reading);
  });
  for (int after = -1;;) {
    const auto chunks = context.reading([&](pg::Tx& tx) {
      return content::chunks_to_embed(tx, context.tenant(), document, model, after, kChunksPerBatch,
                                      reading);
    });
    if (chunks.empty()) return done;
    const std::vector<float> vectors = vectors_of(context, chunks);
    after = chunks.back().chunk_index;
    done += static_cast<std::int64_t>(chunks.size());
    context.fenced([&](pg::Tx& tx) {
      stored(tx, done);
      store_vectors(context, tx, chunks, vectors);
      context.progressed(tx);
    });
    context.give_way();
  }
}

void require_room_for_chunks(const JobContext& context, pg::Tx& tx, std::int64_t more) {
  const std::int64_t allowed = context.services().config.tenant_max_chunks;
  if (allowed == 0 || more < 0) return;
  require_within("chunks", allowed, store::quotas::lock_usage(tx, context.tenant()).chunks + more);
}

void require_all(std::int64_t found, const std::optional<std::int64_t>& expected) {
  if (found != expected) {
    throw std::runtime_error("the document has " + std::to_string(found) + " indexed chunks of " +
                             std::to_string(expected.value_or(0)));
  }
}

std::vector<text::Chunk> cut(const JobContext& context, const std::vector<Page>& pages) {
  const Services& services = context.services();
  text::ChunkLimits limits;
  limits.window = std::min(limits.window, services.embedder.max_tokens());
  auto chunks = text::chunk_pages(pages, services.count_tokens, limits);
  drop_wordless(chunks);
  if (chunks.empty()) {
    refuse(ExtractProblem::NoText,
           "No words were found in this document. If it is a scan, upload a copy with readable "
           "text.");
  }
  const auto allowed = static_cast<std::size_t>(services.config.document_max_chunks);
  if (chunks.size() > allowed) {
    refuse(ExtractProblem::Limit, "The document has " + std::to_string(chunks.size()) +
                                      " chunks, and at most " + std::to_string(allowed) +
                                      " are allowed. Split it into smaller files.");
  }
  return chunks;
}

std::string text_to_embed(const Services& services, const std::string& heading_path,
                          const std::string& content) {
  return embedded_text(heading_path, content, services.count_tokens,
                       services.embedder.max_tokens());
}

std::vector<float> embed(const JobContext& context, const std::vector<std::string>& texts) {
  std::vector<float> vectors;
  for (std::size_t at = 0; at < texts.size(); at += kTextsPerCall) {
    context.check();
    const std::size_t count = std::min(kTextsPerCall, texts.size() - at);
    const auto some = context.services().embedder.embed(std::span(texts).subspan(at, count));
    vectors.insert(vectors.end(), some.begin(), some.end());
  }
  return vectors;
}

}  // namespace assay::jobs
