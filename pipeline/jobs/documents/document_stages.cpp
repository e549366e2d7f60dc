// SPDX-License-Identifier: Apache-2.0
// Reads, cuts and embeds a document: heavy work first, then one short fenced transaction.
#include "pipeline/jobs/documents/document_stages.hpp"

#include <cerrno>
#include <chrono>

#include "core/extract/extract_types.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "pipeline/facts/find_facts.hpp"

namespace assay::jobs {
namespace content = store::content;
namespace documents = store::documents;
using documents::Document;
namespace {

// How often a document is tried without progress, if its reader was killed from outside, and if its
// reader failed by itself, which another process's memory or disk use may have caused.
constexpr int kKilledTries = 8;  // over two minutes or more: memory may be short for a while
constexpr int kCrashedTries = 2;

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

void timed(const JobContext& context, std::string_view stage, const std::function<void()>& work) {
  const auto begun = std::chrono::steady_clock::now();
  const auto count = [&] {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun;
    context.services().counters.observe("assay_document_stage_seconds", label("stage", stage),
                                        time.count());
  };
  try {
    work();
  } catch (const Moved&) {
    count();
    throw;
  }
  count();
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

ReadText read_text(const JobContext& context, const Document& document) {
  auto extracted = read_original(context, document, [&](std::int64_t done, std::int64_t total) {
    context.fenced([&](pg::Tx& tx) {
      documents::set_progress(tx, context.tenant(), document.id, done, total);
    });
  });
  if (!extracted) fail_reading(extracted.error());
  auto facts =
      facts::find_facts(document.original_filename, extracted->properties, extracted->pages);
  return {std::move(*extracted), std::move(facts)};
}

void store_text(const JobContext& context, const Document& document, const ReadText& read) {
  const Extracted& extracted = read.extracted;
  bool moved = false;
  context.fenced([&](pg::Tx& tx) {
    require(documents::mark_extracted(tx, context.tenant(), document.id,
                                      static_cast<std::int64_t>(extracted.pages.size()),
                                      extracted.file_type, kReaderVersion));
    content::replace_pages(tx, context.tenant(), document.id, extracted.pages);
    store::facts::put(tx, context.tenant(), document.id, read.facts);
    context.progressed(tx);
    moved = leave_scans(context, tx);
  });
  if (moved) throw Moved();
  context.give_way();
}

void cut_into_chunks(const JobContext& context, const Document& document) {
  const auto chunks = chunks_of(context, document.id, document.reading);
  context.fenced([&](pg::Tx& tx) {
    require(documents::mark_parsed(tx, context.tenant(), document.id,
                                   static_cast<std::int64_t>(chunks.size())));
    require_room_for_chunks(context, tx);
    content::replace_chunks(tx, context.tenant(), document.id, chunks, document.reading);
    context.progressed(tx);
  });
  context.give_way();
}

namespace {

// Embeds what has no vector yet. Checks that every chunk has one then.
void embed_all(const JobContext& context, const Document& document) {
  // The document's row is locked before those of its parts, in the order that a deletion locks
  // them.
  const auto stored = [&](pg::Tx& tx, std::int64_t done) {
    documents::set_progress(tx, context.tenant(), document.id, done,
                            document.chunk_count.value_or(done));
  };
  require_all(embed_rest(context, document.id, document.reading, stored), document.chunk_count);
}

}  // namespace

void embed_chunks(const JobContext& context, const Document& document) {
  embed_all(context, document);
  context.fenced(
      [&](pg::Tx& tx) { require(documents::mark_indexed(tx, context.tenant(), document.id)); });
}

void make_ready(const JobContext& context, const Document& document) {
  embed_all(context, document);  // nothing, unless the model changed between two stages
  context.fenced([&](pg::Tx& tx) {
    require(documents::mark_ready(tx, context.tenant(), document.id));
    finish_ready(context, tx, document.id);
  });
  log::info("document_ready", {{"chunks", document.chunk_count.value_or(0)}});
}

void finish_ready(const JobContext& context, pg::Tx& tx, const DocumentId& document) {
  context.finish(tx);
  store::events::emit(tx, context.tenant(), EventType::DocumentReady,
                      Json::object().set("documentId", document.value).set("status", "READY"));
  store::audit::Event event;
  event.action = "document.ready";
  event.object_type = "document";
  event.object_id = document.value;
  store::audit::append(tx, context.tenant(), event);
}

}  // namespace assay::jobs
