// SPDX-License-Identifier: Apache-2.0
// Takes a document from the stage it has reached to READY.
#include "pipeline/jobs/documents/document_jobs.hpp"

#include <chrono>

#include "core/extract/extract_types.hpp"
#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/documents/document_stages.hpp"

namespace assay::jobs {
namespace documents = store::documents;
namespace {

std::string_view stage_name(const documents::Document& document) {
  switch (document.status) {
    case DocumentStatus::Uploaded:
      return is_archive_type(document.file_type) ? "UNPACKING" : "EXTRACTION";
    case DocumentStatus::Extracted:
      return "CHUNKING";
    case DocumentStatus::Parsed:
      return "EMBEDDING";
    case DocumentStatus::Ready:
      return "REREADING";
    default:
      return "INDEXING";
  }
}

// Runs one stage. Returns false when only the item remains to be ended.
bool advance(const JobContext& context, const documents::Document& document) {
  switch (document.status) {
    case DocumentStatus::Uploaded:
      if (document.file_type == kUnknownType && determine_type(context, document)) return true;
      if (is_archive_type(document.file_type) && is_archive(context, document)) {
        unpack_archive(context, document);
      } else {
        // The attachments of a message inside an archive were unpacked with the archive.
        if (has_members(document.file_type) && !document.parent) {
          unpack_attachments(context, document);
        }
        extract_text(context, document);
      }
      return true;
    case DocumentStatus::Extracted:
      cut_into_chunks(context, document);
      return true;
    case DocumentStatus::Parsed:
      embed_chunks(context, document);
      return true;
    case DocumentStatus::Indexed:
      make_ready(context, document);
      return true;
    case DocumentStatus::Ready:
      return reread(context, document) == Reread::Advanced;
    case DocumentStatus::Failed:
      break;
  }
  return false;
}

// Ends the item of a document that is deleted or finished, if it is still held. Returns false if
// the document is to be read again after all: somebody asked for that at this moment.
bool end_item(const JobContext& context, const DocumentId& id) {
  bool ended = true;
  context.fenced_if_held([&](pg::Tx& tx) {
    // Locks the document first, in the same order as requests for another reading.
    const auto document = documents::lock(tx, context.tenant(), id);
    const auto again = store::rereadings::find(tx, context.tenant(), id);
    const bool waits = document && again && again->stage != DocumentStatus::Failed;
    ended = !waits || document->status != DocumentStatus::Ready;
    if (ended) context.finish(tx);
  });
  return ended;
}

// advance(), timed. Where it puts the item into another lane, that is counted too.
bool advance_timed(const JobContext& context, const documents::Document& document) {
  const auto begun = std::chrono::steady_clock::now();
  const auto count = [&] {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun;
    context.services().counters.observe("assay_document_stage_seconds",
                                        label("stage", stage_name(document)), time.count());
  };
  try {
    if (!advance(context, document)) return false;
  } catch (const Moved&) {
    count();
    throw;
  }
  count();
  return true;
}

}  // namespace

void process_document(const JobContext& context) {
  const DocumentId id{context.claim().subject_id};
  // Every stage advances the status; the bound only keeps a bug from looping forever.
  constexpr int kMaxSteps = 20;
  for (int step = 0; step < kMaxSteps; ++step) {
    const auto document =
        context.reading([&](pg::Tx& tx) { return documents::find(tx, context.tenant(), id); });
    try {
      if (document && advance_timed(context, *document)) continue;
    } catch (const StatusMoved&) {
      continue;  // a reset or a deletion changed it meanwhile: look again
    }
    // An item that make_ready ended is no longer held.
    if (end_item(context, id)) return;
  }
  throw std::logic_error("a document's stages do not move it on");
}

bool fail_document(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                   std::string_view reason) {
  if (fail_reread(tx, claim, code, reason)) return false;
  return documents::mark_failed(tx, claim.tenant, DocumentId{claim.subject_id}, code, reason,
                                kReaderVersion);
}

}  // namespace assay::jobs
