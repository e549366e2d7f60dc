// SPDX-License-Identifier: Apache-2.0
// Takes a document from the stage it has reached to READY.
#include "pipeline/jobs/documents/document_jobs.hpp"

#include "core/extract/extract_types.hpp"
#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/documents/document_stages.hpp"

namespace assay::jobs {
namespace documents = store::documents;
namespace {

Step take_in(const JobContext& context, const documents::Document& document) {
  if (document.file_type == kUnknownType && determine_type(context, document)) {
    return Step::Advanced;
  }
  if (is_archive_type(document.file_type) && is_archive(context, document)) {
    timed(context, "UNPACKING", [&] { unpack_archive(context, document); });
    return Step::Ended;
  }
  // The attachments of a message inside an archive were unpacked with the archive.
  if (has_members(document.file_type) && !document.parent) unpack_attachments(context, document);
  return read_document(context, document);
}

// Runs one stage.
Step advance(const JobContext& context, const documents::Document& document) {
  switch (document.status) {
    case DocumentStatus::Uploaded:
      return take_in(context, document);
    case DocumentStatus::Extracted:
      timed(context, "CHUNKING", [&] { cut_into_chunks(context, document); });
      return Step::Advanced;
    case DocumentStatus::Parsed:
      timed(context, "EMBEDDING", [&] { embed_chunks(context, document); });
      return Step::Advanced;
    case DocumentStatus::Indexed:
      timed(context, "INDEXING", [&] { make_ready(context, document); });
      return Step::Ended;
    case DocumentStatus::Ready:
      return reread(context, document);
    case DocumentStatus::Failed:
      break;
  }
  return Step::Nothing;
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

}  // namespace

void process_document(const JobContext& context) {
  const DocumentId id{context.claim().subject_id};
  // Every stage advances the status; the bound only keeps a bug from looping forever.
  constexpr int kMaxSteps = 20;
  for (int tries = 0; tries < kMaxSteps; ++tries) {
    const auto document =
        context.reading([&](pg::Tx& tx) { return documents::find(tx, context.tenant(), id); });
    try {
      const Step step = document ? advance(context, *document) : Step::Nothing;
      if (step == Step::Ended || (step == Step::Nothing && end_item(context, id))) return;
    } catch (const StatusMoved&) {
      // A reset or a deletion changed it meanwhile: look again.
    }
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
