// SPDX-License-Identifier: Apache-2.0
// Reads, cuts and embeds a document: heavy work first, then one short fenced transaction.
#include "pipeline/jobs/documents/document_stages.hpp"

#include <cerrno>
#include <chrono>

#include "core/extract/reader_version.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/evidence/facts.hpp"
#include "pipeline/facts/find_facts.hpp"

namespace assay::jobs {
namespace content = store::content;
namespace documents = store::documents;
using documents::Document;
namespace {

// A batch takes at most a second and is stored before the next one.
constexpr int kChunksPerBatch = 64;
// How often a document is tried without progress, if its reader was killed from outside, and if its
// reader failed by itself, which another process's memory or disk use may have caused.
constexpr int kKilledTries = 5;
constexpr int kCrashedTries = 2;
// How often the pages read so far are stored.
constexpr std::chrono::seconds kProgressEvery{1};

Result<Extracted, ExtractFailure> read_original(const JobContext& context,
                                                const Document& document) {
  const FileDescriptor file = open_original(context, document);
  ExtractWatch watch = watch_of(context);
  auto next = std::chrono::steady_clock::now() + kProgressEvery;
  watch.progress = [&](std::int64_t done, std::int64_t total) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next) return;
    next = now + kProgressEvery;
    context.fenced([&](pg::Tx& tx) {
      documents::set_progress(tx, context.tenant(), document.id, done, total);
    });
  };
  try {
    return context.services().extractor.read(file.get(), document.original_filename, watch);
  } catch (const std::runtime_error& error) {
    throw NotNow(error.what());  // the reader did not start: not the document's fault
  }
}

std::vector<Page> stored_pages(const JobContext& context, const DocumentId& document) {
  std::vector<Page> pages;
  for (content::StoredPage& stored : context.reading(
           [&](pg::Tx& tx) { return content::pages(tx, context.tenant(), document); })) {
    pages.push_back(std::move(stored.page));
  }
  return pages;
}

content::Chunk to_record(const DocumentId& document, const text::Chunk& cut) {
  content::Chunk chunk;
  // The same document always gives the same ids, so repeating a stage changes nothing.
  chunk.id = ChunkId{named_uuid(document.value + "/" + std::to_string(cut.chunk_index))};
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

std::vector<float> embed_chunk_texts(const JobContext& context,
                                     const std::vector<content::Chunk>& chunks) {
  std::vector<std::string> texts;
  texts.reserve(chunks.size());
  for (const content::Chunk& chunk : chunks) {
    texts.push_back(text_to_embed(context.services(), chunk.heading_path, chunk.content));
  }
  return embed(context, texts);
}

// Embeds the chunks without a vector and stores the vectors. Returns how many chunks have one now.
std::int64_t embed_rest(const JobContext& context, const Document& document) {
  const std::string model(context.services().embedder.model_id());
  std::int64_t done = context.reading(
      [&](pg::Tx& tx) { return content::vector_count(tx, context.tenant(), document.id, model); });
  for (int after = -1;;) {
    const auto chunks = context.reading([&](pg::Tx& tx) {
      return content::chunks_to_embed(tx, context.tenant(), document.id, model, after,
                                      kChunksPerBatch);
    });
    if (chunks.empty()) return done;
    const std::vector<float> vectors = embed_chunk_texts(context, chunks);
    std::vector<ChunkId> ids;
    ids.reserve(chunks.size());
    for (const content::Chunk& chunk : chunks) ids.push_back(chunk.id);
    after = chunks.back().chunk_index;
    done += static_cast<std::int64_t>(chunks.size());
    // Lock the document's row before those of its parts, in the order that a deletion locks them.
    context.fenced([&](pg::Tx& tx) {
      documents::set_progress(tx, context.tenant(), document.id, done,
                              document.chunk_count.value_or(done));
      content::put_vectors(tx, context.tenant(), model, ids, vectors);
      context.progressed(tx);
    });
    context.give_way();
  }
}

// Checks the tenant's quota of chunks with this document's counted.
void require_room_for_chunks(const JobContext& context, pg::Tx& tx) {
  const std::int64_t allowed = context.services().config.tenant_max_chunks;
  if (allowed == 0) return;
  require_within("chunks", allowed, store::quotas::usage(tx, context.tenant()).chunks);
}

void require_all(std::int64_t found, const Document& document) {
  if (found != document.chunk_count) {
    throw std::runtime_error("the document has " + std::to_string(found) + " indexed chunks of " +
                             std::to_string(document.chunk_count.value_or(0)));
  }
}

}  // namespace

