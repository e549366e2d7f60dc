// SPDX-License-Identifier: Apache-2.0
// Takes an ingestion through its stages: PENDING -> FETCHING -> PARSING -> INDEXING -> COMPLETED.
#include "pipeline/jobs/documents/document_jobs.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/corpora.hpp"
#include "pipeline/corpora/fetch.hpp"
#include "pipeline/jobs/context/waiting.hpp"
#include "pipeline/jobs/documents/document_stages.hpp"

namespace assay::jobs {
namespace ingestions = store::ingestions;
using ingestions::Ingestion;
using ingestions::Passage;
namespace {

// A batch takes at most a second and is stored before the next one.
constexpr int kPassagesPerBatch = 64;

enum class Next { Go, Stop };

void begin_fetching(const JobContext& context, const Ingestion& ingestion) {
  context.fenced(
      [&](pg::Tx& tx) { require(ingestions::mark_fetching(tx, context.tenant(), ingestion.id)); });
}

// Calls the document reader. A failure to start it is not the text's fault.
template <class F>
auto ask_reader(F&& ask) {
  try {
    return std::forward<F>(ask)();
  } catch (const std::runtime_error& error) {
    throw NotNow(error.what());
  }
}

// Some sites answer with a cookie or sign-in page instead of the file.
void refuse_page_instead_of_file(const std::string& name, const std::string& file_type) {
  constexpr std::array<std::string_view, 7> kFiles{".pdf", ".docx", ".xlsx", ".pptx",
                                                   ".odt", ".ods",  ".odp"};
  const bool file = std::any_of(kFiles.begin(), kFiles.end(),
                                [&name](std::string_view end) { return name.ends_with(end); });
  if (file && file_type == "html") {
    throw JobFailure("page_instead_of_file",
                     "The source's address names a file, but the site answered with a web page, "
                     "perhaps one to sign in or to accept terms. Upload the file instead.");
  }
}

// Returns a text's type. Input that is not text is refused here, before it is stored.
Inspection inspect(const JobContext& context, const corpora::Fetched& fetched) {
  const FileDescriptor file = open_for_reading(fetched.blob.path().string());
  const auto inspection = ask_reader([&] {
    return context.services().extractor.inspect(file.get(), fetched.file_name, watch_of(context));
  });
  if (!inspection) fail_reading(inspection.error());
  if (inspection->archive) {
    throw JobFailure("archive",
                     "The source is an archive. Take the text out of it and upload that.");
  }
  refuse_page_instead_of_file(fetched.file_name, inspection->file_type);
  return *inspection;
}

// Retries a failed fetch later, or gives up for good.
Next give_up_or_wait(const JobContext& context, const corpora::FetchFailure& failure) {
  context.check();  // cancelled, because the daemon stops or the claim is lost
  log::warning("corpus_fetch_failed",
               {{"code", failure.code}, {"attempt", context.claim().attempts}});
  if (!failure.passing || context.claim().attempts >= kFetchAttempts) {
    throw JobFailure(failure.code, failure.reason);
  }
  Jitter jitter;
  const auto delay = retry_delay(context.claim().attempts, jitter);
  context.fenced([&](pg::Tx& tx) {
    if (!store::work::retry(tx, context.claim(), delay, failure.code)) throw ClaimLost();
  });
  return Next::Stop;
}

ingestions::Source keep(const JobContext& context, corpora::Fetched& fetched) {
  const Inspection inspection = inspect(context, fetched);
  ingestions::Source source{fetched.file_name, inspection.file_type, inspection.content_type,
                            fetched.blob.size(), fetched.blob.sha256()};
  context.services().blobs.keep(context.tenant(), fetched.blob);
  return source;
}

// Fetches the text. An upload is already stored and goes on at once.
Next fetch_text(const JobContext& context, const Ingestion& ingestion) {
  auto source = ingestion.source;
  if (!source) {
    const Config& config = context.services().config;
    const corpora::AddressGuard guard(config.corpus_allow_nets);
    auto fetched = corpora::fetch(
        ingestion.source_url.value(), {config.max_upload_bytes, config.corpus_fetch_timeout}, guard,
        context.services().blobs, [&context] { return context.lost() || context.interrupted(); });
    if (!fetched) return give_up_or_wait(context, fetched.error());
    source = keep(context, *fetched);
  }
  context.fenced([&](pg::Tx& tx) {
    require(ingestions::mark_parsing(tx, context.tenant(), ingestion.id, *source));
    context.progressed(tx);
  });
  return Next::Go;
}

FileDescriptor open_text(const JobContext& context, const ingestions::Source& source) {
  try {
    return context.services().blobs.open(context.tenant(), source.sha256);
  } catch (const IoError& error) {
    if (error.error_number() != ENOENT) throw;
    throw JobFailure("original_missing", "The stored text is gone. Start another ingestion.");
  }
}

std::vector<Page> read_pages(const JobContext& context, const ingestions::Source& source) {
  const FileDescriptor file = open_text(context, source);
  auto extracted = ask_reader([&] {
    return context.services().extractor.read(file.get(), source.original_filename,
                                             watch_of(context));
  });
  if (!extracted) fail_reading(extracted.error());
  return std::move(extracted->pages);
}

Passage to_record(const IngestionId& ingestion, const text::Chunk& piece) {
  Passage passage;
  // The same ingestion always gives the same ids, so repeating a stage changes nothing.
  passage.id = PassageId{named_uuid(ingestion.value + "/" + std::to_string(piece.chunk_index))};
  passage.index = piece.chunk_index;
  passage.page_number = piece.page_number;
  passage.start_offset = static_cast<std::int64_t>(piece.start_offset);
  passage.end_offset = static_cast<std::int64_t>(piece.end_offset);
  passage.heading_path = piece.heading_path;
  passage.content = piece.content;
  return passage;
}

void cut_into_passages(const JobContext& context, const Ingestion& ingestion) {
  const std::vector<Page> pages = read_pages(context, ingestion.source.value());
  std::vector<Passage> passages;
  for (const text::Chunk& piece : cut(context, pages)) {
    passages.push_back(to_record(ingestion.id, piece));
  }
  context.fenced([&](pg::Tx& tx) {
    require(ingestions::mark_indexing(tx, context.tenant(), ingestion.id,
                                      static_cast<std::int64_t>(pages.size()),
                                      static_cast<std::int64_t>(passages.size())));
    ingestions::replace_passages(tx, context.tenant(), ingestion.id, passages);
    context.progressed(tx);
  });
}

// Embeds and stores the passages of one batch.
void embed_passages(const JobContext& context, const std::vector<Passage>& passages) {
  std::vector<std::string> texts;
  std::vector<PassageId> ids;
  for (const Passage& passage : passages) {
    texts.push_back(text_to_embed(context.services(), passage.heading_path, passage.content));
    ids.push_back(passage.id);
  }
  const std::vector<float> vectors = embed(context, texts);
  const std::string model(context.services().embedder.model_id());
  context.fenced([&](pg::Tx& tx) {
    ingestions::put_vectors(tx, context.tenant(), model, ids, vectors);
    context.progressed(tx);
  });
  context.give_way();
}

void index_passages(const JobContext& context, const Ingestion& ingestion) {
  const std::string model(context.services().embedder.model_id());
  std::int64_t done = context.reading([&](pg::Tx& tx) {
    return ingestions::vector_count(tx, context.tenant(), ingestion.id, model);
  });
  for (int after = -1;;) {
    const auto passages = context.reading([&](pg::Tx& tx) {
      return ingestions::passages_to_embed(tx, context.tenant(), ingestion.id, model, after,
                                           kPassagesPerBatch);
    });
    if (passages.empty()) break;
    embed_passages(context, passages);
    after = passages.back().index;
    done += static_cast<std::int64_t>(passages.size());
  }
  if (done != ingestion.passage_count) throw std::runtime_error("passages are missing");
  context.fenced([&](pg::Tx& tx) {
    require(ingestions::mark_completed(tx, context.tenant(), ingestion.id));
    context.finish(tx);
    store::audit::Event event;
    event.action = "corpus_ingestion.completed";
    event.object_type = "corpus_ingestion";
    event.object_id = ingestion.id.value;
    store::audit::append(tx, context.tenant(), event);
  });
  log::info("corpus_ingested", {{"passages", done}});
}

// Runs one stage. Returns Stop when the item has ended or nothing is left to do.
Next advance(const JobContext& context, const Ingestion& ingestion) {
  switch (ingestion.status) {
    case IngestionStatus::Pending:
      begin_fetching(context, ingestion);
      return Next::Go;
    case IngestionStatus::Fetching:
      return fetch_text(context, ingestion);
    case IngestionStatus::Parsing:
      cut_into_passages(context, ingestion);
      return Next::Go;
    case IngestionStatus::Indexing:
      index_passages(context, ingestion);
      return Next::Stop;
    case IngestionStatus::Completed:
    case IngestionStatus::Failed:
      break;
  }
  context.fenced_if_held([&](pg::Tx& tx) { context.finish(tx); });
  return Next::Stop;
}

}  // namespace

void process_corpus(const JobContext& context) {
  const IngestionId id{context.claim().subject_id};
  // Every stage advances the status; the bound only keeps a bug from looping forever.
  constexpr int kMaxSteps = 10;
  for (int step = 0; step < kMaxSteps; ++step) {
    const auto ingestion =
        context.reading([&](pg::Tx& tx) { return ingestions::find(tx, context.tenant(), id); });
    if (!ingestion) throw ClaimLost();
    if (advance(context, *ingestion) == Next::Stop) return;
  }
  throw std::logic_error("an ingestion's stages do not move it on");
}

bool fail_corpus(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                 std::string_view reason) {
  return ingestions::mark_failed(tx, claim.tenant, IngestionId{claim.subject_id}, code, reason);
}

}  // namespace assay::jobs