FileDescriptor open_original(const JobContext& context, const Document& document) {
  try {
    return context.services().blobs.open(context.tenant(), document.sha256);
  } catch (const IoError& error) {
    if (error.error_number() != ENOENT) throw;
    throw JobFailure("original_missing",
                     "The stored file is gone. Delete the document and upload it again.");
  }
}

void fail_reading(const ExtractFailure& failure) {
  const std::string code(extract_problem_name(failure.problem));
  if (failure.problem == ExtractProblem::Killed) {
    throw TryAgain(code, failure.reason, kKilledTries);
  }
  if (failure.problem == ExtractProblem::Crashed) {
    throw TryAgain(code, failure.reason, kCrashedTries);
  }
  throw JobFailure(code, failure.reason);
}

void require_within(std::string_view what, std::int64_t allowed, std::int64_t found) {
  if (found <= allowed) return;
  throw JobFailure("quota",
                   "With this document the tenant would have " + std::to_string(found) + " " +
                       std::string(what) + ", and at most " + std::to_string(allowed) +
                       " are allowed. Delete documents that are no longer needed, or ask the "
                       "administrator for more room.");
}

ExtractWatch watch_of(const JobContext& context) {
  ExtractWatch watch;
  watch.tick = [&context] {
    if (context.claim().lane == store::work::Lane::Short) {
      context.give_way();
    } else {
      context.check();
    }
  };
  return watch;
}

bool determine_type(const JobContext& context, const Document& document) {
  const FileDescriptor file = open_original(context, document);
  const auto found = [&] {
    try {
      return context.services().extractor.inspect(file.get(), document.original_filename,
                                                  watch_of(context));
    } catch (const std::runtime_error& error) {
      throw NotNow(error.what());
    }
  }();
  if (!found) fail_reading(found.error());
  if (found->file_type == kUnknownType) return false;
  context.fenced([&](pg::Tx& tx) {
    require(documents::set_type(tx, context.tenant(), document.id, found->file_type,
                                found->content_type));
  });
  return true;
}

void extract_text(const JobContext& context, const Document& document) {
  const auto extracted = read_original(context, document);
  if (!extracted) fail_reading(extracted.error());
  const auto found =
      facts::find_facts(document.original_filename, extracted->properties, extracted->pages);
  context.fenced([&](pg::Tx& tx) {
    require(documents::mark_extracted(tx, context.tenant(), document.id,
                                      static_cast<std::int64_t>(extracted->pages.size()),
                                      extracted->file_type, kReaderVersion));
    content::replace_pages(tx, context.tenant(), document.id, extracted->pages);
    store::facts::put(tx, context.tenant(), document.id, found);
    context.progressed(tx);
  });
  context.give_way();
}

void cut_into_chunks(const JobContext& context, const Document& document) {
  const auto pieces = cut(context, stored_pages(context, document.id));
  std::vector<content::Chunk> chunks;
  chunks.reserve(pieces.size());
  for (const text::Chunk& one : pieces) chunks.push_back(to_record(document.id, one));
  context.fenced([&](pg::Tx& tx) {
    require(documents::mark_parsed(tx, context.tenant(), document.id,
                                   static_cast<std::int64_t>(chunks.size())));
    require_room_for_chunks(context, tx);
    content::replace_chunks(tx, context.tenant(), document.id, chunks);
    context.progressed(tx);
  });
  context.give_way();
}

void embed_chunks(const JobContext& context, const Document& document) {
  require_all(embed_rest(context, document), document);
  context.fenced(
      [&](pg::Tx& tx) { require(documents::mark_indexed(tx, context.tenant(), document.id)); });
}

void make_ready(const JobContext& context, const Document& document) {
  const std::string model(context.services().embedder.model_id());
  const std::int64_t vectors = context.reading(
      [&](pg::Tx& tx) { return content::vector_count(tx, context.tenant(), document.id, model); });
  // They differ if the model changed between two stages.
  if (vectors != document.chunk_count) require_all(embed_rest(context, document), document);
  context.fenced([&](pg::Tx& tx) {
    require(documents::mark_ready(tx, context.tenant(), document.id));
    finish_ready(context, tx, document.id);
  });
  log::info("document_ready", {{"chunks", document.chunk_count.value_or(0)}});
}

void finish_ready(const JobContext& context, pg::Tx& tx, const DocumentId& document) {
  context.finish(tx);
  store::audit::Event event;
  event.action = "document.ready";
  event.object_type = "document";
  event.object_id = document.value;
  store::audit::append(tx, context.tenant(), event);
}

}  // namespace assay::jobs
